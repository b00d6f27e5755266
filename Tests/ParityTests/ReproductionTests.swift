import Foundation
import GPUEffectsGL
import GPUEffectsParity
import Testing

/// The C program of a failing row, compiled and run.
@Suite(.serialized) struct ReproductionTests {
  private static let lines = [
    "a/uniform: stress 13x9 rgb8 | blur 6 mirror, saturation 1.4, mask step | 8 bits, within 1",
    "a/deep: noise 11x8 rgba16 | blur 2 normalized | 16 bits, within 0.2",
    "a/gray: photo 10x7 gray8 | blur 12.5 | float, within 1",
    "a/scene: scene 20x16 white | [{\"image\":\"photo.png\"},{\"backdrop\":{\"values\":"
      + "{\"blurRadius\":3}},\"frame\":[2,2,14,10]}] | 8 bits, within 1",
  ]

  private func program(_ line: String) throws -> String? {
    try Reproduction.program(try Row(line), title: "a test") { try GLDevice.open(.surfaceless) }
  }

  /// Compiles and runs it.
  private func run(_ program: String) throws -> (status: Int32, text: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("vfx-parity-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try program.write(
      to: folder.appendingPathComponent("program.c"), atomically: true, encoding: .utf8)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [
      "-c",
      "cc -Wall -Wextra -Werror program.c -o program -lEGL -lGLESv2 -lgbm -lm && ./program",
    ]
    shell.currentDirectoryURL = folder
    let pipe = Pipe()
    (shell.standardOutput, shell.standardError) = (pipe, pipe)
    try shell.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    return (shell.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }

  /// What is right here is right there.
  @Test(arguments: lines)
  func aRightRowEndsWell(line: String) throws {
    let result = try run(try #require(try program(line)))
    #expect(result.status == 0, "\(result.text)")
    #expect(result.text.contains("0 of ") && result.text.contains("llvmpipe"), "\(result.text)")
  }

  /// It judges by itself: a wrong shader among the recorded ones is found.
  @Test(arguments: lines.prefix(3))
  func aWrongShaderIsFound(line: String) throws {
    let text = try #require(try program(line))
    let wrong = text.replacingOccurrences(
      of: "color *= opacity;", with: "color *= opacity * 0.9;")
    #expect(wrong != text)
    let result = try run(wrong)
    #expect(result.status == 1, "\(result.text)")
    #expect(!result.text.contains("\n0 of "))
  }

  @Test func whatRunsNoPlanHasNoProgram() throws {
    #expect(
      try program("a/b: scene 8x8 white | [{\"color\":\"black\"}] | 8 bits, within 1") == nil)
  }
}
