/// The command-line tool.
@main
enum Main {
    static func main() {
        System.occupyStandardDescriptors()
        System.prepareSignals()
        do throws(UsageError) {
            let status = try Pemtool.run(System.arguments[...])
            if System.isInterrupted {
                complain("interrupted; results so far were printed")
                System.releaseSignals()
            }
            System.end(status)
        } catch {
            complain(error.message)
            hint(error.hint)
            System.end(.usage)
        }
    }
}
