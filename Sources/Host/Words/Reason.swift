/// What a person is to know of a failure, where its status alone would say too little.
///
/// The message of a failure is for the log and for the page's author, in English; ``HostWords`` has what is said of it on
/// the screen.
package enum Reason: Sendable, Hashable {
  /// Nothing that its status does not say.
  case status
  /// The message is in the app's language: a page's own words, or an answer to what a person typed.
  case spoken

  // Opening a page.
  case noSuchPage
  case noSuchFile
  /// Its module ended the app when it ran last.
  case endedApp
  case notLoadable
  /// What it waited for in vain.
  case waitsFor([String])

  // Requests: the origin, and what went wrong there.
  case noAddress
  case unreachable(String)
  case notTrusted(String, CertificateFault)
  case brokenOff(String)
  case redirects(String)

  /// A document that was read, and the line where it is wrong, 0 when that is not known.
  case malformed(line: Int)

  // What is stored.
  case diskFull
  case dataDamaged
  case dataNotWritable
  case inUse
  case noMemory
  case nobodySignedIn
}
