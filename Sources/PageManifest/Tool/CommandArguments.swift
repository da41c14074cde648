/// The words of a command line of `page-manifest`.
struct CommandArguments: Equatable {
  /// Why a command line cannot be used.
  struct UsageError: Error, Equatable {
    var reason: String
  }

  var manifest = ""
  var glue: String?
  var assembly: String?
  var header: String?
  var help = false

  init(_ words: some Sequence<String>) throws(UsageError) {
    var paths: [String] = []
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      switch word {
      case "--help", "-h": help = true
      case "--assembly": assembly = try Self.value(of: word, from: &rest)
      case "--header": header = try Self.value(of: word, from: &rest)
      case _ where word.hasPrefix("-"): throw UsageError(reason: "unknown option '\(word)'")
      default: paths.append(word)
      }
    }
    if help { return }
    guard let first = paths.first else { throw UsageError(reason: "no PAGE.JSON is given") }
    guard paths.count <= 2 else { throw UsageError(reason: "unexpected argument '\(paths[2])'") }
    manifest = first
    glue = paths.count == 2 ? paths[1] : nil
  }

  private static func value(
    of option: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("-") else {
      throw UsageError(reason: "'\(option)' needs the path of a file")
    }
    return value
  }
}
