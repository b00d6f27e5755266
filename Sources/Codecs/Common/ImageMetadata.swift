/// What a file says about its image beside the pixels, in terms that do not
/// depend on the file format. Nothing here is interpreted: it is carried from
/// the input to the output.
public struct ImageMetadata: Hashable, Sendable {
  public var profile: ICCProfile?
  public var codingPoints: ColorCodingPoints?
  /// Says that the colours are sRGB, and how they are best shown.
  public var sRGBIntent: RenderingIntent?
  /// The exponent that encoded the samples, in 1/100000: 45455 is 1/2.2.
  public var gamma: UInt32?
  public var chromaticities: Chromaticities?
  public var density: PixelDensity?
  /// In the order of the file.
  public var texts: [ImageText]
  /// An Exif block from its TIFF header ("II" or "MM") on. Its orientation is
  /// not applied to the pixels.
  public var exif: [UInt8]?

  public init(
    profile: ICCProfile? = nil, codingPoints: ColorCodingPoints? = nil,
    sRGBIntent: RenderingIntent? = nil, gamma: UInt32? = nil,
    chromaticities: Chromaticities? = nil, density: PixelDensity? = nil,
    texts: [ImageText] = [], exif: [UInt8]? = nil
  ) {
    self.profile = profile
    self.codingPoints = codingPoints
    self.sRGBIntent = sRGBIntent
    self.gamma = gamma
    self.chromaticities = chromaticities
    self.density = density
    self.texts = texts
    self.exif = exif
  }
}

/// An ICC colour profile as it stands in a file.
public struct ICCProfile: Hashable, Sendable {
  /// May be empty: formats other than PNG have no name.
  public var name: String
  public var bytes: [UInt8]

  public init(name: String = "", bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The colours by code points of ITU-T H.273, as in PNG's cICP chunk.
public struct ColorCodingPoints: Hashable, Sendable {
  public var primaries: UInt8
  public var transfer: UInt8
  public var matrix: UInt8
  public var isFullRange: Bool

  public init(primaries: UInt8, transfer: UInt8, matrix: UInt8 = 0, isFullRange: Bool = true) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }
}

/// How colours that a device lacks are replaced (ICC's four).
public enum RenderingIntent: UInt8, Hashable, Sendable {
  case perceptual = 0
  case relativeColorimetric = 1
  case saturation = 2
  case absoluteColorimetric = 3
}

/// CIE 1931 x and y of the white point and the primaries, in 1/100000.
public struct Chromaticities: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    public var x: UInt32
    public var y: UInt32

    public init(x: UInt32, y: UInt32) {
      self.x = x
      self.y = y
    }
  }
  public var white: Point
  public var red: Point
  public var green: Point
  public var blue: Point

  public init(white: Point, red: Point, green: Point, blue: Point) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }
}

/// Pixels per unit of length.
public struct PixelDensity: Hashable, Sendable {
  public enum Unit: UInt8, Hashable, Sendable {
    /// Only the ratio of x and y has a meaning.
    case unknown = 0
    case metre = 1
  }
  public var x: UInt32
  public var y: UInt32
  public var unit: Unit

  public init(x: UInt32, y: UInt32, unit: Unit) {
    self.x = x
    self.y = y
    self.unit = unit
  }
}

/// A named text: title, author, XMP and so on.
public struct ImageText: Hashable, Sendable {
  /// 1 to 79 characters of Latin-1 in PNG, such as "Author".
  public var keyword: String
  public var text: String
  /// Nil for a text of Latin-1 characters (PNG's tEXt and zTXt).
  public var international: International?
  /// Whether the file stores it compressed.
  public var isCompressed: Bool

  /// What belongs to a text in UTF-8 (PNG's iTXt).
  public struct International: Hashable, Sendable {
    /// As RFC 3066 writes it, such as "de-AT"; may be empty.
    public var language: String
    /// The keyword in that language; may be empty.
    public var keyword: String

    public init(language: String = "", keyword: String = "") {
      self.language = language
      self.keyword = keyword
    }
  }

  public init(
    keyword: String, text: String, international: International? = nil, isCompressed: Bool = false
  ) {
    self.keyword = keyword
    self.text = text
    self.international = international
    self.isCompressed = isCompressed
  }
}
