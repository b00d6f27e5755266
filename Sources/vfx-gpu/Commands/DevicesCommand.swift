import GPUEffects

/// `vfx-gpu devices`: what could render here, and for what can't, why.
enum DevicesCommand {
  static func run(_ arguments: ParsedArguments) throws(CommandError) -> ExitStatus {
    guard arguments.operands.isEmpty else {
      throw .usage("'\(arguments.operands[0])': devices takes no operands")
    }
    let report = ReportDestination(arguments)
    let console = Console(command: "devices", level: Console.Level(arguments))
    let devices = examineDevices()
    for device in devices where !device.driverText.isEmpty {
      console.detail("\(device.id): \(printable(Array(device.driverText.utf8)))")
    }
    try report?.write(json(devices))
    if report != .standardOutput { try Console.print(listing(devices)) }
    return .done
  }

  /// The listing for people: a table of what is usable, the CPU last, then why
  /// the rest is not.
  static func listing(_ devices: [DeviceCandidate]) -> String {
    let usable = devices.filter { $0.isUsable && $0.failure == nil }
    var rows = [["", "DEVICE", "KIND", "TEST", "RENDERER"]]
    for device in usable {
      rows.append([
        String(device.index), device.id, device.isSoftware ? "software" : "GPU", "passed",
        device.renderer ?? "",
      ])
    }
    rows.append(["-", "--backend cpu", "CPU", "", "\(availableProcessors()) threads"])
    var text = "Can render:\n" + table(rows)
    let rest = devices.filter { !$0.isUsable || $0.failure != nil }
    if !rest.isEmpty {
      text += "\nCan't:\n"
      for device in rest {
        text += wrapped("\(device.id): \(device.reason ?? device.failure ?? "")", indent: 2)
      }
    }
    if !usable.contains(where: { !$0.isSoftware }) {
      text +=
        usable.isEmpty
        ? "\nThere is no GPU here; render uses the CPU.\n"
        : "\nThere is no hardware GPU here; render uses the CPU unless it is given\n"
          + "--backend gpu --allow-software.\n"
    }
    return text
  }

  static func json(_ devices: [DeviceCandidate]) -> JSON {
    .object([
      ("command", .string("devices")),
      ("version", .string(version)),
      ("processors", .integer(availableProcessors())),
      ("devices", .array(devices.map(\.json))),
    ])
  }

  /// Columns, two spaces apart.
  private static func table(_ rows: [[String]]) -> String {
    let widths = (0..<(rows.first?.count ?? 0)).map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      var line = zip(row, widths)
        .map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return "  " + line + "\n"
    }.joined()
  }

  /// A sentence in lines of at most 80 columns, all but the first indented more.
  private static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.count + 1 + word.count > 80, line.contains(where: { $0 != " " }) {
        lines.append(line)
        line = margin + "  "
      }
      line += (line.last == " " || line.isEmpty ? "" : " ") + word
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }
}

extension DeviceCandidate {
  /// Why its test picture was wrong.
  fileprivate var failure: String? {
    if case .failed(let reason) = probe { reason } else { nil }
  }

  fileprivate var json: JSON {
    .object([
      ("index", .integer(index)),
      ("id", .string(id)),
      ("platform", .string(platform.rawValue)),
      ("usable", .bool(isUsable)),
      ("reason", .optional(reason)),
      ("test", .optional(probe.map { $0 == .passed ? "passed" : "failed" })),
      ("testReason", .optional(failure)),
      ("software", .bool(isSoftware)),
      ("vendor", .optional(vendor)),
      ("renderer", .optional(renderer)),
      ("glVersion", .optional(glVersion)),
      ("node", .optional(node)),
      ("pciAddress", .optional(pciAddress)),
      ("uuid", .optional(uuid)),
      ("cudaOrdinal", .optional(cudaOrdinal)),
    ])
  }
}

extension CommandSyntax {
  static let devices = CommandSyntax(
    name: "devices", usage: "[options]",
    introduction: """
      Lists everything that could render here, and for what can't, why. The names in
      the column DEVICE, and the numbers before them, are what --device takes.

      Each device renders a test picture of a few hundred pixels, which must come out
      as on the CPU. render and animate refuse a GPU where it doesn't; parity says
      what else is wrong with it.

      """,
    groups: [plainReporting],
    notes: """
      The report of --json has the keys command, version, processors and devices, a
      list of {index, id, platform, usable, reason, test (passed or failed),
      testReason, software, vendor, renderer, glVersion, node, pciAddress, uuid,
      cudaOrdinal}.

      Exit status: 0, also where there is no GPU.

      """)
}
