/// How many GL objects of an executor exist. Outlives the executor, so that
/// tests can see that none is left.
package final class LiveObjects {
  package internal(set) var textures = 0
  package internal(set) var framebuffers = 0
  package internal(set) var programs = 0
  package internal(set) var buffers = 0

  package var total: Int { textures + framebuffers + programs + buffers }
}
