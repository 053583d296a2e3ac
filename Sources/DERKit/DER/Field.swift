/// Reads a field, and prepends its name to the path of any error.
///
/// The name has no cost unless an error occurs.
///
/// - Parameters:
///   - name: the name of the field in the ASN.1.
///   - read: reads the field.
/// - Throws: any error of `read`, with the name in its path.
@inlinable @inline(__always)
package func field<Value>(
    _ name: StaticString, _ read: () throws(DERError) -> Value
) throws(DERError) -> Value {
    do throws(DERError) {
        return try read()
    } catch {
        throw error.inside("\(name)")
    }
}

/// Reads a field with one expression, and prepends the field's name to the path of any error.
@inlinable @inline(__always)
package func field<Value>(
    _ name: StaticString, _ read: @autoclosure () throws(DERError) -> Value
) throws(DERError) -> Value {
    try field(name, { () throws(DERError) in try read() })
}
