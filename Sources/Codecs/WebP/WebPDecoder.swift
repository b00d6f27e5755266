import CImageCodecs
import CWebP
import GPUEffectsModel

extension WebP {
  /// The texts of a `vfxT` chunk.
  public static func texts(inChunk chunk: [UInt8]) -> [ImageText] {
    let parts = chunk.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return stride(from: 0, to: parts.count - 1, by: 2).compactMap { index in
      guard let keyword = String(validating: parts[index], as: UTF8.self),
        let text = String(validating: parts[index + 1], as: UTF8.self), !keyword.isEmpty
      else { return nil }
      return ImageText(
        keyword: keyword, text: text,
        international: text.unicodeScalars.contains { $0.value > 255 } ? .init() : nil)
    }
  }

  /// What a file's header says of its picture; nil where `head` is too short.
  public static func size(
    inHead head: UnsafeRawBufferPointer
  ) -> (width: Int, height: Int, hasAlpha: Bool)? {
    var features = WebPBitstreamFeatures()
    guard ImageFormat.detect(head) == .webp,
      WebPGetFeatures(head.bindMemory(to: UInt8.self).baseAddress, head.count, &features)
        == VP8_STATUS_OK
    else { return nil }
    return (Int(features.width), Int(features.height), features.has_alpha != 0)
  }
}

func decodeWebP(
  _ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits
) throws(CodecError) -> DecodedImage {
  guard ImageFormat.detect(bytes) == .webp else {
    throw .wrongFormat(expected: .webp, found: Content.detect(bytes))
  }
  // RIFF says how long the file is: the eight bytes of its own header more.
  let stated = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)))
  if stated + 8 > bytes.count { throw .truncated(.webp, count: bytes.count) }
  let demuxer = try Demuxer(bytes)
  let (width, height) = (demuxer[WEBP_FF_CANVAS_WIDTH], demuxer[WEBP_FF_CANVAS_HEIGHT])
  try limits.check(.webp, width: width, height: height, bytesPerPixel: 4)

  var decoded = DecodedImage(image: try demuxer.firstFrame(width: width, height: height))
  let frames = demuxer[WEBP_FF_FRAME_COUNT]
  if frames > 1 {
    decoded.warnings.append("it is an animation of \(frames) frames; only the first is read")
  }
  demuxer.readMetadata(into: &decoded, limits)
  decoded.applyOrientation()
  return decoded
}

/// Owns a demuxer of libwebp, which lists a file's chunks.
private struct Demuxer: ~Copyable {
  private let demuxer: OpaquePointer
  private let byteCount: Int

  /// - Parameter bytes: must live as long.
  init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    var data = WebPData(
      bytes: bytes.bindMemory(to: UInt8.self).baseAddress, size: bytes.count)
    guard let demuxer = WebPDemux(&data) else {
      throw .damaged(.webp, offset: 0, detail: "its chunks are not those of a picture")
    }
    self.demuxer = demuxer
    byteCount = bytes.count
  }

  deinit { WebPDemuxDelete(demuxer) }

  subscript(feature: WebPFormatFeature) -> Int { Int(WebPDemuxGetI(demuxer, feature)) }

  func firstFrame(width: Int, height: Int) throws(CodecError) -> Image {
    var frame = WebPIterator()
    guard WebPDemuxGetFrame(demuxer, 1, &frame) != 0 else {
      throw .damaged(.webp, offset: 0, detail: "it has no frame")
    }
    defer { WebPDemuxReleaseIterator(&frame) }
    let data = frame.fragment
    var features = WebPBitstreamFeatures()
    let status = WebPGetFeatures(data.bytes, data.size, &features)
    guard status == VP8_STATUS_OK else { throw failure(status) }
    guard frame.width == Int32(width), frame.height == Int32(height), frame.complete != 0 else {
      throw .damaged(.webp, offset: 0, detail: "its first frame doesn't fill the picture")
    }
    let hasAlpha = features.has_alpha != 0
    let format = PixelFormat(
      hasAlpha ? .rgba : .rgb, .unorm8, hasAlpha ? .straight : .opaque)
    guard cimage_can_allocate(width * height * format.bytesPerPixel) else {
      throw .outOfMemory(.webp)
    }
    return try Image(width: width, height: height, format: format) { (pixels) throws(CodecError) in
      var configuration = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&configuration) != 0 else { throw .outOfMemory(.webp) }
      configuration.output.colorspace = hasAlpha ? MODE_RGBA : MODE_RGB
      configuration.output.is_external_memory = 1
      configuration.output.u.RGBA.rgba = pixels.bindMemory(to: UInt8.self).baseAddress
      configuration.output.u.RGBA.stride = Int32(width * format.bytesPerPixel)
      configuration.output.u.RGBA.size = pixels.count
      let status = WebPDecode(data.bytes, data.size, &configuration)
      guard status == VP8_STATUS_OK else { throw failure(status) }
    }
  }

  private func failure(_ status: VP8StatusCode) -> CodecError {
    switch status {
    case VP8_STATUS_OUT_OF_MEMORY: .outOfMemory(.webp)
    case VP8_STATUS_NOT_ENOUGH_DATA, VP8_STATUS_SUSPENDED: .truncated(.webp, count: byteCount)
    default: .damaged(.webp, offset: 0, detail: "libwebp can't decode its pixels")
    }
  }

  func readMetadata(into decoded: inout DecodedImage, _ limits: DecodeLimits) {
    if let profile = chunks("ICCP", limits).first {
      decoded.setProfile(profile, limits: limits)
    }
    if let exif = chunks("EXIF", limits).first {
      // Some writers keep JPEG's prefix.
      decoded.metadata.exif =
        exif.starts(with: JPEG.exifStart) ? Array(exif.dropFirst(JPEG.exifStart.count)) : exif
    }
    if let xmp = chunks("XMP ", limits).first.flatMap({ String(validating: $0, as: UTF8.self) }),
      !xmp.utf8.contains(0)
    {
      decoded.metadata.texts.append(
        ImageText(keyword: JPEG.xmpKeyword, text: xmp, international: .init()))
    }
    if let chunk = chunks(WebP.textChunk, limits).first {
      decoded.metadata.texts += WebP.texts(inChunk: chunk)
    }
  }

  /// The contents of the chunks of a name, within the limits.
  private func chunks(_ name: String, _ limits: DecodeLimits) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var iterator = WebPChunkIterator()
    guard WebPDemuxGetChunk(demuxer, name, 1, &iterator) != 0 else { return [] }
    defer { WebPDemuxReleaseChunkIterator(&iterator) }
    repeat {
      let chunk = UnsafeBufferPointer(start: iterator.chunk.bytes, count: iterator.chunk.size)
      if chunk.count <= limits.maximumMetadataBytes { found.append(Array(chunk)) }
    } while found.count < limits.maximumMetadataItems && WebPDemuxNextChunk(&iterator) != 0
    return found
  }
}
