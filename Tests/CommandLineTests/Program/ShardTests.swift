import Testing

@testable import vfx_gpu

/// Several processes, each with its share.
struct ShardTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for n in 0..<11 { try folder.write(TestImages.png(width: 5 + n), to: Path("in/\(n).png")) }
  }

  private func render(_ out: Path, _ more: [Path], environment: [String] = []) throws -> Tool.Result
  {
    try Tool.run(
      ["render", folder["in"], "-o", folder[out], "--blur", "2"] + more, environment: environment)
  }

  private func pictures(_ out: Path) throws -> [Path: [UInt8]] {
    var pictures: [Path: [UInt8]] = [:]
    for name in try namesInFolder(folder[out]) where name.fileExtension == "png" {
      pictures[name] = try readFile(folder[out].appending(name))
    }
    return pictures
  }

  @Test func sharesAreDisjointAndMakeAWhole() throws {
    #expect(try render("whole/", []).status == 0)
    for share: Path in ["2/3", "0/3", "1/3"] {
      #expect(try render("out/", ["--shard", share]).status == 0)
    }
    #expect(try pictures("out") == pictures("whole"))
  }

  @Test func animationsAreSharedToo() throws {
    func run(_ out: Path, _ more: Path...) throws -> Int32 {
      try Tool.run(
        ["render", folder["in/3.png"], "-o", folder[out], "--blur", "5", "--frames", "10"] + more
      ).status
    }
    #expect(try run("whole/") == 0)
    for share: Path in ["0/4", "1/4", "2/4", "3/4"] {
      #expect(try run("out/", "--shard", share) == 0)
    }
    #expect(try pictures("out") == pictures("whole"))
  }

  @Test func slurmsArraysAreUnderstood() throws {
    #expect(try render("whole/", []).status == 0)
    for task in 5...8 {
      let result = try render(
        "out/", ["--shard", "auto"],
        environment: [
          "SLURM_ARRAY_TASK_ID=\(task)", "SLURM_ARRAY_TASK_MIN=5", "SLURM_ARRAY_TASK_COUNT=4",
        ])
      #expect(result.status == 0, "\(result.errors)")
    }
    #expect(try pictures("out") == pictures("whole"))
    // A single task that is run again sees an array of itself alone.
    let before = try pictures("out")
    let again = try render(
      "out/", ["--shard", "auto", "-y"],
      environment: [
        "SLURM_ARRAY_TASK_ID=7", "SLURM_ARRAY_TASK_MIN=7", "SLURM_ARRAY_TASK_COUNT=1",
      ])
    #expect(again.status == 0 && again.errors.contains("rendered 3,"))
    #expect(try pictures("out") == before)
  }

  @Test(
    arguments: [
      (["VFX_SHARD=1", "VFX_SHARD_COUNT=4"], 3),
      (["JOB_COMPLETION_INDEX=3", "VFX_SHARD_COUNT=4"], 2),
    ] as [([String], Int)])
  func theEnvironmentAssignsShares(environment: [String], count: Int) throws {
    #expect(try render("out/", ["--shard", "auto"], environment: environment).status == 0)
    #expect(try pictures("out").count == count)
  }

  /// Without the option the environment says nothing.
  @Test func theEnvironmentAloneChangesNothing() throws {
    #expect(try render("out/", [], environment: ["VFX_SHARD=1", "VFX_SHARD_COUNT=4"]).status == 0)
    #expect(try pictures("out").count == 11)
  }

  @Test func sharesOfAnotherBatchAreRefused() throws {
    #expect(try render("out/", ["--shard", "0/3"]).status == 0)
    let before = try pictures("out")
    for other: [Path] in [
      ["--shard", "1/4"], ["--shard", "1/3", "--brightness", "0.1"],
      ["--shard", "1/3", "--backend", "reference"],
    ] {
      let result = try render("out/", other)
      #expect(result.status == 2 && result.errors.contains(".vfx-gpu-run"), "\(result.errors)")
    }
    #expect(try pictures("out") == before)
  }

  @Test(
    arguments: [
      ["--shard", "3/3"], ["--shard", "1"], ["--shard", "-1/3"], ["--shard", "1/0"],
      ["--shard", "auto"],
    ] as [[Path]])
  func whatIsNoShareIsRefused(arguments: [Path]) throws {
    #expect(try render("out/", arguments).status == 2)
    #expect((try? namesInFolder(folder["out"]))?.contains { $0.fileExtension == "png" } != true)
  }

  @Test func aSingleOutputHasNoShares() throws {
    let result = try Tool.run(
      "render", folder["in/1.png"], "-o", folder["o.png"], "--shard", "0/2")
    #expect(result.status == 2 && (try? FileStatus(of: folder["o.png"])) == nil)
  }

  @Test func aRunFileIsReadAsItIsWritten() {
    let file = RunFile(shardCount: 37, firstIndex: 5, settings: "00ff", backend: "cpu")
    #expect(RunFile(file.text) == file)
    for broken in ["", "vfx-gpu-run 1", file.text + "more 1\n"] { #expect(RunFile(broken) == nil) }
  }
}
