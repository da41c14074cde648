// What the main controller says, and what pages are told to speak.
extension MainController {
  var words: HostWords { HostWords(language) }
}
