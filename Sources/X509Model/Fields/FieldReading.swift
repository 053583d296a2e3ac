import DERKit

/// Reads a field with one expression, and prepends the field's name to the path of any error.
@inline(__always)
func field<Value>(
    _ name: StaticString, _ read: @autoclosure () throws(DERError) -> Value
) throws(DERError) -> Value {
    try DERCursor.field(name, read)
}
