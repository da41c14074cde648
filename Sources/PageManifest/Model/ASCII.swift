// Classes of ASCII bytes that names and numbers are made of.
extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }
  var isLowercase: Bool { self >= 0x61 && self <= 0x7A }
  var isUppercase: Bool { self >= 0x41 && self <= 0x5A }
  var isLetter: Bool { isLowercase || isUppercase }
}
