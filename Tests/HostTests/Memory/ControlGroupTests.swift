import Testing

@testable import Host

/// Where the process's cgroup of version 2 is, by samples of the kernel's two files.
@Suite struct ControlGroupTests {
  /// A system of version 2 alone.
  private static let pure = """
    22 27 0:21 / /proc rw,relatime - proc proc rw
    30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate

    """

  /// A system of versions 1 and 2.
  private static let hybrid = """
    31 23 0:27 / /sys/fs/cgroup ro,nosuid,nodev,noexec shared:8 - tmpfs tmpfs ro,mode=755
    32 31 0:28 / /sys/fs/cgroup/unified rw,nosuid,nodev shared:9 master:2 - cgroup2 cgroup2 rw
    33 31 0:29 / /sys/fs/cgroup/memory rw,nosuid,nodev shared:10 - cgroup cgroup rw,memory

    """

  /// A system of version 1.
  private static let first = """
    31 23 0:27 / /sys/fs/cgroup ro,nosuid - tmpfs tmpfs ro,mode=755
    33 31 0:29 / /sys/fs/cgroup/memory rw,nosuid shared:10 - cgroup cgroup rw,memory

    """

  /// A container that sees the names of its host.
  private static let container = """
    700 699 0:26 /docker/c1 /sys/fs/cgroup ro,nosuid,nodev,noexec,relatime - cgroup2 cgroup rw

    """

  @Test(
    arguments: [
      (pure, "0::/\n", "/sys/fs/cgroup"),
      (pure, "0::/user.slice/a.scope\n", "/sys/fs/cgroup/user.slice/a.scope"),
      (pure, "0::/c d", "/sys/fs/cgroup/c d"),
      (hybrid, "4:memory:/a\n1:name=systemd:/b\n0::/c\n", "/sys/fs/cgroup/unified/c"),
      (container, "0::/docker/c1\n", "/sys/fs/cgroup"),
      (container, "0::/docker/c1/job\n", "/sys/fs/cgroup/job"),
      (pure + container, "0::/docker/c1\n", "/sys/fs/cgroup"),
      // The one that holds the group, though it is not the last.
      (pure + container, "0::/docker/c10\n", "/sys/fs/cgroup/docker/c10"),
      (
        #"50 23 0:26 /my\040group /mnt/a\134b\040c rw - cgroup2 none rw"#, "0::/my group/x",
        #"/mnt/a\b c/x"#
      ),
      ("50 23 0:26 / / rw - cgroup2 none rw", "0::/a", "/a"),
    ])
  func `The group is where version 2 is mounted`(
    _ mounts: String, _ group: String, _ folder: String
  ) throws {
    #expect(try ControlGroup.folder(group: group, mounts: mounts) == folder)
  }

  @Test(
    arguments: [
      (pure, "4:memory:/a\n", "the process is in no cgroup of version 2"),
      (pure, "", "the process is in no cgroup of version 2"),
      (pure, "0::", "the process is in no cgroup of version 2"),
      (pure, "0:memory:/a", "the process is in no cgroup of version 2"),
      (first, "0::/a", "the process's cgroup is not in the file system"),
      ("", "0::/a", "the process's cgroup is not in the file system"),
      (container, "0::/docker/c2", "the process's cgroup is not in the file system"),
      // Of a process that was moved out of what its container shows it.
      (pure, "0::/../other", "the process's cgroup is not in the file system"),
      (
        "50 23 0:26 / /a rw -\n51\n\n50 23 0:26 / /a rw - cgroup", "0::/",
        "the process's cgroup is not in the file system"
      ),
    ])
  func `A group that nothing shows is absent, with the reason`(
    _ mounts: String, _ group: String, _ reason: String
  ) {
    #expect(throws: ControlGroup.Absence(description: reason)) {
      try ControlGroup.folder(group: group, mounts: mounts)
    }
  }
}
