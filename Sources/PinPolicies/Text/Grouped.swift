/// Values by key, in the order in which the keys came.
struct Grouped<Key: Hashable, Member> {
    private(set) var groups: [(key: Key, values: [Member])] = []
    private var places: [Key: Int] = [:]

    mutating func append(_ value: Member, for key: Key) {
        let place = places[key] ?? groups.count
        if place == groups.count {
            groups.append((key, []))
            places[key] = place
        }
        groups[place].values.append(value)
    }
}

extension Array {
    /// Returns the place of the first element for which a condition holds, in an array where it then holds for
    /// all the others.
    func firstPlace(where condition: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = low + (high - low) / 2
            if condition(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
