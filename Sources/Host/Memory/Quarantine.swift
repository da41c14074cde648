internal import FoundationEssentials
internal import Glibc

/// The modules that are not loaded because they ended the app, until their file has changed or the person asks.
@MainActor package final class Quarantine {
  private var culprits: [String: Breadcrumb.Culprit] = [:]
  private let path: String

  /// Reads what is kept at a path; a damaged file keeps nothing.
  /// - Parameter culprit: The one that the last process left.
  package init(_ path: String, adding culprit: Breadcrumb.Culprit?) {
    self.path = path
    if let bytes = SmallFile.contents(of: path, limit: 1 << 20),
      let kept = try? JSONDecoder().decode([String: Breadcrumb.Culprit].self, from: Data(bytes))
    {
      culprits = kept
    }
    guard let culprit else { return }
    culprits[culprit.module] = culprit
    save()
  }

  /// Why a module is not loaded; nil when it may be.
  ///
  /// One whose content is another one by now is let go.
  func reason(for module: String, content: String) -> String? {
    guard let culprit = culprits[module] else { return nil }
    guard culprit.content == content else {
      release(module)
      return nil
    }
    return
      "\(module) ended the app by \(culprit.words) when it ran last; it is loaded again when its file has changed, or when you try again"
  }

  /// Lets a module be loaded again.
  func release(_ module: String) {
    guard culprits.removeValue(forKey: module) != nil else { return }
    save()
  }

  private func save() {
    if culprits.isEmpty {
      unlink(path)
    } else {
      // Without it the module is loaded again at the next start, which then tells the same.
      _ = SmallFile.replace(path, with: Array(culprits.jsonText.utf8))
    }
  }
}
