/// What was found in a file that looks like a module: it depends on nothing but the file's content.
enum Finding: Sendable, Hashable {
  case module(ModuleFacts)
  /// Why it is not a usable module, as the rest of a sentence that begins with the file's name.
  case problem(String)
}
