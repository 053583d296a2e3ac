extension Command {
    static let man = Command(
        name: "man",
        summary: "print the manual page",
        operands: "",
        discussion: "Prints the manual page in roff. It is generated from the same table as the help.",
        options: [],
        examples: [("pemtool man | man -l -", "view it")],
        run: { (_) throws(UsageError) in
            Pemtool.printed(ManPage.text)
        }
    )
}
