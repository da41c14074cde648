/// Says that a subcommand's part of the host is still missing.
struct NotBuilt: Error {}
