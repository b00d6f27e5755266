import CEGL
import Glibc

/// A driver in place of EGL and GBM that notes each call and fails where it is
/// told to. There is one, because C functions carry no state: suites that use
/// it stand below ``FakeDriverTests``, one test at a time.
struct FakeDriver {
  struct Device {
    var extensions: String
    var card: String?
    var renderNode: String?
    var cuda: Int?
    var uuid: [UInt8]?
  }

  var calls: [String] = []
  /// The place in `calls` of the one that fails.
  var failing: Int?
  var devices: [Device] = []
  var clientExtensions =
    "EGL_EXT_platform_base EGL_EXT_device_enumeration EGL_EXT_platform_device "
    + "EGL_KHR_platform_gbm EGL_MESA_platform_surfaceless"
  var displayExtensions = "EGL_KHR_surfaceless_context EGL_KHR_no_config_context"
  var configs: EGLint = 1
  var strings = [
    GL_VERSION: "OpenGL ES 3.0 Fake 1.0", GL_VENDOR: "Fake vendor", GL_RENDERER: "Fake renderer",
  ]
  var error = EGL_BAD_ALLOC
  /// Written to file descriptor 2 by eglInitialize.
  var chatter = ""
  var nodeDescriptor: Int32 = -1
  var current: EGLContext?

  /// Notes the call; whether it is to succeed.
  mutating func succeeds(_ call: String) -> Bool {
    calls.append(call)
    return calls.count - 1 != failing
  }

  static var libraries: cegl_libraries {
    var libraries = cegl_libraries()
    libraries.gbm = gbmTable
    libraries.egl = eglTable
    return libraries
  }
}

nonisolated(unsafe) var fake = FakeDriver()

private func handle(_ number: Int) -> OpaquePointer? { OpaquePointer(bitPattern: number) }
private func truth(_ value: Bool) -> EGLBoolean { EGLBoolean(value ? EGL_TRUE : EGL_FALSE) }

/// nil where the list of names and values, ended by EGL_NONE, lacks `name`.
private func value(of name: EGLint, in attributes: UnsafePointer<EGLint>?) -> EGLint? {
  guard var pair = attributes else { return nil }
  while pair[0] != EGL_NONE {
    if pair[0] == name { return pair[1] }
    pair += 2
  }
  return nil
}

/// Text that stays, as a driver's does.
private func kept(_ text: String?) -> UnsafePointer<CChar>? {
  text.map { UnsafePointer(strdup($0)) }
}

private let gbmTable = {
  var gbm = cegl_gbm()
  gbm.create_device = { descriptor in
    fake.nodeDescriptor = descriptor
    let succeeds = fake.succeeds("gbm_create_device")
    // Left behind by success, too.
    errno = ENOTTY
    return succeeds ? handle(0x100) : nil
  }
  gbm.device_destroy = { _ in
    let isOpen = fcntl(fake.nodeDescriptor, F_GETFD) != -1
    fake.calls.append(isOpen ? "gbm_device_destroy" : "gbm_device_destroy after close")
  }
  return gbm
}()

private let eglTable = {
  var egl = cegl_egl()
  egl.GetError = { fake.error }
  egl.QueryString = { display, _ in
    let which = display == nil ? "client" : "display"
    guard fake.succeeds("eglQueryString(\(which))") else { return nil }
    return kept(display == nil ? fake.clientExtensions : fake.displayExtensions)
  }
  egl.GetPlatformDisplayEXT = { platform, native, _ in
    if fake.succeeds("eglGetPlatformDisplay") {
      return UnsafeMutableRawPointer(bitPattern: 0x20000 + Int(bitPattern: native))
    }
    fake.error = EGL_SUCCESS
    return nil
  }
  egl.Initialize = { _, _, _ in
    _ = fake.chatter.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    return truth(fake.succeeds("eglInitialize"))
  }
  egl.Terminate = { _ in truth(fake.succeeds("eglTerminate")) }
  egl.BindAPI = { _ in truth(fake.succeeds("eglBindAPI")) }
  egl.ChooseConfig = { _, attributes, config, _, count in
    // As Mesa does for a kind of surface that the platform lacks, and an
    // attribute left out stands for windows.
    let suits = value(of: EGL_SURFACE_TYPE, in: attributes) == 0
    config?.pointee = UnsafeMutableRawPointer(bitPattern: 0x300)
    count?.pointee = suits ? fake.configs : 0
    return truth(fake.succeeds("eglChooseConfig"))
  }
  egl.CreateContext = { _, config, _, _ in
    let succeeds = fake.succeeds("eglCreateContext")
    return succeeds ? UnsafeMutableRawPointer(bitPattern: 0x400) : nil
  }
  egl.DestroyContext = { _, _ in truth(fake.succeeds("eglDestroyContext")) }
  egl.MakeCurrent = { _, _, _, context in
    guard let context else {
      fake.current = nil
      return truth(fake.succeeds("eglMakeCurrent(none)"))
    }
    let succeeds = fake.succeeds("eglMakeCurrent")
    if succeeds { fake.current = context }
    return truth(succeeds)
  }
  egl.GetCurrentContext = { fake.current }
  egl.GetCurrentDisplay = { nil }
  egl.GetProcAddress = { name in
    let name = name.map { String(cString: $0) } ?? ""
    return fake.succeeds("eglGetProcAddress(\(name))") ? function(name) : nil
  }
  egl.QueryDevicesEXT = { capacity, devices, count in
    let number = min(Int(capacity), fake.devices.count)
    for index in 0..<number { devices?[index] = UnsafeMutableRawPointer(bitPattern: index + 1) }
    count?.pointee = EGLint(number)
    return truth(fake.succeeds("eglQueryDevicesEXT"))
  }
  egl.QueryDeviceStringEXT = { device, name in
    let device = fake.devices[Int(bitPattern: device) - 1]
    switch name {
    case EGL_EXTENSIONS: return kept(device.extensions)
    case EGL_DRM_DEVICE_FILE_EXT: return kept(device.card)
    case EGL_DRM_RENDER_NODE_FILE_EXT: return kept(device.renderNode)
    default: return nil
    }
  }
  egl.QueryDeviceAttribEXT = { device, name, value in
    guard name == EGL_CUDA_DEVICE_NV,
      let cuda = fake.devices[Int(bitPattern: device) - 1].cuda
    else { return truth(false) }
    value?.pointee = cuda
    return truth(true)
  }
  egl.QueryDeviceBinaryEXT = { device, name, capacity, value, size in
    guard name == EGL_DEVICE_UUID_EXT, capacity >= 16,
      let uuid = fake.devices[Int(bitPattern: device) - 1].uuid
    else { return truth(false) }
    value?.copyMemory(from: uuid, byteCount: 16)
    size?.pointee = 16
    return truth(true)
  }
  return egl
}()

private typealias Function = @convention(c) () -> Void

/// glGetString for what is read from it; everything else does nothing.
private func function(_ name: String) -> Function {
  guard name == "glGetString" else {
    let nothing: @convention(c) () -> Int = { 0 }
    return unsafeBitCast(nothing, to: Function.self)
  }
  let getString: @convention(c) (GLenum) -> UnsafePointer<CChar>? = { name in
    fake.succeeds("glGetString") ? kept(fake.strings[Int32(name)]) : nil
  }
  return unsafeBitCast(getString, to: Function.self)
}
