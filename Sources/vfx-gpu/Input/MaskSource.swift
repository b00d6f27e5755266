import GPUEffects
import GPUEffectsCodecs

/// The mask that `--mask` asks for, for images of any size.
final class MaskSource {
  private enum Kind {
    case gradient(LinearGradient)
    case picture(Mask, fit: MaskFit)
  }
  private let kind: Kind
  /// Tells masks apart.
  let digest: Digest
  /// How a picture became a mask, for people.
  let remark: String?
  /// The last one made: the images of a batch often have one size.
  private var last: Mask?

  init(_ argument: MaskArgument, channel: MaskChannel, fit: MaskFit) throws(CommandError) {
    switch argument {
    case .gradient(let gradient):
      kind = .gradient(gradient)
      digest = Digest("\(gradient)")
      remark = nil
    case .file(let path):
      let picture: Image
      do throws(ImageFailure) {
        picture = try readImage(path == "-" ? .standardInput : .file(path)).image
      } catch {
        throw CommandError(.failed, "the mask \(path): \(error.message)")
      }
      let (mask, used) = Mask.fromPicture(picture, channel: channel)
      kind = .picture(mask, fit: fit)
      digest = mask.values.withUnsafeBytes { Digest([UInt8]($0)) }
      remark = "the mask \(path) counts by its \(used.rawValue)"
    }
  }

  func mask(width: Int, height: Int) throws(ImageFailure) -> Mask {
    if let last, last.width == width, last.height == height { return last }
    let mask: Mask
    switch kind {
    case .gradient(let gradient):
      mask = gradient.mask(width: width, height: height)
    case .picture(let picture, let fit):
      if picture.width == width, picture.height == height {
        mask = picture
      } else if fit == .stretch {
        mask = picture.stretched(width: width, height: height)
      } else {
        throw ImageFailure(
          "it is \(width)x\(height), but the mask is \(picture.width)x\(picture.height); "
            + "give --mask-fit stretch to stretch the mask")
      }
    }
    last = mask
    return mask
  }
}

extension Mask {
  /// A picture as a mask: its alpha if that varies, else its encoded Rec. 709
  /// luma; never their product.
  static func fromPicture(_ picture: Image, channel: MaskChannel) -> (Mask, MaskChannel) {
    let image = picture.converted(to: PixelFormat(.rgba, .unorm16, .straight))
    return image.pixels.withUnsafeBytes { bytes in
      let samples = bytes.bindMemory(to: UInt16.self)
      let count = image.width * image.height
      let first = samples[3]
      let alphaVaries = (0..<count).contains { samples[4 * $0 + 3] != first }
      let used = channel == .auto ? (alphaVaries ? MaskChannel.alpha : .luma) : channel
      let values = (0..<count).map { i -> UInt16 in
        if used == .alpha { return samples[4 * i + 3] }
        let luma =
          0.2126 * Double(samples[4 * i]) + 0.7152 * Double(samples[4 * i + 1])
          + 0.0722 * Double(samples[4 * i + 2])
        return UInt16((luma + 0.5).rounded(.down))
      }
      return (Mask(width: image.width, height: image.height, values: values), used)
    }
  }

  /// The mask at another size: interpolated where it grows, averaged where it
  /// shrinks.
  func stretched(width newWidth: Int, height newHeight: Int) -> Mask {
    let columns = Self.weights(from: width, to: newWidth)
    let rows = Self.weights(from: height, to: newHeight)
    var narrow = [Float](repeating: 0, count: newWidth * height)
    for y in 0..<height {
      for (x, column) in columns.enumerated() {
        var sum: Float = 0
        for (i, weight) in column.weights.enumerated() {
          sum += weight * Float(values[y * width + column.start + i])
        }
        narrow[y * newWidth + x] = sum
      }
    }
    var result = [UInt16](repeating: 0, count: newWidth * newHeight)
    for (y, row) in rows.enumerated() {
      for x in 0..<newWidth {
        var sum: Float = 0
        for (i, weight) in row.weights.enumerated() {
          sum += weight * narrow[(row.start + i) * newWidth + x]
        }
        result[y * newWidth + x] = UInt16(min((sum + 0.5).rounded(.down), 65535))
      }
    }
    return Mask(width: newWidth, height: newHeight, values: result)
  }

  /// A triangle as wide as a pixel of the coarser grid around each new centre.
  private static func weights(
    from old: Int, to new: Int
  ) -> [(start: Int, weights: [Float])] {
    let step = Double(old) / Double(new)
    let reach = max(step, 1)
    return (0..<new).map { i in
      let centre = (Double(i) + 0.5) * step - 0.5
      let start = max(0, Int((centre - reach).rounded(.up)))
      let end = min(old - 1, Int((centre + reach).rounded(.down)))
      let raw = (min(start, end)...end).map { max(0, 1 - abs(Double($0) - centre) / reach) }
      let sum = raw.reduce(0, +)
      return (min(start, end), raw.map { Float($0 / sum) })
    }
  }
}
