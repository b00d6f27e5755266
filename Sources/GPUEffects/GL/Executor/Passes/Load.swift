extension GLExecutor {
  /// Converts the source's samples to premultiplied cells.
  func load(_ step: Step) throws(GLError) {
    try draw(step, step.variant(.load))
  }
}
