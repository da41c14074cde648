/// Something that a page asks of a service.
package enum ServiceCall: Sendable {
  /// One SQL statement; nil binds NULL.
  case database(sql: String, parameters: [Value?])
  case preference(String)
  case setPreference(String, Value?)
  case currentAccount
  case signIn(account: String, password: String, remember: Bool)
  case createAccount(String, password: String, remember: Bool)
  case census
  /// A page to be presented, by the outcome whose route leads to it.
  case present(outcome: String, values: [String: Value])
  /// A document to be read as JSON.
  case json([UInt8])
  case fetch(FetchRequest)
  /// Drops the request of a token.
  case cancelFetch(UInt64)
  case parseXML([UInt8], encoding: String)
}
