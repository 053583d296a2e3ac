import DERKit

/// A row of a table that lists object identifiers in dotted form.
protocol NumberedRow {
    /// The identifier in dotted form.
    var number: String { get }
}

extension Array where Element: NumberedRow {
    /// Returns a table of the values that `value` returns for the rows, without those that are `nil`.
    func byIdentifier<Value>(_ value: (Element) -> Value?) -> IdentifierTable<Value> {
        var values = IdentifierTable<Value>()
        for row in self {
            if let identifier = ASN1ObjectIdentifier(row.number), let value = value(row) {
                values.set(identifier, value)
            }
        }
        return values
    }
}

/// A row with one value.
struct NumberedValue<Value: Sendable>: NumberedRow, Sendable {
    let number: String
    let value: Value

    init(_ number: String, _ value: Value) {
        self.number = number
        self.value = value
    }
}

/// A row with the name of an identifier.
typealias NameRow = NumberedValue<String>
