import CImageCodecs
import GPUEffectsModel
import Glibc

func encodeJPEG(
  _ image: Image, _ metadata: ImageMetadata, quality: Int, background: Color
) throws(CodecError) -> EncodedImage {
  guard image.width <= 65500, image.height <= 65500 else {
    throw .unsupportedPixels(
      .jpeg, detail: "\(image.width) x \(image.height) is more than 65500 on a side")
  }
  let flat = try ByteImage(image, for: .jpeg, background: background)
  var result = EncodedImage(bytes: [], losses: flat.losses)
  let segments = segments(of: metadata, &result.losses)
  let quality = min(max(quality, 1), 100)
  let density = jfifDensity(metadata.density)
  let layout = cimage_jpeg_layout(
    width: UInt32(image.width), height: UInt32(image.height),
    gray: flat.image.format.channels == .gray, quality: UInt8(quality), full_chroma: quality >= 95,
    density_unit: density.unit, x_density: density.x, y_density: density.y)
  result.bytes = try flat.image.pixels.withUnsafeBytes { (pixels) throws(CodecError) in
    try write(
      layout, pixels, flat.image.bytesPerRow, segments, metadata.profile?.bytes ?? [])
  }
  return result
}

/// The marker of a segment and its content.
private typealias Segment = (marker: UInt8, bytes: [UInt8])

private func segments(of metadata: ImageMetadata, _ losses: inout [String]) -> [Segment] {
  var segments: [Segment] = []
  if let exif = metadata.exif { segments.append((0xe1, JPEG.exifStart + exif)) }
  for text in metadata.texts {
    switch text.keyword {
    case JPEG.xmpKeyword: segments.append((0xe1, JPEG.xmpStart + Array(text.text.utf8)))
    case JPEG.commentKeyword: segments.append((0xfe, Array(text.text.utf8)))
    // Comments have no keyword of their own.
    default: segments.append((0xfe, Array("\(text.keyword): \(text.text)".utf8)))
    }
  }
  let fitting = segments.filter { $0.bytes.count <= 65533 }
  if fitting.count < segments.count {
    losses.append("metadata longer than 65533 bytes is left out")
  }
  return fitting
}

/// Dots per inch where that is a whole number, else per centimetre.
private func jfifDensity(_ density: PixelDensity?) -> (unit: UInt8, x: UInt16, y: UInt16) {
  guard let density, density.x > 0, density.y > 0 else { return (0, 1, 1) }
  func dots(_ value: Double) -> UInt16 { UInt16(min(max(value.rounded(), 1), 65535)) }
  switch density.unit {
  case .unknown: return (0, dots(Double(density.x)), dots(Double(density.y)))
  case .metre: return (1, dots(Double(density.x) * 0.0254), dots(Double(density.y) * 0.0254))
  }
}

private func write(
  _ layout: cimage_jpeg_layout, _ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int,
  _ segments: [Segment], _ profile: [UInt8]
) throws(CodecError) -> [UInt8] {
  // All content in one piece, so that the segments can point into it.
  let content = segments.flatMap(\.bytes)
  var message = [CChar](repeating: 0, count: Int(CIMAGE_JPEG_MESSAGE_LENGTH))
  var count = 0
  let file = content.withUnsafeBufferPointer { content in
    profile.withUnsafeBufferPointer { profile in
      var offset = 0
      var described: [cimage_jpeg_segment] = []
      for segment in segments where !segment.bytes.isEmpty {
        guard let base = content.baseAddress else { break }
        described.append(
          cimage_jpeg_segment(
            marker: segment.marker, bytes: base + offset, count: segment.bytes.count))
        offset += segment.bytes.count
      }
      let icc = cimage_jpeg_bytes(
        bytes: profile.isEmpty ? nil : profile.baseAddress, count: profile.count)
      return pixels.baseAddress.flatMap {
        cimage_jpeg_write(
          layout, $0, bytesPerRow, described, described.count, icc, &count, &message)
      }
    }
  }
  guard let file else {
    let text = String(
      decoding: message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    throw .unsupportedPixels(.jpeg, detail: text)
  }
  defer { free(file) }
  return Array(UnsafeBufferPointer(start: file, count: count))
}
