/// A value on the heap, for the fields of an error.
///
/// Every `try` on the way of an error copies the error; a box is one pointer.
package indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
    case value(Value)

    package var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
