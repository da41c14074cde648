import Foundation
import Testing

/// A way through the app in a real terminal, by keyboard alone, with the golden screens that are on it.
///
/// What is shown is waited for: a screen is on the way when it is as the golden one, and only then the next key is
/// pressed. `UPDATE_GOLDEN=1` takes what is shown once it changes no more.
final class PageWalk {
  struct Stray: Error, CustomStringConvertible { let description: String }

  let terminal: TmuxTerminal
  private let golden: GoldenFile
  private let isUpdate = ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] != nil
  private let known: [String: String]
  private var taken: [(name: String, screen: String)] = []

  init(_ terminal: TmuxTerminal, golden name: String) throws {
    self.terminal = terminal
    golden = GoldenFile(name)
    known = isUpdate ? [:] : Self.sections(try golden.text)
  }

  /// Waits until the golden screen of a name is shown.
  func show(_ name: String) throws {
    let screen = try isUpdate ? settled() : awaited(name, among: known)
    taken.append((name, screen))
  }

  /// Presses keys and waits until the golden screen of a name is shown.
  func press(_ keys: String..., show name: String) throws {
    for key in keys { try terminal.press(key) }
    try show(name)
  }

  /// Types a text and waits until the golden screen of a name is shown.
  func type(_ text: String, show name: String) throws {
    try terminal.type(text)
    try show(name)
  }

  /// Changes the size and waits until the screen is as the golden one of the same name in another file.
  func resize(width: Int, height: Int, as name: String, in file: String) throws {
    try terminal.resize(width: width, height: height)
    let other = Self.sections(try GoldenFile(file).text)
    _ = try awaited(name, among: other)
  }

  /// Expects the file to hold these screens and no other ones.
  func end() throws {
    try golden.expect(taken.map { "--- \($0.name)\n\($0.screen)" }.joined())
  }

  private func awaited(_ name: String, among screens: [String: String]) throws -> String {
    guard let wanted = screens[name] else {
      throw Stray(
        description: "there is no golden screen \"\(name)\"; write it with UPDATE_GOLDEN=1")
    }
    let end = ContinuousClock.now + .seconds(20)
    var last = ""
    while ContinuousClock.now < end {
      last = try masked(terminal.screen)
      if last == wanted { return last }
    }
    throw Stray(
      description: "\(name) is not as the golden screen; it is\n\(last)and not\n\(wanted)")
  }

  /// The screen once it has been the same twenty times on end.
  private func settled() throws -> String {
    var last = ""
    var count = 0
    while count < 20 {
      let next = try masked(terminal.screen)
      count = next == last ? count + 1 : 0
      last = next
      usleep(20_000)
    }
    return last
  }

  /// A screen without what differs from run to run, and from version to version; of its empty rows the number.
  private func masked(_ screen: String) -> String {
    let text = "\n\(screen)"
      .replacing(#/\d+(\.\d+)? [KM]iB *(?<end>[│┃])?/#) { "# KiB\($0.end.map { " \($0)" } ?? "")" }
      .replacing(#/(?<before>[^.\d])\d+\.\d+\.\d+(?<after>[^.\d])/#) {
        "\($0.before)#.#.#\($0.after)"
      }
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    // The row before the first and that after the last are none.
    rows = rows.dropFirst().dropLast()
    var result = ""
    while let row = rows.first {
      let empty = rows.prefix { $0.isEmpty }.count
      result += empty > 2 ? "(\(empty) empty rows)\n" : "\(row)\n"
      rows = rows.dropFirst(empty > 2 ? empty : 1)
    }
    return result
  }

  private static func sections(_ text: String) -> [String: String] {
    var result: [String: String] = [:]
    var name = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("--- ") {
        name = String(line.dropFirst(4))
        result[name] = ""
      } else {
        result[name]? += "\(line)\n"
      }
    }
    return result
  }
}
