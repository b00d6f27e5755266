package import GPUEffectsModel
import Glibc

/// Pictures made to be hard on a renderer, or easy to reason about. All are
/// pure functions of their size, so every run sees the same pixels.
package enum TestPattern {
  /// 8-bit samples from a function of position and channel.
  package static func image(
    _ width: Int, _ height: Int, _ channels: PixelFormat.Channels = .rgba,
    _ alpha: PixelFormat.Alpha = .premultiplied, sample: (Int, Int, Int) -> UInt8
  ) -> Image {
    Image(width: width, height: height, format: PixelFormat(channels, .unorm8, alpha)) { bytes in
      var i = 0
      for y in 0..<height {
        for x in 0..<width {
          for channel in 0..<channels.rawValue {
            bytes[i] = sample(x, y, channel)
            i += 1
          }
        }
      }
    }
  }

  /// One colour everywhere; `color` has one sample a channel.
  package static func constant(
    _ width: Int, _ height: Int, _ color: [UInt8], _ alpha: PixelFormat.Alpha
  ) -> Image {
    let channels = PixelFormat.Channels(rawValue: color.count) ?? .rgba
    return image(width, height, channels, alpha) { _, _, channel in color[channel] }
  }

  /// White in one pixel, black elsewhere; grey.
  package static func impulse(_ width: Int, _ height: Int, x: Int, y: Int) -> Image {
    image(width, height, .gray, .opaque) { i, j, _ in i == x && j == y ? 255 : 0 }
  }

  /// Every channel 0 or 255 at random. With alpha premultiplied, colour is
  /// black where alpha is 0.
  package static func noise(
    _ width: Int, _ height: Int, _ channels: PixelFormat.Channels, _ alpha: PixelFormat.Alpha,
    seed: UInt64 = 1
  ) -> Image {
    var random = SplitMix64(seed: seed)
    return premultiplied(
      image(width, height, channels, .straight) { _, _, _ in random.next() & 1 == 0 ? 0 : 255 },
      as: alpha)
  }

  /// A hard pattern in each channel: red is binary noise, green a zone plate,
  /// blue stripes of period 2 to 48 pixels, alpha hard checkers with lines of
  /// one pixel.
  package static func stress(
    _ width: Int, _ height: Int, _ channels: PixelFormat.Channels, _ alpha: PixelFormat.Alpha
  ) -> Image {
    var random = SplitMix64(seed: 2)
    let diameter = Double(max(width, height))
    let straight = image(width, height, channels, .straight) { x, y, channel in
      let isAlpha = channels.hasAlpha && channel == channels.rawValue - 1
      switch isAlpha ? 3 : channel {
      case 0: return random.next() & 1 == 0 ? 0 : 255
      case 1:
        // The rings' frequency rises to one cycle in two pixels at the border.
        let (dx, dy) = (Double(x) - Double(width) / 2, Double(y) - Double(height) / 2)
        return UInt8(127.5 + 127.5 * cos(.pi * (dx * dx + dy * dy) / diameter))
      case 2:
        let period = 2 + 46 * y / height
        return x % period < (period + 1) / 2 ? 255 : 0
      default:
        if x % 37 == 0 || y % 29 == 0 { return (x + y) % 2 == 0 ? 255 : 0 }
        return (x / 16 + y / 16) % 2 == 0 ? 255 : 0
      }
    }
    return premultiplied(straight, as: alpha)
  }

  /// Reads straight samples as the alpha kind asked for: multiplied by alpha,
  /// or unchanged with alpha 255 where opaque.
  private static func premultiplied(_ image: Image, as alpha: PixelFormat.Alpha) -> Image {
    var format = image.format
    format.alpha = format.channels.hasAlpha ? alpha : .opaque
    switch format.alpha {
    case .straight: return image
    case .premultiplied: return FloatImage(image).image(.unorm8, .premultiplied)
    case .opaque:
      return FloatImage(
        Image(width: image.width, height: image.height, format: format, pixels: image.pixels)
      ).image(.unorm8, .opaque)
    }
  }
}
