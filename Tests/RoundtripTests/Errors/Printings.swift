import Foundation

/// Every text that an app, a log or a debugger makes of an error.
func printings(of error: any Error) -> [String] {
    let system = error as NSError
    return printings(ofValue: error) + [
        error.localizedDescription, system.description, system.debugDescription, "\(system.userInfo)", system.domain,
    ]
}

/// Every text that an app, a log or a debugger makes of a value, its mirror to the depth of `dump` included.
func printings(ofValue value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    let children = Mirror(reflecting: value).children.map { "\($0.label ?? ""): \($0.value)" }
    return ["\(value)", String(describing: value), String(reflecting: value), "\([value])", "\(["k": value])", dumped]
        + children
}
