import CWebP
import GPUEffectsModel

func encodeWebP(
  _ image: Image, _ metadata: ImageMetadata, quality: Int
) throws(CodecError) -> EncodedImage {
  let limit = Int(WEBP_MAX_DIMENSION)
  guard image.width <= limit, image.height <= limit else {
    throw .unsupportedPixels(
      .webp, detail: "\(image.width) x \(image.height) is more than \(limit) on a side")
  }
  var flat = try ByteImage(image, for: .webp, background: nil)
  flat.image = inColor(flat.image)
  let picture = try picture(of: flat.image, quality: min(max(quality, 1), 100))
  let chunks = chunks(of: metadata)
  return EncodedImage(
    bytes: chunks.isEmpty ? picture : try muxed(picture, chunks), losses: flat.losses)
}

/// libwebp takes grey as colours only.
private func inColor(_ image: Image) -> Image {
  guard image.format.channels.isGray else { return image }
  let hasAlpha = image.format.channels.hasAlpha
  let (read, written) = (hasAlpha ? 2 : 1, hasAlpha ? 4 : 3)
  let format = PixelFormat(hasAlpha ? .rgba : .rgb, .unorm8, image.format.alpha)
  return Image(width: image.width, height: image.height, format: format) { target in
    image.pixels.withUnsafeBytes { source in
      for pixel in 0..<(image.width * image.height) {
        for channel in 0..<3 { target[pixel * written + channel] = source[pixel * read] }
        if hasAlpha { target[pixel * written + 3] = source[pixel * read + 1] }
      }
    }
  }
}

/// A file with nothing but pixels.
private func picture(of image: Image, quality: Int) throws(CodecError) -> [UInt8] {
  var configuration = WebPConfig()
  var picture = WebPPicture()
  guard WebPConfigInit(&configuration) != 0, WebPPictureInit(&picture) != 0 else {
    throw .unsupportedPixels(.webp, detail: "the libwebp here is of another version")
  }
  configuration.quality = Float(quality)
  if quality == 100 {
    configuration.lossless = 1
    configuration.exact = 1
    // Effort: the bytes that more of it saves cost many times the time.
    configuration.quality = 20
    configuration.method = 2
  }
  picture.use_argb = configuration.lossless
  picture.width = Int32(image.width)
  picture.height = Int32(image.height)
  var writer = WebPMemoryWriter()
  WebPMemoryWriterInit(&writer)
  defer {
    WebPPictureFree(&picture)
    WebPMemoryWriterClear(&writer)
  }
  let isImported = image.pixels.withUnsafeBytes { pixels in
    let samples = pixels.bindMemory(to: UInt8.self).baseAddress
    let stride = Int32(image.bytesPerRow)
    return image.format.channels == .rgba
      ? WebPPictureImportRGBA(&picture, samples, stride)
      : WebPPictureImportRGB(&picture, samples, stride)
  }
  guard isImported != 0 else { throw .outOfMemory(.webp) }
  let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
    picture.writer = WebPMemoryWrite
    picture.custom_ptr = UnsafeMutableRawPointer(writer)
    return WebPEncode(&configuration, &picture)
  }
  guard isEncoded != 0 else {
    if picture.error_code == VP8_ENC_ERROR_OUT_OF_MEMORY
      || picture.error_code == VP8_ENC_ERROR_BITSTREAM_OUT_OF_MEMORY
    {
      throw .outOfMemory(.webp)
    }
    throw .unsupportedPixels(
      .webp, detail: "libwebp gave up with its error \(picture.error_code.rawValue)")
  }
  return Array(UnsafeBufferPointer(start: writer.mem, count: writer.size))
}

private typealias Chunk = (name: String, bytes: [UInt8])

private func chunks(of metadata: ImageMetadata) -> [Chunk] {
  var chunks: [Chunk] = []
  if let profile = metadata.profile { chunks.append(("ICCP", profile.bytes)) }
  if let exif = metadata.exif { chunks.append(("EXIF", exif)) }
  var texts: [UInt8] = []
  for text in metadata.texts {
    if text.keyword == JPEG.xmpKeyword {
      chunks.append(("XMP ", Array(text.text.utf8)))
    } else {
      texts += Array(text.keyword.utf8) + [0] + Array(text.text.utf8) + [0]
    }
  }
  if !texts.isEmpty { chunks.append((WebP.textChunk, texts)) }
  return chunks
}

/// A picture with other chunks around it.
private func muxed(_ picture: [UInt8], _ chunks: [Chunk]) throws(CodecError) -> [UInt8] {
  guard let mux = WebPMuxNew() else { throw .outOfMemory(.webp) }
  defer { WebPMuxDelete(mux) }
  func data(_ bytes: UnsafeBufferPointer<UInt8>) -> WebPData {
    WebPData(bytes: bytes.baseAddress, size: bytes.count)
  }
  var status = picture.withUnsafeBufferPointer { bytes in
    var data = data(bytes)
    return WebPMuxSetImage(mux, &data, 1)
  }
  for chunk in chunks where status == WEBP_MUX_OK {
    status = chunk.bytes.withUnsafeBufferPointer { bytes in
      var data = data(bytes)
      return WebPMuxSetChunk(mux, chunk.name, &data, 1)
    }
  }
  var assembled = WebPData()
  if status == WEBP_MUX_OK { status = WebPMuxAssemble(mux, &assembled) }
  defer { WebPDataClear(&assembled) }
  guard status == WEBP_MUX_OK else {
    if status == WEBP_MUX_MEMORY_ERROR { throw .outOfMemory(.webp) }
    throw .unsupportedMetadata(
      .webp, detail: "libwebp gave up with its error \(status.rawValue)")
  }
  return Array(UnsafeBufferPointer(start: assembled.bytes, count: assembled.size))
}
