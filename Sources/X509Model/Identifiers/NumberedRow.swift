import DERKit

/// A row of a table about object identifiers, which are there in dotted form.
protocol NumberedRow {
    /// The identifier in dotted form.
    var number: String { get }
}

extension Array where Element: NumberedRow {
    /// The table by identifier, with what `value` takes from each row; a row from which it takes nothing is left out.
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

/// A row that gives an identifier a name.
typealias NameRow = NumberedValue<String>
