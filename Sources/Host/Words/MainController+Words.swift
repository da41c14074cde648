// What the main controller says, and what pages are told to speak.
extension MainController {
  var words: HostWords { HostWords(language) }

  /// What a page is told of a failure, to be shown as it is; where that is not the message, the message is logged.
  func told(_ answer: PortAnswer) -> String {
    let text = words.told(answer)
    if language != .english, answer.reason != .spoken, answer.status != .cancelled,
      !answer.message.isEmpty
    {
      services.log(answer.message, level: 2, source: "host")
    }
    return text
  }
}
