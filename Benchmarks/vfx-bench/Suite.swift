import GPUEffects
import GPUEffectsGL
import GPUEffectsMeasuring
import Glibc

/// Times cases in turns and prints a row for each.
///
/// The cases of one picture and backend take turns, in another order each
/// round, with the yardsticks among them: what else the machine does in the
/// meantime meets all alike, and ratios hold even where times don't.
struct Suite {
  private let arguments: Arguments
  private let machine = Hardware.this
  private let commit: String
  private let load = Hardware.load

  init(_ arguments: Arguments) {
    self.arguments = arguments
    commit = arguments.last("--commit") ?? "unknown"
  }

  func run() throws {
    let filters = arguments.all("--filter")
    let cases = Case.all.filter { benchmark in filters.allSatisfy { benchmark.name.contains($0) } }
    guard !cases.isEmpty else { throw BenchmarkError("No case has that in its name.") }
    print(
      "\(machine.processor), \(machine.vectors), \(machine.processors) CPUs, load "
        + "\(fixed(load, digits: 1)), commit \(commit), "
        + "\(Picture.width)x\(Picture.height), \(arguments.threads) threads")
    for backend in [Backend.cpu, .gpu] {
      for picture in Picture.allCases {
        let group = cases.filter { $0.backend == backend && $0.picture == picture }
        guard !group.isEmpty else { continue }
        do {
          try run(group, picture, backend)
        } catch  where backend == .gpu && error is GLError {
          say("\(picture.rawValue) on the GPU: \(error)")
        }
      }
    }
  }

  private func run(_ group: [Case], _ picture: Picture, _ backend: Backend) throws {
    let bench = try Bench(backend, arguments)
    let image = try picture.make()
    let copy = MemoryCopy(image, threads: arguments.threads)
    let drawing = try bench.renderer.glExecutor.map { try Drawing($0, image) }
    print("\n\(picture.rawValue), \(bench.driver)\n\(heading(drawing != nil))")

    var contenders = group.map { Contender($0) }
    for contender in contenders { try contender.call(bench, image) }
    var copies = Times()
    for _ in 0..<arguments.number("--rounds", default: 15) {
      for i in contenders.indices.shuffled() where contenders[i].wantsMore {
        copies.measure { copy.run() }
        try drawing?.timeCopy()
        try contenders[i].time(bench, image, drawing)
      }
      if picture == .rgba8, group.contains(where: { $0.look.sigma == Drawing.naiveSigma }) {
        try drawing?.timeNaiveBlur()
      }
    }

    for contender in contenders {
      var row = identity(contender.benchmark, bench)
      row["state"] = .text("steady")
      row.set(contender.times)
      row["memcpy_ms"] = .number(copies.median)
      row["ratio_to_memcpy"] = .number(contender.times.median / copies.median)
      if let drawing { drawing.describe(contender, in: &row) }
      try publish(row, drawing != nil)
    }
    try runFirstCalls(group, bench, drawing != nil)
  }

  /// First calls and memory, in fresh processes, for a few of the cases: what
  /// they find out hardly depends on sigma.
  private func runFirstCalls(_ group: [Case], _ bench: Bench, _ isDrawn: Bool) throws {
    for benchmark in group where ["blur-2", "blur-20", "fused-20"].contains(benchmark.look.name) {
      var (starts, firsts, pictures) = (Times(), Times(), Times())
      for _ in 0..<5 {
        let call = try FirstCall.inFreshProcess(benchmark, arguments)
        starts.add(call.start)
        firsts.add(call.first)
        pictures.add(call.pictures)
      }
      var row = identity(benchmark, bench)
      row["state"] = .text("first")
      row.set(firsts)
      row["renderer_ms"] = .number(starts.median)
      row["memory_pictures"] = .number(pictures.median)
      try publish(row, isDrawn)
    }
  }

  private func identity(_ benchmark: Case, _ bench: Bench) -> Row {
    var row = Row()
    row["case"] = .text(benchmark.name)
    row["width"] = .integer(Picture.width)
    row["height"] = .integer(Picture.height)
    row["sigma"] = .number(benchmark.look.sigma)
    row["driver"] = .text(bench.driver)
    row["processor"] = .text(machine.processor)
    row["vectors"] = .text(machine.vectors)
    row["processors"] = .integer(machine.processors)
    row["threads"] = .integer(arguments.threads)
    row["load"] = .number(load)
    row["commit"] = .text(commit)
    return row
  }

  private func publish(_ row: Row, _ isDrawn: Bool) throws {
    print(columns(isDrawn).map { row.column($0.name, width: $0.width) }.joined(separator: " "))
    fflush(nil)
    guard let path = arguments.last("--json") else { return }
    try (row.json + "\n").utf8CString.dropLast().withUnsafeBytes {
      try writeFile(path, $0, appending: true)
    }
  }

  private func columns(_ isDrawn: Bool) -> [(name: String, width: Int)] {
    [("case", 26), ("state", 6), ("min_ms", 8), ("p10_ms", 8), ("median_ms", 9), ("p90_ms", 8)]
      + [("ratio_to_memcpy", 15)]
      + (isDrawn
        ? [("draw_ms", 8), ("upload_ms", 9), ("readback_ms", 11), ("ratio_to_copy_pass", 18)] : [])
      + [("renderer_ms", 11), ("memory_pictures", 15)]
  }

  private func heading(_ isDrawn: Bool) -> String {
    columns(isDrawn).map { name, width in
      name == "case" || name == "state"
        ? name + spaces(width - name.count) : spaces(width - name.count) + name
    }.joined(separator: " ")
  }
}
