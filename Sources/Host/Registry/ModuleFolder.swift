internal import Glibc

/// An open folder that may hold modules.
struct ModuleFolder: ~Copyable {
  /// Why a folder is not listed.
  struct Objection: Error {
    var reason: String
  }

  /// Looks at files of a folder that its owner keeps open; any thread may use it.
  struct Reader: Sendable {
    fileprivate let descriptor: Int32
    fileprivate let user: uid_t
    fileprivate let group: gid_t
  }

  /// A name in the folder that ends as modules do.
  struct Name {
    var text: String
    /// Whether the folder says that it is a regular file; links and all else are looked at first.
    var isFile: Bool
  }

  /// What is at a name in the folder.
  enum Entry {
    /// A regular file that only the user can change.
    case file(FileIdentity)
    case problem(String)
    /// It vanished since the folder was read.
    case gone
  }

  let path: String
  /// Its device and inode, by which two paths to one folder are told.
  let place: FileIdentity.Place
  private let stream: OpaquePointer
  /// Looks at and reads its files, as long as the folder is open.
  let files: Reader

  /// Opens a folder, and refuses it when others could put files there.
  ///
  /// Wraps `open` and `fdopendir`.
  init(path: String, user: uid_t = geteuid(), group: gid_t = getegid()) throws(Objection) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw Objection(reason: "does not exist; create the folder, or correct its name")
      case ENOTDIR: throw Objection(reason: "is not a folder; name the folder that holds modules")
      case EACCES: throw Objection(reason: "cannot be read; run chmod u+rx on it")
      default: throw Objection(reason: "cannot be opened: \(Self.text(errno))")
      }
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      close(descriptor)
      throw Objection(reason: "cannot be opened: \(Self.text(errno))")
    }
    if let objection = FileTrust.objection(to: status, user: user, group: group) {
      close(descriptor)
      throw Objection(reason: "is not used, since it \(objection)")
    }
    guard let stream = fdopendir(descriptor) else {
      close(descriptor)
      throw Objection(reason: "cannot be read: \(Self.text(errno))")
    }
    self.path = path
    self.stream = stream
    files = Reader(descriptor: descriptor, user: user, group: group)
    place = FileIdentity(status).place
  }

  deinit { closedir(stream) }

  /// The names that end as modules do, in order.
  ///
  /// A name that is not UTF-8 is given repaired to `unreadable`. Wraps `readdir`.
  borrowing func names(unreadable: (String) -> Void) -> [Name] {
    rewinddir(stream)
    var names: [Name] = []
    while let entry = readdir(stream) {
      let isFile = Int(entry.pointee.d_type) == Int(DT_REG)
      withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          let length = strlen(name)
          guard length > 3, memcmp(name + (length - 3), ".so", 3) == 0, name[0] != 0x2e
          else { return }
          if let text = String(validatingCString: name) {
            names.append(Name(text: text, isFile: isFile))
          } else {
            unreadable(String(cString: name))
          }
        }
      }
    }
    names.sort { $0.text < $1.text }
    return names
  }

  /// The system's words for an `errno`.
  fileprivate static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}

extension ModuleFolder.Reader {
  /// Looks at what `name` is, through links, without opening it.
  ///
  /// Wraps `fstatat`.
  func entry(_ name: String) -> ModuleFolder.Entry {
    var status = stat()
    guard fstatat(descriptor, name, &status, 0) == 0 else {
      switch errno {
      case ENOENT:
        var link = stat()
        let isLink = fstatat(descriptor, name, &link, AT_SYMLINK_NOFOLLOW) == 0
        return isLink ? .problem("is a link to a file that does not exist; remove it") : .gone
      case ELOOP: return .problem("is a link that leads to itself; remove it")
      default: return .problem("cannot be looked at: \(ModuleFolder.text(errno))")
      }
    }
    return judge(status)
  }

  /// Opens the file at `name` for as long as `body` runs, and gives the identity of what was really opened.
  ///
  /// Neither a FIFO nor a device that was put there since can hold it up. Wraps `openat` and `fstat`.
  func read(_ name: String, _ body: (FileBytes) -> Finding) -> Inspected {
    let file = openat(
      descriptor, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard file >= 0 else {
      switch errno {
      case ENOENT: return .nothing
      case EACCES: return Inspected(.problem("cannot be read; run chmod u+r on it"))
      default: return Inspected(.problem("cannot be opened: \(ModuleFolder.text(errno))"))
      }
    }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else {
      return Inspected(.problem("cannot be opened: \(ModuleFolder.text(errno))"))
    }
    switch judge(status) {
    case .file(let identity):
      let bytes = FileBytes(descriptor: file, size: identity.size)
      return Inspected(body(bytes), of: identity)
    case .problem(let reason): return Inspected(.problem(reason))
    case .gone: return .nothing
    }
  }

  private func judge(_ status: stat) -> ModuleFolder.Entry {
    guard status.st_mode & S_IFMT == S_IFREG else {
      let kind: String
      switch status.st_mode & S_IFMT {
      case S_IFDIR: kind = "a folder"
      case S_IFIFO: kind = "a FIFO"
      case S_IFSOCK: kind = "a socket"
      default: kind = "a device"
      }
      return .problem("is \(kind), not a file; remove it, or end its name otherwise than in .so")
    }
    if let objection = FileTrust.objection(to: status, user: user, group: group) {
      return .problem("is not used, since it \(objection)")
    }
    return .file(FileIdentity(status))
  }
}
