/// The command-line tool.
@main
enum Main {
    static func main() {
        do throws(UsageError) {
            System.end(try Pemtool.run(CommandLine.arguments.dropFirst()))
        } catch {
            complain(error.message)
            if let advice = error.hint { hint(advice) }
            System.end(.usage)
        }
    }
}
