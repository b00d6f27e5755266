package import CEGL

/// The entry points of EGL and GBM: the system's, or what a test puts in
/// their place. Lives as long as the process, because contexts point into it.
package struct GLLibraries: @unchecked Sendable {
  package let tables: UnsafePointer<cegl_libraries>

  /// What this machine has, loaded at the first use.
  package static let system = GLLibraries(loader: nil)

  package init(loader: UnsafePointer<cegl_loader>?) {
    let tables = UnsafeMutablePointer<cegl_libraries>.allocate(capacity: 1)
    cegl_load(tables, loader)
    self.tables = UnsafePointer(tables)
  }

  package init(_ libraries: cegl_libraries) {
    let tables = UnsafeMutablePointer<cegl_libraries>.allocate(capacity: 1)
    tables.initialize(to: libraries)
    self.tables = UnsafePointer(tables)
  }
}
