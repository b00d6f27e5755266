import GPUEffectsGL

package enum Reproduction {
  package static func program(_ row: Row, id: String, renderer: String) throws -> String? { nil }
}
