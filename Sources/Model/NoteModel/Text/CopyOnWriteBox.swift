/// A value that its copies share until one of them is modified.
///
/// A note has some twenty fields; copying and releasing them took a third of the time needed to
/// compute the fingerprints of all pages.
struct CopyOnWriteBox<Value: Hashable & Sendable>: Sendable {
    /// Unchecked: modified only while uniquely referenced.
    private final class Box: @unchecked Sendable {
        @exclusivity(unchecked) var value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box

    init(_ value: Value) { box = Box(value) }

    var value: Value {
        _read { yield box.value }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
            yield &box.value
        }
    }
}

extension CopyOnWriteBox: Hashable {
    static func == (left: CopyOnWriteBox, right: CopyOnWriteBox) -> Bool {
        left.box === right.box || left.value == right.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
