import Testing

@testable import Host

@Suite @MainActor struct PreferencesTests {
  private func get(_ fixture: ServiceFixture, _ module: String, _ name: String) throws -> Value? {
    var result: Result<Value?, ServiceError>?
    fixture.services.preferences.get(module: module, name: name) { result = $0 }
    try #require(fixture.loop.settle())
    return try #require(result).get()
  }

  private func set(
    _ fixture: ServiceFixture, _ module: String, _ name: String, _ value: Value?
  ) throws {
    var result: Result<Void, ServiceError>?
    fixture.services.preferences.set(module: module, name: name, value: value) { result = $0 }
    try #require(fixture.loop.settle())
    try #require(result).get()
  }

  @Test func `A value is kept, replaced and removed`() throws {
    try withServices { fixture in
      #expect(try get(fixture, "A", "size") == nil)
      try set(fixture, "A", "size", .integer(1))
      try set(fixture, "A", "size", .map(["w": .integer(80), "none": .list([])]))
      #expect(try get(fixture, "A", "size") == .map(["w": .integer(80), "none": .list([])]))
      try set(fixture, "A", "size", nil)
      #expect(try get(fixture, "A", "size") == nil)
    }
  }

  @Test func `Modules and accounts have their own`() throws {
    try withServices { fixture in
      fixture.services.start([])
      try set(fixture, "A", "seen", .boolean(true))
      #expect(try get(fixture, "B", "seen") == nil)
      try fixture.signUp("ada")
      #expect(try get(fixture, "A", "seen") == nil)
      try set(fixture, "A", "seen", .string("ada"))
      fixture.services.session.signOut()
      #expect(try get(fixture, "A", "seen") == .boolean(true))
      try fixture.signUp("bob")
      #expect(try get(fixture, "A", "seen") == nil)
    }
  }

  @Test func `The host's own are there whoever is signed in, and no module's`() throws {
    try withServices { fixture in
      fixture.services.start([])
      #expect(try fixture.services.preferences.hostValue("launched") == nil)
      try fixture.services.preferences.setHostValue("launched", .boolean(true))
      try fixture.signUp()
      #expect(try fixture.services.preferences.hostValue("launched") == .boolean(true))
      #expect(try get(fixture, "A", "launched") == nil)
    }
  }

  @Test func `Reads see the writes asked for before them`() throws {
    try withServices { fixture in
      var seen: [Value?] = []
      for number in Int64(0)..<20 {
        fixture.services.preferences.set(module: "A", name: "n", value: .integer(number)) { _ in }
        fixture.services.preferences.get(module: "A", name: "n") { seen.append(try? $0.get()) }
      }
      #expect(fixture.loop.settle())
      #expect(seen == (Int64(0)..<20).map { Value.integer($0) })
    }
  }

  @Test func `Names and values beyond the limits are refused`() throws {
    try withServices { fixture in
      let long = String(repeating: "n", count: 129)
      let cases: [(String, Value, ServiceError.Code)] = [
        ("", .integer(1), .invalid), (long, .integer(1), .invalid),
        ("big", .bytes([UInt8](repeating: 0, count: 64 * 1_024)), .tooLarge),
        ("deep", (0..<20).reduce(.integer(1)) { value, _ in .list([value]) }, .tooLarge),
      ]
      for (name, value, code) in cases {
        let error = #expect(throws: ServiceError.self) { try set(fixture, "A", name, value) }
        #expect(error?.code == code)
      }
    }
  }

  @Test func `A cancelled request is not answered`() throws {
    try withServices { fixture in
      var answered = false
      fixture.services.preferences.get(module: "A", name: "n") { _ in answered = true }.cancel()
      #expect(fixture.loop.settle())
      #expect(!answered)
    }
  }
}

@Suite struct StoredValueTests {
  @Test(arguments: [
    Value.boolean(false), .integer(.min), .integer(-1), .real(-0.1), .real(.infinity), .string(""),
    .string("é\0"), .bytes([]), .bytes([0, 255]), .list([.list([]), .map([:])]),
    .map(["a": .integer(1), "": .map(["b": .bytes([1])])]),
  ])
  func `A value comes back as it was`(value: Value) throws {
    let bytes = try #require(StoredValue.encode(value))
    #expect(StoredValue.decode(bytes) == value)
  }

  @Test func `Bytes cut short or followed by others are no value`() throws {
    let value = Value.map(["a": .list([.integer(1), .string("xyz")]), "b": .real(2)])
    let bytes = try #require(StoredValue.encode(value))
    for count in 0..<bytes.count { #expect(StoredValue.decode(Array(bytes.prefix(count))) == nil) }
    #expect(StoredValue.decode(bytes + [0]) == nil)
    // A count of items that no memory would hold.
    #expect(StoredValue.decode([6] + [UInt8](repeating: 255, count: 8)) == nil)
    #expect(StoredValue.decode([8]) == nil)
  }
}
