import Foundation

@main
enum Program {
    static func main() async {
        do {
            let command = try Command.parse(Array(CommandLine.arguments.dropFirst()))
            if command == .help { print(Command.usage, terminator: "") }
        } catch {
            FileHandle.standardError.write(Data("\(error.message)\n\n\(Command.usage)".utf8))
            exit(64)
        }
    }
}
