import GPUEffects
import Testing

@Suite struct RendererTests {
  private func opaque(_ channels: PixelFormat.Channels) -> Image {
    Image(width: 37, height: 23, format: PixelFormat(channels, .unorm8, .opaque)) {
      for i in 0..<$0.count { $0[i] = UInt8(truncatingIfNeeded: i &* 37 &+ i / 7) }
    }
  }

  private func renderer(_ backend: Backend) throws -> Renderer {
    try Renderer(RendererRequest(backend: backend, threads: 2))
  }

  @Test(arguments: [PixelFormat.Channels.gray, .rgb])
  func opacityGivesAnOpaqueImageAnEvenAlpha(channels: PixelFormat.Channels) throws {
    let source = opaque(channels)
    let values = VisualEffectValues(blurRadius: 3, saturation: 1.4, opacity: 0.75)
    let result = try renderer(.cpu).render(source, RenderSettings(values))
    let colors = try renderer(.cpu).render(
      source, RenderSettings(VisualEffectValues(blurRadius: 3, saturation: 1.4)))
    #expect(
      result.format == PixelFormat(channels == .gray ? .grayAlpha : .rgba, .unorm8, .straight))
    let count = channels.rawValue
    result.pixels.withUnsafeBytes { a in
      colors.pixels.withUnsafeBytes { b in
        for pixel in 0..<(37 * 23) {
          // 0.75 * 255 = 191.25.
          #expect(a[pixel * (count + 1) + count] == 191)
          for c in 0..<count { #expect(a[pixel * (count + 1) + c] == b[pixel * count + c]) }
        }
      }
    }
  }

  @Test func opacityUnderAMaskFollowsTheMask() throws {
    let mask = Mask(width: 37, height: 23, values: (0..<(37 * 23)).map { $0 % 37 < 18 ? 0 : 65535 })
    let result = try renderer(.cpu).render(
      opaque(.rgb), RenderSettings(VisualEffectValues(opacity: 0.25), mask: mask))
    result.pixels.withUnsafeBytes { bytes in
      for pixel in 0..<(37 * 23) { #expect(bytes[4 * pixel + 3] == (pixel % 37 < 18 ? 255 : 64)) }
    }
  }

  @Test func neutralValuesReturnTheSamplesBitForBit() throws {
    for channels in [PixelFormat.Channels.gray, .grayAlpha, .rgb, .rgba] {
      for depth in [PixelFormat.Depth.unorm8, .unorm16] {
        let format = PixelFormat(channels, depth, channels.hasAlpha ? .straight : .opaque)
        let source = Image(width: 9, height: 5, format: format) {
          for i in 0..<$0.count { $0[i] = UInt8(truncatingIfNeeded: i &* 91) }
        }
        let result = try renderer(.cpu).render(source, RenderSettings(VisualEffectValues()))
        #expect(result.format == format)
        source.pixels.withUnsafeBytes { a in
          result.pixels.withUnsafeBytes { b in #expect(a.elementsEqual(b)) }
        }
      }
    }
  }

  /// A result of 16 bits shows what one of 8 hides, also where floats lie
  /// between them.
  @Test func deepResultsOfTranslucentBytesAreFine() throws {
    let source = Image(width: 118, height: 83, format: PixelFormat(.rgba, .unorm8, .straight)) {
      for i in 0..<$0.count where i % 4 != 3 || i / 4 % 118 < 60 { $0[i] = 255 }
    }
    let settings = RenderSettings(
      VisualEffectValues(blurRadius: 30), edge: .transparent, depth: .unorm16)
    func rendered(_ backend: Backend) throws -> Image {
      try renderer(backend).render(source, settings).converted(
        to: PixelFormat(.rgba, .unorm16, .premultiplied))
    }
    #expect(try ImageDifference(rendered(.cpu), rendered(.reference)).maximum < 0.2)
  }

  @Test func aMaskOfAnotherSizeIsRefused() throws {
    let mask = Mask(width: 2, height: 2, values: [0, 0, 0, 0])
    let error = #expect(throws: RendererError.self) {
      try renderer(.cpu).render(
        opaque(.rgb), RenderSettings(VisualEffectValues(blurRadius: 2), mask: mask))
    }
    #expect(error?.kind == .cannotRender)
  }

  @Test func theCanvasGrowsByTheKernelsReach() throws {
    let result = try renderer(.cpu).render(
      opaque(.rgb),
      RenderSettings(
        VisualEffectValues(blurRadius: 2), edge: .transparent, canvasExtension: .auto))
    // 3.5 sigma on every side.
    #expect(result.width == 37 + 14 && result.height == 23 + 14)
    result.pixels.withUnsafeBytes { #expect($0[3] == 0) }
  }

  @Test func aNeutralCanvasExtensionSurroundsTheImage() throws {
    let source = opaque(.rgb)
    let result = try renderer(.cpu).render(
      source, RenderSettings(VisualEffectValues(), canvasExtension: .pixels(3)))
    #expect(result.width == 43 && result.height == 29 && result.format.alpha == .straight)
    result.pixels.withUnsafeBytes { a in
      source.pixels.withUnsafeBytes { b in
        #expect(a[(3 * 43 + 3) * 4] == b[0] && a[(3 * 43 + 3) * 4 + 3] == 255 && a[3] == 0)
      }
    }
  }

  /// Every backend applies the same settings: within a level of the reference.
  @Test(arguments: [MaskMode.fade, .radius], [BlurColorSpace.encoded, .linear])
  func cpuAgreesWithTheReference(maskMode: MaskMode, colorSpace: BlurColorSpace) throws {
    let mask = LinearGradient(
      stops: [.init(alpha: 0, at: 0), .init(alpha: 1, at: 1)], startPoint: .leading,
      endPoint: .trailing
    ).mask(width: 37, height: 23)
    let settings = RenderSettings(
      VisualEffectValues(blurRadius: 4, brightness: 0.05, saturation: 1.3), edge: .mirror,
      mask: mask, maskMode: maskMode, colorSpace: colorSpace)
    let smooth = Image(width: 37, height: 23, format: PixelFormat(.rgb, .unorm8, .opaque)) {
      for i in 0..<(37 * 23) {
        for c in 0..<3 { $0[3 * i + c] = UInt8(40 + 3 * (i % 37) + (2 + c) * (i / 37)) }
      }
    }
    let cpu = try renderer(.cpu).render(smooth, settings)
    let exact = try renderer(.reference).render(smooth, settings)
    cpu.pixels.withUnsafeBytes { a in
      exact.pixels.withUnsafeBytes { b in
        #expect(zip(a, b).allSatisfy { abs(Int($0) - Int($1)) <= (maskMode == .fade ? 1 : 2) })
      }
    }
  }

  @Test func aGPUOnASoftwareDriverIsRefused() {
    let error = #expect(throws: RendererError.self) {
      try Renderer(RendererRequest(backend: .gpu, device: "surfaceless", threads: 1))
    }
    #expect(error?.kind == .noDevice)
  }

  @Test func aSmallJobStartsNoGPU() throws {
    let renderer = try Renderer(RendererRequest(threads: 1, jobPixels: 1000))
    #expect(renderer.backend == .cpu && !renderer.reason.isEmpty)
  }
}
