import GPUEffectsCodecs
import Glibc
import Testing

@testable import vfx_gpu

/// What is left when a batch does not come to its end.
struct InterruptionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func aSignalKeepsWhatIsFinished(signal: Int32, status: Int32) throws {
    let input = try folder.write(TestImages.png(width: 200, height: 200), to: "a.png")
    let child = try Child(
      [
        try Tool.program(), "render", input, "-o", folder["o/"], "--frames", "1000000", "--blur",
        "9", "--backend", "cpu", "--jobs", "6", Path("--json=\(folder["report.json"])"),
      ], input: "/dev/null", output: folder["out"], errors: folder["err"])
    var finished = 0
    while finished < 3 {
      usleep(10_000)
      finished = ((try? folder.names(in: "o")) ?? []).filter { $0.fileExtension == "png" }.count
    }
    child.send(signal)
    #expect(try child.wait() == status)
    let names = try folder.names(in: "o")
    #expect(names.allSatisfy { $0.fileExtension == "png" }, "\(names)")
    for name in names { _ = try PNG.decode(readFile(folder["o"].appending(name))) }
    let errors = String(decoding: try readFile(folder["err"]), as: UTF8.self)
    #expect(errors.contains("interrupted: rendered \(names.count), failed 0"))
    let report = String(decoding: try readFile(folder["report.json"]), as: UTF8.self)
    #expect(report.contains("\"interrupted\": true"))
  }

  /// A shell's background jobs ignore SIGINT.
  @Test func aSignalThatIsIgnoredStaysIgnored() throws {
    let input = try folder.write(TestImages.png(width: 200, height: 200), to: "a.png")
    let result = try Tool.shell(
      """
      trap '' INT
      "$vfx" render "$1" -o "$2" --frames 30 --blur 9 --backend cpu -q & p=$!
      while [ ! -e "$2/a_00000.png" ]; do sleep 0.01; done
      kill -INT $p; wait $p
      """, input, folder["o/"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(try folder.names(in: "o").count == 30)
  }

  /// Who never reads the messages can end the program all the same.
  @Test func aFullPipeOfMessagesHoldsNothingUp() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try Tool.shell(
      """
      mkfifo "$2/pipe"; sleep 60 < "$2/pipe" & reader=$!
      "$vfx" render "$1" -o "$2/o/" --frames 1000000 --backend cpu -v 2> "$2/pipe" & p=$!
      sleep 0.5; last=-1
      while now=$(ls "$2/o" | wc -l); [ "$now" != "$last" ]; do last=$now; sleep 0.3; done
      kill -TERM $p; wait $p; status=$?
      kill $reader; exit $status
      """, input, folder.path)
    #expect(result.status == 143, "\(result.errors)")
    #expect(try folder.names(in: "o").allSatisfy { $0.fileExtension == "png" })
  }

  @Test func aFullDeviceFailsInOneSentence() throws {
    let input = try folder.write(TestImages.png(), to: "a.png")
    let result = try Tool.run("render", input, "-o", "/dev/full", "-q")
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1 && result.errors.contains("no space left"))
  }

  /// Mounting needs the superuser.
  @Test(.enabled(if: geteuid() == 0))
  func aFullDiskStopsTheBatch() throws {
    for n in 0..<40 {
      try folder.write(TestImages.noise(width: 300, height: 100), to: Path("in/\(n).png"))
    }
    // A file system of its own, seen by the program alone.
    let result = try Tool.shell(
      """
      unshare --mount /bin/sh -c '
        mkdir "$1/small" && mount -t tmpfs -o size=400k none "$1/small" || exit 99
        "$vfx" render "$1/in" -o "$1/small" --backend cpu; status=$?
        ls -a "$1/small"; exit $status
      ' sh "$1"
      """, folder.path)
    #expect(result.status == 1, "\(result.errors)")
    #expect(result.errors.contains("no space left on the disk"))
    #expect(result.errors.contains("stopped early"))
    #expect(!result.text.contains(".tmp"))
    let kept = result.text.split(separator: "\n").filter { $0.hasSuffix(".png") }.count
    #expect(kept > 0 && kept < 40)
    #expect(result.errors.contains("rendered \(kept), failed "))
  }

  @Test func aFileSizeLimitIsAFailureOfTheFile() throws {
    let input = try folder.write(TestImages.noise(width: 100, height: 100), to: "a.png")
    let result = try Tool.shell(
      "ulimit -f 8; \"$vfx\" render \"$1\" -o \"$2\" --backend cpu -q", input,
      folder["b.png"])
    #expect(result.status == 1)
    #expect(result.errors.contains("larger than allowed"))
    #expect(try folder.names() == ["a.png"])
  }
}
