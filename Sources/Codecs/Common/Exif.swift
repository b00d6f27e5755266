import GPUEffectsModel

/// The one entry of an Exif block that concerns the pixels.
struct ExifOrientation {
  /// The block, from its TIFF header on.
  private(set) var exif: [UInt8]
  private let isBigEndian: Bool
  /// Where the value is; nil where there is none.
  private var place: Int?

  /// Nil where this is no Exif block.
  init?(_ exif: [UInt8]) {
    self.exif = exif
    if exif.starts(with: [0x49, 0x49, 0x2a, 0]) {
      isBigEndian = false
    } else if exif.starts(with: [0x4d, 0x4d, 0, 0x2a]) {
      isBigEndian = true
    } else {
      return nil
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(offset, 2) else { return }
      // A short, one of them.
      if tag == 274, number(offset + 2, 2) == 3, number(offset + 4, 4) == 1 {
        place = offset + 8
        return
      }
    }
  }

  /// `.upright` where nothing else is said.
  var orientation: Orientation {
    place.flatMap { number($0, 2) }.flatMap { Orientation(rawValue: UInt16($0)) } ?? .upright
  }

  /// Says that the pixels are upright now.
  mutating func setUpright() {
    guard let place, number(place, 2) != nil else { return }
    exif[place] = isBigEndian ? 0 : 1
    exif[place + 1] = isBigEndian ? 1 : 0
  }

  private func number(_ offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= exif.count - count else { return nil }
    let bytes = exif[offset..<(offset + count)]
    return isBigEndian
      ? bytes.reduce(0) { $0 << 8 | Int($1) } : bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension DecodedImage {
  /// Turns the picture as its Exif block says, which then says upright.
  mutating func applyOrientation() {
    guard let exif = metadata.exif, var entry = ExifOrientation(exif) else { return }
    let orientation = entry.orientation
    image = orientation.applied(to: image)
    if orientation.swapsSides, let density = metadata.density {
      metadata.density = PixelDensity(x: density.y, y: density.x, unit: density.unit)
    }
    entry.setUpright()
    metadata.exif = entry.exif
  }

  /// Keeps a profile only if it is one for such pixels.
  mutating func setProfile(_ bytes: [UInt8], limits: DecodeLimits) {
    if let fault = profileFault(bytes, isGray: image.format.channels.isGray, limits) {
      warnings.append("the colour profile is left out: \(fault)")
    } else {
      metadata.profile = ICCProfile(bytes: bytes)
    }
  }
}

/// What keeps a profile from being carried over (ICC.1, 7.2: the header is 128
/// bytes, its length in front, the colour space at 16, "acsp" at 36).
private func profileFault(_ bytes: [UInt8], isGray: Bool, _ limits: DecodeLimits) -> String? {
  if bytes.count > limits.maximumMetadataBytes { return "it is too long" }
  guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8),
    bytes[..<4].reduce(0, { $0 << 8 | Int($1) }) == bytes.count
  else { return "it is no ICC profile" }
  let space = String(decoding: bytes[16..<20], as: UTF8.self)
  if space == (isGray ? "GRAY" : "RGB ") { return nil }
  return "it is for \(space.filter { $0.isASCII && $0.isLetter }), not for these colours"
}
