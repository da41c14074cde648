private import Glibc

exit(Pagehost.main(CommandLine.arguments).rawValue)
