import GPUEffectsModel

/// A surface in a texture.
struct CellTexture: ~Copyable {
  let texture: Texture
  let view: CellView
}

/// What a pass needs to know of a surface: only valid as long as its texture.
struct CellView {
  let objects: TextureObjects
  let storage: CellStorage
  /// The cells that are asked for.
  let area: Area
  /// The layer that is drawn to.
  fileprivate(set) var layer = 0

  /// The first cell of the texture. Packed texels begin at whole multiples, so
  /// that a cell lies at the same place of a texel in every tile.
  var origin: (x: Int, y: Int) {
    (area.x.aligned(to: storage.cellsPerTexel).lowerBound, area.y.lowerBound)
  }

  /// The cells that the texture holds, those beside `area` being meaningless.
  var held: Area { Area(x: area.x.aligned(to: storage.cellsPerTexel), y: area.y) }

  /// The same cells in another layer.
  func layer(_ layer: Int) -> CellView {
    var view = self
    view.layer = layer
    return view
  }

  /// 0 where the texture is only read.
  var framebuffer: UInt32 { objects.framebuffers.isEmpty ? 0 : objects.framebuffers[layer] }

  /// What reads it.
  var sampler: Uniform {
    if objects.key.layers != nil { return .rungs }
    return storage == .source ? .source : .cells
  }

  /// The columns before `area`.
  var padding: Int { area.x.lowerBound - origin.x }
}

extension TexturePool {
  /// A texture for the cells of `area`, packed; an array where there are `layers`.
  func takeCells(
    _ area: Area, _ storage: CellStorage, layers: Int? = nil
  ) throws(GLError) -> CellTexture {
    let columns = area.x.aligned(to: storage.cellsPerTexel).count / storage.cellsPerTexel
    let texture = try take(.packedCells, width: columns, height: area.y.count, layers: layers)
    let view = CellView(objects: texture.objects, storage: storage, area: area)
    return CellTexture(texture: texture, view: view)
  }
}

extension Range<Int> {
  /// The smallest range around it with bounds that are multiples of `step`, a
  /// power of two.
  func aligned(to step: Int) -> Range<Int> {
    (lowerBound & -step)..<((upperBound + step - 1) & -step)
  }
}
