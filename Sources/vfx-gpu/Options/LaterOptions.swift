/// Words of the full command line that this version does not have. Who uses
/// one is told so, instead of that it is unknown.
enum Later {
  static let commands = ["parity"]

  private static let options: Set<String> = [
    "quality", "video-args", "yuv-matrix", "size",
  ]

  static func explain(option: String) -> String? {
    options.contains(option) ? "--\(option) is not part of this version of vfx-gpu" : nil
  }

  static func explain(command: String) -> String? {
    commands.contains(command) ? "'\(command)' is not part of this version of vfx-gpu" : nil
  }
}
