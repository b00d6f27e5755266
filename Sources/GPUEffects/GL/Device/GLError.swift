import CEGL
import Glibc

/// Why something on the way to the GPU failed.
public struct GLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose code it is.
  public enum Source: Hashable, Sendable {
    /// errno.
    case system
    /// EGL or OpenGL ES.
    case driver
    /// A shared library is missing; no code.
    case library
    /// The driver lacks something; no code.
    case missing
    /// No device fits; no code, the detail is the whole sentence.
    case absent
  }

  public var source: Source
  /// The call that failed, such as `eglInitialize`, or what was being done.
  public var operation: String
  /// 0 where there is none.
  public var code: Int
  /// `EGL_NOT_INITIALIZED`, `GL_OUT_OF_MEMORY`, `EACCES`; empty without a code.
  public var codeName: String
  /// What it was done to: a device node, an extension, the loader's words.
  public var detail: String
  /// What the driver said, often several lines; may be empty.
  public var driverText: String

  /// An error that OpenGL ES reported: from glGetError, or a framebuffer's status.
  package init(_ operation: String, code: UInt32, driverText: String = "") {
    self.init(.driver, operation, code: Int(code), driverText: driverText)
  }

  /// Something the driver lacks or refuses without a code, such as a shader
  /// that it does not compile.
  package init(_ operation: String, driverText: String) {
    self.init(.missing, operation, driverText: driverText)
  }

  /// No device fits, for the reason `sentence`.
  package init(absent sentence: String) { self.init(.absent, "", detail: sentence) }

  init(
    _ source: Source, _ operation: String, code: Int = 0, detail: String = "",
    driverText: String = ""
  ) {
    self.source = source
    self.operation = operation
    self.code = code
    self.detail = detail
    self.driverText = driverText
    switch source {
    case .system: codeName = systemCodeName(code)
    case .driver: codeName = GPUEffectsGL.codeName(code)
    case .library, .missing, .absent: codeName = ""
    }
  }

  init(_ error: cegl_error, driverText: String = "") {
    let source: Source =
      switch error.domain {
      case CEGL_DOMAIN_SYSTEM: .system
      case CEGL_DOMAIN_EGL: .driver
      case CEGL_DOMAIN_LIBRARY: .library
      default: .missing
      }
    self.init(
      source, text(error.operation), code: Int(error.code), detail: text(error.detail),
      driverText: driverText)
  }

  /// One sentence: what failed, where, what to do about it.
  public var description: String {
    switch source {
    case .system: systemDescription
    case .driver: driverDescription
    case .library: libraryDescription
    case .missing: missingDescription
    case .absent: detail
    }
  }

  private var systemDescription: String {
    switch (operation, Int32(truncatingIfNeeded: code)) {
    case (_, EACCES), (_, EPERM):
      "\(detail) may not be opened by this user (\(codeName)): join the group that owns it, "
        + "usually render or video."
    case ("gbm_create_device", EINVAL):
      "\(detail) is no device node (gbm_create_device: EINVAL)."
    case ("gbm_create_device", ENOENT):
      "Mesa has no driver for \(detail) (gbm_create_device: ENOENT): install libgl1-mesa-dri."
    case (_, ENOENT):
      "\(detail) does not exist (ENOENT)."
    case (_, ENXIO), (_, ENODEV):
      "No kernel driver stands behind \(detail) (\(codeName))."
    default:
      "\(operation) failed on \(detail) (\(codeName))."
    }
  }

  private var driverDescription: String {
    let place = detail.isEmpty ? "" : " on \(detail)"
    let words = lastLine.isEmpty ? "" : ": \(lastLine)"
    if operation == "eglGetPlatformDisplay", code == Int(EGL_SUCCESS) {
      return "EGL has no driver for this device\(place) (eglGetPlatformDisplay: EGL_NO_DISPLAY)."
    }
    return "\(operation) failed\(place) with \(codeName)\(words)."
  }

  private var libraryDescription: String {
    let packages = operation.hasPrefix("libgbm") ? "libgbm1" : "libegl1 and libegl-mesa0"
    return "\(operation) can't be loaded (\(detail)): install \(packages), or the GPU vendor's "
      + "driver."
  }

  private var missingDescription: String {
    switch operation {
    case "eglGetPlatformDisplay":
      return "No EGL driver here has \(detail): install libegl-mesa0, or the GPU vendor's driver."
    case "eglQueryString":
      return "The driver lacks \(detail), without which it can't render off-screen."
    case "glGetString(GL_VERSION)":
      return "The driver offers \(detail.isEmpty ? "no OpenGL ES" : detail), but OpenGL ES 3.0 "
        + "or later is needed."
    default:
      let words = [detail, lastLine].filter { !$0.isEmpty }.joined(separator: ", ")
      return "\(operation) failed: \(words.isEmpty ? "the driver gives no reason" : words)."
    }
  }

  private var lastLine: String {
    let line = driverText.split(whereSeparator: \.isNewline).last ?? ""
    return line.last == "." ? String(line.dropLast()) : String(line)
  }
}

/// The text in a C array of characters.
func text<Characters>(_ characters: Characters) -> String {
  withUnsafeBytes(of: characters) { bytes in
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}
