extension GLExecutor {
  /// Converts the source's samples to premultiplied cells.
  func load(_ step: Step) throws(GLError) {
    _ = try prepare(step.variant(.load), step)
    try draw(step)
  }
}
