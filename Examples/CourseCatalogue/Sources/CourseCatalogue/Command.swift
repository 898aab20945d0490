import Foundation

/// What the person at the terminal asked for.
enum Command: Equatable {
    case tour(Exports)
    case search(term: String, Place)
    case show(id: String, Place)
    /// `nil` takes any free port.
    case serve(port: UInt16?)
    case help

    /// Where `search` and `show` look.
    struct Place: Equatable {
        /// `nil` for a server of the program's own.
        var baseURL: URL?
        /// Only in what earlier runs have stored.
        var isOffline = false
    }
}

extension Command {
    static let usage = """
        Usage: CourseCatalogue [COMMAND]

          tour          start a server, make every kind of call and print what happened (the default)
          search TERM   list the courses that have every word of TERM
          show ID       print one course
          serve         run the server alone, until Ctrl-C

          --report FILE   where tour writes what it recorded, as a page for people
          --har FILE      where tour writes it as a HAR, for browsers and their tools
          --port N        the port of serve; without it, any free one
          --base-url URL  the server that search and show ask; without it, they start one of their own
          --offline       search and show print what an earlier run has stored, and ask nobody
          --help          print this

        """
}
