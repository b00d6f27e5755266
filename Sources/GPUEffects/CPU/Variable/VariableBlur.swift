import CKernels
package import GPUEffectsModel

extension CPUExecutor {
  /// The region of a blur whose sigma varies: its rungs first, then their mix
  /// by the mask, colour and opacity.
  package func run(_ plan: VariablePlan, source: Image) throws(CPUError) -> Image {
    var rungs: [Image] = []
    for rung in plan.rungs {
      if let rung {
        rungs.append(try run(rung, source: source))
      } else {
        rungs.append(sourceRung(plan, source))
      }
    }
    let mix = RungMix(plan: plan, rungs: rungs, kernels: level?.kernels ?? ck_kernels_best())
    return Image(
      width: plan.region.x.count, height: plan.region.y.count, format: plan.outputFormat
    ) { bytes in
      guard let base = bytes.baseAddress else { return }
      let output = OutputRows(
        base: base, bytesPerRow: plan.region.x.count * plan.outputFormat.bytesPerPixel,
        rows: plan.region.y)
      pool.runBands(of: plan.region.y, atLeast: 8) { band in mix.write(band, to: output) }
    }
  }

  /// Rung 0: the source itself, premultiplied like the others.
  private func sourceRung(_ plan: VariablePlan, _ source: Image) -> Image {
    let rung = source.cropped(columns: plan.region.x, rows: plan.region.y).converted(
      to: PixelFormat(source.format.channels, plan.rungDepth, plan.outputFormat.alpha))
    guard plan.colorSpace == .linear else { return rung }
    let transfer = TransferRows.linearizing(channels: source.format.channels)
    return Image(width: rung.width, height: rung.height, format: rung.format) { bytes in
      rung.pixels.withUnsafeBytes { bytes.copyMemory(from: $0) }
      guard let row = bytes.bindMemory(to: Float.self).baseAddress else { return }
      transfer.apply(to: row, cells: rung.width * rung.height)
    }
  }
}

/// Mixes the rungs of one region row by row; shared by threads that write
/// different rows.
private struct RungMix: @unchecked Sendable {
  let plan: VariablePlan
  let rungs: [Image]
  let kernels: Kernels

  func write(_ band: Range<Int>, to output: OutputRows) {
    switch plan.rungDepth {
    case .float32: write(band, to: output, as: Float.self, scale: 1)
    case .unorm8: write(band, to: output, as: UInt8.self, scale: 1 / 255)
    case .unorm16: write(band, to: output, as: UInt16.self, scale: 1 / 65535)
    }
  }

  private func write<Sample: MixableSample>(
    _ band: Range<Int>, to output: OutputRows, as type: Sample.Type, scale: Float
  ) {
    let channels = plan.sourceFormat.channels.rawValue
    let width = plan.region.x.count
    let transfer: TransferRows? =
      plan.composite.encodes ? .encoding(channels: plan.sourceFormat.channels) : nil
    let color = ck_color(plan.composite, gray: plan.sourceFormat.channels.isGray)
    withUnsafeTemporaryAllocation(
      of: Float.self, capacity: width * channels + Int(CK_SLACK)
    ) { line in
      guard let line = line.baseAddress else { return }
      withRungBases(type) { bases in
        plan.mask.values.withUnsafeBufferPointer { mask in
          for y in band {
            let row = mask.baseAddress.map { $0 + y * plan.mask.width + plan.region.x.lowerBound }
            guard let row else { continue }
            mixRow(
              bases, offset: (y - plan.region.y.lowerBound) * width * channels, mask: row,
              width: width, channels: channels, scale: scale, into: line)
            transfer?.apply(to: line, cells: width)
            withUnsafePointer(to: color) {
              kernels.pointee.f32_color(line, width, Int32(channels), $0)
            }
            if plan.composite.dither {
              DitheredStore(channels: channels).write(
                line, x: plan.region.x.lowerBound, y: y, cells: width,
                to: output.row(y).assumingMemoryBound(to: UInt8.self))
            } else {
              kernels.pointee.f32_store(
                output.row(y), line, width * channels, Int32(plan.outputFormat.depth.rawValue))
            }
          }
        }
      }
    }
  }

  private func mixRow<Sample: MixableSample>(
    _ bases: UnsafeBufferPointer<UnsafePointer<Sample>>, offset: Int,
    mask: UnsafePointer<UInt16>, width: Int, channels: Int, scale: Float,
    into line: UnsafeMutablePointer<Float>
  ) {
    let last = bases.count - 1
    plan.mix.first.withUnsafeBufferPointer { first in
      plan.mix.weights.withUnsafeBufferPointer { weights in
        for x in 0..<width {
          let m = Int(mask[x])
          let weight = weights[m] * scale
          let rung = Int(first[m]) - plan.firstRung
          // Unused weights are 0; their rungs may not exist.
          let (a, b) = (bases[rung] + offset, bases[min(rung + 1, last)] + offset)
          let (c, d) = (bases[min(rung + 2, last)] + offset, bases[min(rung + 3, last)] + offset)
          for i in (x * channels)..<((x + 1) * channels) {
            let sum =
              weight[0] * a[i].float + weight[1] * b[i].float + weight[2] * c[i].float
              + weight[3] * d[i].float
            line[i] = min(max(sum, 0), 1)
          }
        }
      }
    }
  }

  private func withRungBases<Sample>(
    _ type: Sample.Type, _ body: (UnsafeBufferPointer<UnsafePointer<Sample>>) -> Void
  ) {
    let bases = rungs.compactMap { rung in
      rung.pixels.withUnsafeBytes { $0.bindMemory(to: type).baseAddress }
    }
    // The buffers live as long as `rungs`, which this value holds.
    withExtendedLifetime(rungs) { bases.withUnsafeBufferPointer(body) }
  }
}

/// A sample that a mix can read.
private protocol MixableSample {
  var float: Float { get }
}

extension UInt8: MixableSample {
  fileprivate var float: Float { Float(self) }
}

extension UInt16: MixableSample {
  fileprivate var float: Float { Float(self) }
}

extension Float: MixableSample {
  fileprivate var float: Float { self }
}
