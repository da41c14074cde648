import ManifestModel
import Testing

@testable import Host

@Suite @MainActor struct ControllerDictionaryTests {
  let dictionary = ControllerDictionary()

  private func manifest(_ module: String, _ pages: String..., title: String = "") -> Manifest {
    Manifest(
      module: module, version: "1.0.0",
      pages: pages.map { Manifest.Page($0, title: title.isEmpty ? nil : title) })
  }

  private func live(_ name: String) -> Instance? {
    dictionary[name].map {
      Instance(
        number: 1, controller: $0, module: FakeModule(manifest($0.module)), port: FakePort())
    }
  }

  @Test func `Each page of each module has a controller, by its name`() {
    dictionary.update([manifest("M", "B", "A"), manifest("N", "C")])
    #expect(dictionary.all.map(\.name) == ["A", "B", "C"] && dictionary.count == 3)
    #expect(dictionary["A"]?.module == "M" && dictionary["D"] == nil)
  }

  @Test func `A page that is still listed keeps its controller and takes the newer declaration`() {
    dictionary.update([manifest("M", "A")])
    let controller = dictionary["A"]
    #expect(dictionary.update([manifest("M", "A", title: "New")]).isEmpty)
    #expect(dictionary["A"] === controller && controller?.page.title == "New")
  }

  @Test func `A page that is gone loses its controller, which is given to be answered for`() {
    dictionary.update([manifest("M", "A", "B")])
    let gone = dictionary.update([manifest("M", "B")])
    #expect(gone.map(\.name) == ["A"] && dictionary.all.map(\.name) == ["B"])
  }

  @Test func `A page that is gone stays as long as an instance lives`() {
    dictionary.update([manifest("M", "A")])
    let instance = live("A")
    #expect(dictionary.update([]).isEmpty && dictionary["A"] != nil)
    instance?.release()
    #expect(dictionary.update([]).map(\.name) == ["A"] && dictionary["A"] == nil)
  }

  @Test func `Of two modules with a page of one name the first has it`() {
    dictionary.update([manifest("M", "A"), manifest("N", "A", "B")])
    #expect(dictionary["A"]?.module == "M" && dictionary["B"]?.module == "N")
  }

  @Test
  func `A page that another module has now gets another controller, once nothing of the old lives`()
  {
    dictionary.update([manifest("M", "A")])
    let instance = live("A")
    #expect(dictionary.update([manifest("N", "A")]).isEmpty && dictionary["A"]?.module == "M")
    instance?.release()
    #expect(dictionary.update([manifest("N", "A")]).map(\.module) == ["M"])
    #expect(dictionary["A"]?.module == "N")
  }
}
