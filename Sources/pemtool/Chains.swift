import SPKIHash
import X509Model

/// The certificates of files, in their order: a chain as a server sends it.
enum Chains {
    /// The certificates that the operands hold, and false where something could not be read. Keys, such as the
    /// one beside a server's certificate, are passed over.
    static func read(_ arguments: Arguments) throws(UsageError) -> (chain: [Certificate], isWhole: Bool) {
        var inputs = try Inputs(arguments)
        var chain: [Certificate] = []
        inputs.forEachObject { (_, object) in
            if case .success(let content) = object.content, let certificate = content.certificate {
                chain.append(certificate)
            }
        }
        return (chain, !inputs.hasFailed)
    }

    /// The certificates of the files that the option names, each time it was given.
    static func read(
        option: String, _ arguments: Arguments
    ) throws(UsageError) -> (chain: [Certificate], isWhole: Bool) {
        guard let files = arguments.lists[option] else { return ([], true) }
        let read = try read(Arguments(operands: files))
        // A chain that was named and has no certificate must not pass for one that was not named.
        guard read.chain.isEmpty, read.isWhole else { return read }
        complain("\(files.map(PathName.displayed).joined(separator: ", ")): no certificate in the input")
        hint(
            "\(option) takes the server's chain: openssl s_client -connect HOST:443 -showcerts </dev/null >chain.pem"
        )
        return ([], false)
    }
}
