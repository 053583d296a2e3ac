extension Command {
    /// The commands, in the order of the help. Only the command that is run is created.
    static let table: [(name: String, create: @Sendable () -> Command)] = [
        ("pin", { .pin }), ("inspect", { .inspect }), ("explain", { .explain }), ("diagnose", { .diagnose }),
        ("wrap", { .wrap }), ("dump", { .dump }), ("assemble", { .assemble }), ("convert", { .convert }),
        ("check", { .check }), ("policy", { .policy }), ("completion", { .completion }), ("man", { .man }),
    ]
}
