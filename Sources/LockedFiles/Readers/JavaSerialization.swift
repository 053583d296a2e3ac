/// Skips a serialized object, such as a secret key in a JCEKS file: Java Object Serialization Specification, chapter 6.
/// Only the class descriptions are kept, because they determine the lengths of the values.
struct JavaSerialization {
    private var octets: OctetReader
    /// The descriptions to which later objects may refer, by handle, starting at 7e0000; `nil` for other objects.
    private var handles: [Description?] = []
    /// The current nesting level.
    private var depth = 0

    private struct Description {
        var flags: UInt8 = 0
        /// The type of each field, as a letter.
        var fields: [UInt8] = []
        /// The handle of the superclass.
        var parent: Int?
        var name: [UInt8] = []
    }

    /// The maximum nesting level; a key has only a few levels.
    private static let deepest = 32

    init(_ octets: OctetReader) { self.octets = octets }

    /// Skips a stream with one object and returns a reader of the bytes after it.
    mutating func pass() throws(LockError) -> OctetReader {
        guard try octets.number() == 0xaced_0005 else { throw .malformed }
        try content()
        return octets
    }

    private mutating func content() throws(LockError) {
        depth += 1
        defer { depth -= 1 }
        guard depth < JavaSerialization.deepest else { throw .malformed }
        switch try octets.octet() {
        case 0x70: break  // TC_NULL
        case 0x71: try octets.pass(4)  // TC_REFERENCE
        case 0x73: try object()
        case 0x74:  // TC_STRING
            handles.append(nil)
            try octets.pass(try octets.short())
        case 0x75: try array()
        case 0x77: try octets.pass(Int(try octets.octet()))  // TC_BLOCKDATA
        case 0x7a: try octets.pass(try octets.count())  // TC_BLOCKDATALONG
        default: throw .malformed
        }
    }

    /// Skips TC_OBJECT: the class, then the values, beginning with the values of the topmost superclass.
    private mutating func object() throws(LockError) {
        var place = try description()
        handles.append(nil)
        var classes: [Description] = []
        while let handle = place, handles.indices.contains(handle), let known = handles[handle] {
            guard classes.count < JavaSerialization.deepest else { throw .malformed }
            classes.append(known)
            place = known.parent
        }
        for known in classes.reversed() {
            // SC_SERIALIZABLE: the values of the fields.
            guard known.flags & 0x02 != 0 else { throw .malformed }
            for type in known.fields { try value(type) }
            // SC_WRITE_METHOD: anything else that the class wrote, up to TC_ENDBLOCKDATA.
            guard known.flags & 0x01 != 0 else { continue }
            while true {
                var ahead = octets
                if try ahead.octet() == 0x78 {
                    octets = ahead
                    break
                }
                try content()
            }
        }
    }

    /// Skips TC_ARRAY: the class, whose name specifies the type of the members, then their number and the members.
    private mutating func array() throws(LockError) {
        let handle = try description()
        handles.append(nil)
        guard let handle, handles.indices.contains(handle), let known = handles[handle], known.name.count > 1
        else {
            throw .malformed
        }
        for _ in 0..<(try octets.count()) { try value(known.name[1]) }
    }

    /// Reads a new class description or a reference to an earlier one, and returns its handle, or `nil` if
    /// there is none.
    private mutating func description() throws(LockError) -> Int? {
        depth += 1
        defer { depth -= 1 }
        guard depth < JavaSerialization.deepest else { throw .malformed }
        switch try octets.octet() {
        case 0x70: return nil
        case 0x71:
            let number = try octets.number()
            guard number >= 0x7e_0000, number - 0x7e_0000 < UInt32(handles.count) else { throw .malformed }
            return Int(number - 0x7e_0000)
        case 0x72:  // TC_CLASSDESC
            var new = Description()
            new.name = try octets.take(try octets.short())
            try octets.pass(8)
            let handle = handles.count
            handles.append(new)
            new.flags = try octets.octet()
            for _ in 0..<(try octets.short()) {
                let type = try octets.octet()
                try octets.pass(try octets.short())
                if type == 0x5b || type == 0x4c { try content() }
                new.fields.append(type)
            }
            // Annotations are not supported.
            guard try octets.octet() == 0x78 else { throw .malformed }
            new.parent = try description()
            handles[handle] = new
            return handle
        default: throw .malformed
        }
    }

    private mutating func value(_ type: UInt8) throws(LockError) {
        switch type {
        case UInt8(ascii: "B"), UInt8(ascii: "Z"): try octets.pass(1)
        case UInt8(ascii: "C"), UInt8(ascii: "S"): try octets.pass(2)
        case UInt8(ascii: "I"), UInt8(ascii: "F"): try octets.pass(4)
        case UInt8(ascii: "J"), UInt8(ascii: "D"): try octets.pass(8)
        case 0x5b, 0x4c: try content()
        default: throw .malformed
        }
    }
}
