internal import CFFI
package import ManifestModel
package import PageABI

/// How libffi calls the C function of an action: made once for each signature, never changed, never moved.
@MainActor final class CallInterface {
  let arguments: [page_type]
  let reply: page_type

  private let interface: UnsafeMutablePointer<ffi_cif>
  private let types: UnsafeMutablePointer<UnsafeMutablePointer<ffi_type>?>
  /// Room for the addresses of one call's arguments.
  ///
  /// One suffices: they are read before the function is entered.
  private let addresses: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let count: Int

  init(_ signature: Signature) {
    arguments = signature.arguments.map { $0.type.pageType }
    reply = signature.reply?.pageType ?? PAGE_TYPE_NONE
    count = 2 + arguments.count + (reply == PAGE_TYPE_NONE ? 0 : 1)
    interface = .allocate(capacity: 1)
    interface.initialize(to: ffi_cif())
    types = .allocate(capacity: count)
    addresses = .allocate(capacity: count)
    addresses.initialize(repeating: nil, count: count)
    types.initialize(repeating: cffi_pointer_type(), count: count)
    for (index, type) in arguments.enumerated() { types[index + 2] = cffi_argument_type(type) }
    let status = ffi_prep_cif(
      interface, FFI_DEFAULT_ABI, UInt32(count), cffi_status_type(), types)
    precondition(status == FFI_OK, "libffi refuses the signature \(signature)")
  }

  isolated deinit {
    interface.deallocate()
    types.deallocate()
    addresses.deallocate()
  }

  /// Calls `function` with native arguments taken from `values`, which must fit the signature.
  func call(
    _ function: @convention(c) () -> Void, page: UnsafeMutableRawPointer,
    call: UnsafePointer<page_call>, values: UnsafePointer<page_value>?,
    reply: UnsafeMutableRawPointer
  ) -> page_status {
    precondition(arguments.isEmpty || values != nil, "an action is called without its arguments")
    var page: UnsafeMutableRawPointer? = page
    var call: UnsafePointer<page_call>? = call
    var reply: UnsafeMutableRawPointer? = reply
    return invoke(function, &page, &call, values, &reply)
  }

  /// Calls with the addresses of the arguments, as libffi wants them.
  private func invoke(
    _ function: @convention(c) () -> Void, _ page: UnsafeMutableRawPointer,
    _ call: UnsafeMutableRawPointer, _ values: UnsafePointer<page_value>?,
    _ reply: UnsafeMutableRawPointer
  ) -> page_status {
    addresses[0] = page
    addresses[1] = call
    if let values {
      var payload = UnsafeMutableRawPointer(mutating: values) + CallInterface.payloadOffset
      for index in 0..<arguments.count {
        addresses[index + 2] = payload
        payload += MemoryLayout<page_value>.stride
      }
    }
    if self.reply != PAGE_TYPE_NONE { addresses[count - 1] = reply }
    var status: ffi_arg = 0
    ffi_call(interface, function, &status, addresses)
    return page_status(truncatingIfNeeded: status)
  }

  /// The payload of a `page_value` stands at 8; its layout is frozen.
  nonisolated static let payloadOffset = 8
}

extension ValueType {
  /// Its number in the contract.
  package var pageType: page_type {
    switch self {
    case .boolean: PAGE_TYPE_BOOLEAN
    case .integer: PAGE_TYPE_INTEGER
    case .real: PAGE_TYPE_REAL
    case .string: PAGE_TYPE_STRING
    case .bytes: PAGE_TYPE_BYTES
    case .list: PAGE_TYPE_LIST
    case .map: PAGE_TYPE_MAP
    }
  }
}
