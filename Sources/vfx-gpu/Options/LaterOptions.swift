/// Words of the full command line that this version does not have. Who uses
/// one is told so, instead of that it is unknown.
enum Later {
  private static let options: Set<String> = [
    "video-args"
  ]

  static func explain(option: String) -> String? {
    options.contains(option) ? "--\(option) is not part of this version of vfx-gpu" : nil
  }
}
