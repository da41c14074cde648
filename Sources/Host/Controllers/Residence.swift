/// Whether a memory warning leaves a page, as `app.json` says.
package enum Residence: String, Sendable, Hashable {
  /// It is released like every page that is not on screen.
  case none
  /// It is released at a critical warning only.
  case soft
  /// It stays.
  case hard

  /// Why a warning leaves the page; nil when it does not.
  func reason(at level: MemoryWarning) -> String? {
    switch (self, level) {
    case (.none, _), (.soft, .critical): nil
    case (.soft, .low): "app.json makes it resident until a critical warning"
    case (.hard, _): "app.json makes it resident"
    }
  }
}
