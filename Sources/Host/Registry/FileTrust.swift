internal import Glibc

/// Whether only the host's user, and root, can change a file or folder: what is in it is run with the user's authority.
///
/// The folders above are not looked at.
enum FileTrust {
  /// Says who else can write, and what to do about it; nil when nobody can.
  static func objection(to status: stat, user: uid_t, group: gid_t) -> String? {
    if status.st_uid != user && status.st_uid != 0 {
      return "belongs to user \(status.st_uid), who can change it; own it, or run as that user"
    }
    if status.st_mode & S_IWOTH != 0 {
      return "can be changed by everybody; run chmod o-w on it"
    }
    // The user's own group and root's are as the user, as on systems with a group for each user.
    if status.st_mode & S_IWGRP != 0 && status.st_gid != group && status.st_gid != 0 {
      return "can be changed by group \(status.st_gid); run chmod g-w on it"
    }
    return nil
  }
}
