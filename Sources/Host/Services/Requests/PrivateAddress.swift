private import Glibc

/// Addresses that only this machine or a network of its own uses.
enum PrivateAddress {
  /// Whether a numeric address is one; what is no address counts as one (`inet_pton`).
  static func contains(_ text: String) -> Bool {
    var four = in_addr()
    if inet_pton(AF_INET, text, &four) == 1 {
      return withUnsafeBytes(of: &four) { isPrivate4(Array($0)) }
    }
    var six = in6_addr()
    // A zone, as in fe80::1%eth0, is only there with addresses that are local to a link.
    guard inet_pton(AF_INET6, text, &six) == 1 else { return true }
    return withUnsafeBytes(of: &six) { isPrivate6(Array($0)) }
  }

  /// RFC 6890: this network, private use, shared, loopback, link local, protocol, multicast, reserved.
  private static func isPrivate4(_ bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1]) {
    case (0, _), (10, _), (127, _), (100, 64...127), (169, 254), (172, 16...31), (192, 168),
      (198, 18...19), (224..., _):
      true
    case (192, 0): bytes[2] == 0
    default: false
    }
  }

  /// Unspecified, loopback, unique local, link local, multicast; and what carries an address of version 4.
  private static func isPrivate6(_ bytes: [UInt8]) -> Bool {
    let leading = bytes.prefix(10).allSatisfy { $0 == 0 }
    // ::ffff:a.b.c.d and the deprecated ::a.b.c.d, which holds :: and ::1 too.
    if leading, bytes[10] == bytes[11], bytes[10] == 0xFF || bytes[10] == 0 {
      return isPrivate4(Array(bytes[12...]))
    }
    // ::ffff:0:a.b.c.d, translated to version 4 (RFC 2765).
    if bytes.prefix(8).allSatisfy({ $0 == 0 }), Array(bytes[8..<12]) == [0xFF, 0xFF, 0, 0] {
      return isPrivate4(Array(bytes[12...]))
    }
    // 64:ff9b::/96, translated to version 4, and 64:ff9b:1::/48, translated within a network (RFC 8215).
    if Array(bytes.prefix(4)) == [0, 0x64, 0xFF, 0x9B] {
      return bytes[4..<12].contains { $0 != 0 } || isPrivate4(Array(bytes[12...]))
    }
    // 2002:a.b.c.d::/48, carried by version 4 (RFC 3056).
    if bytes[0] == 0x20, bytes[1] == 0x02 { return isPrivate4(Array(bytes[2..<6])) }
    return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFF
      || bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80
  }
}
