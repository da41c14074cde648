internal import ManifestModel

// What `app.json` says of memory.
extension FlowReader {
  /// Pages that a warning leaves: each a name, or `{"page": NAME, "soft": true}` for one that a critical warning takes.
  mutating func residents(_ object: JSONObject) throws(ManifestError) -> [String: Residence] {
    var residents: [String: Residence] = [:]
    for item in try object["resident"]?.elements() ?? [] {
      if case .object = item.content {
        let entry = try item.object()
        warnings += entry.warnings(known: ["page", "soft"])
        let name = try page(entry.required("page", example: "\"HomePage\""))
        residents[name] = try entry["soft"]?.boolean() ?? false ? .soft : .hard
      } else {
        residents[try page(item)] = .hard
      }
    }
    return residents
  }

  /// Heap limits by module.
  mutating func limits(_ object: JSONObject) throws(ManifestError) -> [String: Int] {
    var limits: [String: Int] = [:]
    for member in try object["limits"]?.object().members ?? [] {
      let entry = try member.node.object()
      warnings += entry.warnings(known: ["heapBytes"])
      let bytes = try entry.required("heapBytes", example: "8388608")
      limits[member.key] = Int(try bytes.integer(in: Manifest.heapLimits))
    }
    return limits
  }
}
