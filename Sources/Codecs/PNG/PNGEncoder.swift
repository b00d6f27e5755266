import CImageCodecs
import GPUEffectsModel

func encodePNG(
  _ image: Image, _ metadata: ImageMetadata, _ compression: PNGCompression,
  _ run: ConcurrentLoop
) throws(CodecError) -> [UInt8] {
  let layout = try pngLayout(image, compression)
  let writer = try PNGWriter()
  try writer.set(layout)
  if let profile = metadata.profile { try writer.set(profile) }
  for chunk in PNGChunk.all(metadata) { try writer.add(chunk) }
  for text in metadata.texts { try writer.add(text) }
  return try image.pixels.withUnsafeBytes { (pixels) throws(CodecError) in
    guard let base = pixels.baseAddress else { return [] }
    if compression == .fast && image.bytesPerRow <= PNGWriter.longestStrip {
      try writer.writeStrips(base, bytesPerRow: image.bytesPerRow, run)
    } else {
      try writer.write(base, bytesPerRow: image.bytesPerRow)
    }
    return writer.file
  }
}

private func pngLayout(
  _ image: Image, _ compression: PNGCompression
) throws(CodecError) -> cimage_png_layout {
  let format = image.format
  if format.depth == .float32 {
    throw .unsupportedPixels(.png, detail: "samples are floating point, not 8 or 16 bits")
  }
  if format.alpha == .premultiplied && format.channels.hasAlpha {
    throw .unsupportedPixels(.png, detail: "colours are multiplied by alpha, not straight")
  }
  guard let width = UInt32(exactly: image.width), let height = UInt32(exactly: image.height),
    width <= Int32.max, height <= Int32.max
  else {
    throw .unsupportedPixels(.png, detail: "a side is longer than \(Int32.max)")
  }
  let level: UInt8 =
    switch compression {
    case .fast: 1
    case .medium: 6
    case .small: 9
    }
  return cimage_png_layout(
    width: width, height: height, channels: UInt8(format.channels.rawValue),
    bytes_per_sample: UInt8(format.depth.rawValue), level: level,
    filters: compression == .fast ? CIMAGE_PNG_FILTER_UP : CIMAGE_PNG_FILTER_ADAPTIVE)
}

/// Owns a writer of the C shim.
private struct PNGWriter: ~Copyable {
  /// A row of more bytes is no strip: ISA-L counts with 32 bits.
  static let longestStrip = 1 << 30

  private let writer: OpaquePointer

  init() throws(CodecError) {
    guard let writer = cimage_png_writer_open() else { throw .outOfMemory(.png) }
    self.writer = writer
  }

  deinit { cimage_png_writer_close(writer) }

  func set(_ layout: cimage_png_layout) throws(CodecError) {
    guard cimage_png_set_layout(writer, layout) else { throw failure }
  }

  func set(_ profile: ICCProfile) throws(CodecError) {
    let name = profile.name.isEmpty ? "ICC profile" : profile.name
    guard let keyword = pngKeyword(name) else {
      throw .unsupportedMetadata(.png, detail: "the profile's name is no PNG keyword: \(name)")
    }
    if profile.bytes.isEmpty {
      throw .unsupportedMetadata(.png, detail: "the colour profile is empty")
    }
    guard cimage_png_set_profile(writer, keyword, profile.bytes, profile.bytes.count) else {
      throw failure
    }
  }

  func add(_ chunk: PNGChunk) throws(CodecError) {
    guard cimage_png_add_chunk(writer, chunk.name, chunk.bytes, chunk.bytes.count) else {
      throw failure
    }
  }

  func add(_ text: ImageText) throws(CodecError) {
    let done = try text.withPNG { cimage_png_add_text(writer, $0) }
    guard done else { throw failure }
  }

  func write(_ pixels: UnsafeRawPointer, bytesPerRow: Int) throws(CodecError) {
    guard cimage_png_write_pixels(writer, pixels, bytesPerRow) else { throw failure }
  }

  func writeStrips(
    _ pixels: UnsafeRawPointer, bytesPerRow: Int, _ run: ConcurrentLoop
  ) throws(CodecError) {
    var count = 0
    guard cimage_png_begin_strips(writer, pixels, bytesPerRow, &count) else { throw failure }
    // Strips share nothing that one of them writes.
    nonisolated(unsafe) let writer = writer
    run(count) { cimage_png_pack_strip(writer, $0) }
    guard cimage_png_end_strips(writer) else { throw failure }
  }

  /// The whole file, after the pixels.
  var file: [UInt8] {
    Array(unsafeUninitializedCapacity: cimage_png_written_count(writer)) { file, count in
      guard let base = file.baseAddress else { return }
      cimage_png_copy_written(writer, base)
      count = cimage_png_written_count(writer)
    }
  }

  private var failure: CodecError {
    let failure = cimage_png_writer_failure(writer).pointee
    return failure.kind == CIMAGE_PNG_MEMORY
      ? .outOfMemory(.png) : .unsupportedMetadata(.png, detail: failureMessage(failure))
  }
}
