import PageABI
import Testing

@testable import PageKit

@Suite struct PageValueTests {
  static let values: [PageValue] = [
    .nothing, true, 42, 1.5, "", "héllo 漢字", .bytes([]), .bytes([0, 255]), [],
    [1, "two", [true]], [:], ["a": 1, "b": ["c": .nothing]],
  ]

  @Test(arguments: values) func crossesUnchanged(value: PageValue) {
    ReplyMemory.lend { memory in
      #expect(PageValue(memory.value(value)) == value)
    }
  }

  @Test func repairsWhatIsNotUTF8() {
    let bytes: [CChar] = [0x61, -1, 0x62]
    bytes.withUnsafeBufferPointer { buffer in
      let string = page_string(data: buffer.baseAddress, length: buffer.count)
      #expect(String(string) == "a\u{FFFD}b")
    }
  }

  @Test func takesAnUnknownTypeForNothing() {
    var value = page_value()
    value.type = 99
    #expect(PageValue(value) == .nothing)
  }

  @Test func countsAnIntegerAsAReal() throws {
    #expect(try PageValue.integer(2).asReal() == 2)
  }

  @Test func namesBothTypesOfAMismatch() {
    let error = #expect(throws: PageError.self) { try PageValue.string("x").asInteger() }
    #expect(error?.status == PAGE_INVALID)
    #expect(error?.message == "a string stands where an integer is needed")
  }
}
