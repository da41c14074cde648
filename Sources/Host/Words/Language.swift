internal import Glibc

/// A language that the host speaks.
package enum Language: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  case chinese = "zh"

  /// The language of a locale's name such as `zh_CN.UTF-8`; English where it is none of the host's.
  package init(locale: String) {
    let tag = locale.prefix { $0 != "_" && $0 != "-" && $0 != "." && $0 != "@" }.lowercased()
    self = Language(rawValue: tag) ?? .english
  }

  /// The language of an environment: of the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set.
  package init(environment: (String) -> String?) {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    self.init(locale: names.lazy.compactMap(environment).first { !$0.isEmpty } ?? "")
  }

  /// The language of this process's environment.
  package static var ofProcess: Language {
    Language { name in getenv(name).map { String(cString: $0) } }
  }
}
