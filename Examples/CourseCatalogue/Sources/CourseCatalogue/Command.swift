import Foundation

/// What the person at the terminal asked for.
enum Command: Equatable {
    case tour
    case search(term: String, baseURL: URL?)
    case show(id: String, baseURL: URL?)
    /// `nil` takes any free port.
    case serve(port: UInt16?)
    case help
}

extension Command {
    static let usage = """
        Usage: CourseCatalogue [COMMAND]

          tour          start a server, make every kind of call and print what happened (the default)
          search TERM   list the courses that have every word of TERM
          show ID       print one course
          serve         run the server alone, until Ctrl-C

          --port N        the port of serve; without it, any free one
          --base-url URL  the server that search and show ask; without it, they start one of their own
          --help          print this

        """
}
