import CPopt
import Glibc

/// Strings for C that live as long as this does.
final class CStrings {
  private var strings: [UnsafeMutablePointer<CChar>] = []

  func copy(_ text: String) -> UnsafePointer<CChar> { copy(Array(text.utf8)) }

  func copy(_ bytes: [UInt8]) -> UnsafePointer<CChar> {
    let string = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (i, byte) in bytes.enumerated() { string[i] = CChar(bitPattern: byte) }
    string[bytes.count] = 0
    strings.append(string)
    return UnsafePointer(string)
  }

  deinit { for string in strings { string.deallocate() } }
}

/// A command's options as popt takes them: one table that includes one for
/// each group. An option's `val` is its place in `syntax.options`, plus 1.
final class PoptTable {
  let entries: UnsafeMutablePointer<popt_option>
  private var groups: [UnsafeMutablePointer<popt_option>] = []
  private let strings = CStrings()

  init(_ syntax: CommandSyntax) {
    var val: Int32 = 0
    var included: [popt_option] = []
    for group in syntax.groups {
      var rows: [popt_option] = []
      for option in group.options {
        val += 1
        rows.append(Self.row(option, option.name, val, strings))
        for alias in option.aliases {
          var row = Self.row(option, alias, val, strings)
          row.shortName = 0
          row.argInfo |= UInt32(POPT_ARGFLAG_DOC_HIDDEN)
          rows.append(row)
        }
      }
      let table = Self.table(rows)
      groups.append(table)
      var include = popt_option()
      include.argInfo = UInt32(POPT_ARG_INCLUDE_TABLE)
      include.arg = UnsafeMutableRawPointer(table)
      include.descrip = strings.copy(group.title)
      included.append(include)
    }
    entries = Self.table(included)
  }

  deinit {
    for group in groups { group.deallocate() }
    entries.deallocate()
  }

  private static func row(
    _ option: Option, _ name: String, _ val: Int32, _ strings: CStrings
  ) -> popt_option {
    var row = popt_option()
    row.longName = strings.copy(name)
    if let short = option.short?.asciiValue { row.shortName = CChar(short) }
    row.val = val
    row.descrip = strings.copy(option.help)
    switch option.argument {
    case .none:
      row.argInfo = UInt32(POPT_ARG_NONE)
    case .required(let placeholder):
      row.argInfo = UInt32(POPT_ARG_STRING)
      row.argDescrip = strings.copy(placeholder)
    case .optional(let placeholder):
      row.argInfo = UInt32(POPT_ARG_STRING) | UInt32(POPT_ARGFLAG_OPTIONAL)
      row.argDescrip = strings.copy(placeholder)
    }
    return row
  }

  private static func table(_ rows: [popt_option]) -> UnsafeMutablePointer<popt_option> {
    let table = UnsafeMutablePointer<popt_option>.allocate(capacity: rows.count + 1)
    for (i, row) in rows.enumerated() { (table + i).initialize(to: row) }
    (table + rows.count).initialize(to: popt_option())
    return table
  }
}
