/// A value that all its copies share until one of them is changed.
///
/// A note has some twenty fields. To copy them, and to let go of them, took a third of the time in
/// which the keys of all pages are made.
struct CopyOnWriteBox<Value: Hashable & Sendable>: Sendable {
    /// Changed by its only owner alone.
    private final class Box: @unchecked Sendable {
        var value: Value

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
