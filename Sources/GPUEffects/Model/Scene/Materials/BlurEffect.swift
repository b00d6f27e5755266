/// Light or dark appearance of the interface.
public enum InterfaceStyle: String, CaseIterable, Hashable, Sendable {
  case light
  case dark
}

/// UIKit's blur effect: names and raw values of `UIBlurEffect.Style`.
public enum BlurEffect {
  public enum Style: Int, CaseIterable, Hashable, Sendable {
    case extraLight = 0
    case light = 1
    case dark = 2
    case regular = 4
    case prominent = 5
    case systemUltraThinMaterial = 6
    case systemThinMaterial = 7
    case systemMaterial = 8
    case systemThickMaterial = 9
    case systemChromeMaterial = 10
    case systemUltraThinMaterialLight = 11
    case systemThinMaterialLight = 12
    case systemMaterialLight = 13
    case systemThickMaterialLight = 14
    case systemChromeMaterialLight = 15
    case systemUltraThinMaterialDark = 16
    case systemThinMaterialDark = 17
    case systemMaterialDark = 18
    case systemThickMaterialDark = 19
    case systemChromeMaterialDark = 20
  }
}

extension BlurEffect.Style {
  /// UIKit's name.
  public var name: String { String(describing: self) }

  /// The style of UIKit's name or of SwiftUI's material (`regularMaterial`,
  /// `bar`), or nil.
  public init?(named name: String) {
    guard let style = Self.named[name] else { return nil }
    self = style
  }

  private static let named: [String: Self] = {
    var named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })
    named["ultraThinMaterial"] = .systemUltraThinMaterial
    named["thinMaterial"] = .systemThinMaterial
    named["regularMaterial"] = .systemMaterial
    named["thickMaterial"] = .systemThickMaterial
    named["bar"] = .systemChromeMaterial
    return named
  }()

  /// The style that doesn't depend on the interface any more.
  public func resolved(for interface: InterfaceStyle) -> Self {
    switch self {
    case .regular: interface == .light ? .light : .dark
    case .prominent: interface == .light ? .extraLight : .dark
    case .systemUltraThinMaterial, .systemThinMaterial, .systemMaterial, .systemThickMaterial,
      .systemChromeMaterial:
      // The light and the dark variants follow in the same order, five apart.
      Self(rawValue: rawValue + (interface == .light ? 5 : 10)) ?? self
    default: self
    }
  }

  /// Whether the style looks light or dark where the interface is `interface`.
  public func tone(for interface: InterfaceStyle) -> InterfaceStyle {
    switch resolved(for: interface) {
    case .dark, .systemUltraThinMaterialDark, .systemThinMaterialDark, .systemMaterialDark,
      .systemThickMaterialDark, .systemChromeMaterialDark:
      .dark
    default: .light
    }
  }
}

/// A layer with one of UIKit's blur effects.
public struct Material: Hashable, Sendable {
  public var style: BlurEffect.Style
  /// nil is the canvas's.
  public var interfaceStyle: InterfaceStyle?
  /// nil is the canvas's.
  public var reduceTransparency: Bool?

  public init(
    style: BlurEffect.Style, interfaceStyle: InterfaceStyle? = nil,
    reduceTransparency: Bool? = nil
  ) {
    self.style = style
    self.interfaceStyle = interfaceStyle
    self.reduceTransparency = reduceTransparency
  }
}
