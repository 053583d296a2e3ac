/// Values by key, in the order in which the keys came.
struct Grouped<Key: Hashable, Value> {
    private(set) var groups: [(key: Key, values: [Value])] = []
    private var places: [Key: Int] = [:]

    subscript(key: Key) -> [Value] { places[key].map { groups[$0].values } ?? [] }

    mutating func append(_ value: Value, for key: Key) {
        let place = places[key] ?? groups.count
        if place == groups.count {
            groups.append((key, []))
            places[key] = place
        }
        groups[place].values.append(value)
    }
}
