/// Reads a field, and puts its name in front of the path of any error from inside it.
///
/// The name costs nothing until there is an error.
@inlinable @inline(__always)
public func field<Value>(
    _ name: StaticString, _ read: () throws(DERError) -> Value
) throws(DERError) -> Value {
    do throws(DERError) {
        return try read()
    } catch {
        throw error.inside("\(name)")
    }
}
