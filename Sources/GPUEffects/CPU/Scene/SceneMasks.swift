import GPUEffectsModel

extension SceneExecution {
  func coverage(_ stencil: Stencil, _ area: Area) throws -> Coverage {
    Coverage(
      mask: stencil.factors.isEmpty ? nil : try mask(stencil.factors, area), area: area,
      opacity: Float(stencil.opacity))
  }

  func mask(_ factors: [Stencil.Factor], _ place: Area) throws -> Mask {
    // A mask that moved by whole pixels is the same.
    let (dx, dy) = (-place.x.lowerBound, -place.y.lowerBound)
    let moved = factors.compactMap { $0.moved(x: dx, y: dy) }
    let canMove = moved.count == factors.count
    let (factors, area) = canMove ? (moved, place.moved(x: dx, y: dy)) : (factors, place)
    let key = CPUSceneExecutor.MaskKey(factors: factors, area: area)
    if let known = executor.masks.value(for: key) { return known }
    var product: Mask?
    for factor in factors {
      let mask = try mask(factor, area)
      product = product.map { $0.multiplied(by: mask) } ?? mask
    }
    let mask =
      product
      ?? Mask(
        width: area.width, height: area.height,
        values: [UInt16](repeating: .max, count: area.width * area.height))
    executor.masks.insert(mask, for: key, cost: 2 * mask.values.count)
    return mask
  }

  private func mask(_ factor: Stencil.Factor, _ area: Area) throws -> Mask {
    switch factor {
    case .shape(let shape): return CornerMask.mask(shape, x: area.x, y: area.y)
    case .border(let shape, let width):
      return CornerMask.border(shape, width: width, x: area.x, y: area.y)
    case .gradient(let gradient, let rect): return gradient.mask(over: rect, in: area)
    case .drawing(let steps, let drawn):
      let inside = drawn.intersection(area)
      var values = [UInt16](repeating: 0, count: area.width * area.height)
      if !inside.isEmpty {
        let surface = clearSurface(drawn)
        try SceneExecution(executor, canvas: surface, picture: picture).run(steps)
        for y in inside.y {
          guard let row = surface.row(y) else { continue }
          let start = (y - area.y.lowerBound) * area.width - area.x.lowerBound
          for x in inside.x {
            values[start + x] = UInt16(min(max(row[x].w, 0), 1) * 65535 + 0.5)
          }
        }
      }
      return Mask(width: area.width, height: area.height, values: values)
    }
  }
}

extension Mask {
  /// Both at once, rounded.
  fileprivate func multiplied(by other: Mask) -> Mask {
    let count = values.count
    let product = [UInt16](unsafeUninitializedCapacity: count) { product, initialized in
      values.withUnsafeBufferPointer { a in
        other.values.withUnsafeBufferPointer { b in
          for i in 0..<count {
            product[i] = UInt16(
              truncatingIfNeeded: (UInt32(a[i]) &* UInt32(b[i]) &+ 32767) / 65535)
          }
        }
      }
      initialized = count
    }
    return Mask(width: width, height: height, values: product)
  }
}
