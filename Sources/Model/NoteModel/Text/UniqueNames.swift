/// Gives names, each of them once; later ones get numbers. Names that are canonically equivalent are
/// the same.
package struct UniqueNames: Sendable {
    private var taken: Set<String> = []
    /// The numbers with which the search for a free name goes on, since thousands of notes may have
    /// one title.
    private var numbers: [String: Int] = [:]
    private let ignoresCase: Bool

    /// - Parameters:
    ///   - taken: Names that are not given.
    ///   - ignoresCase: True if names that differ only in case are the same.
    package init(besides taken: some Sequence<String> = [], ignoresCase: Bool = true) {
        self.ignoresCase = ignoresCase
        self.taken = Set(taken.map(key))
    }

    private func key(_ name: String) -> String { ignoresCase ? NameKey(name).text : name }

    /// Takes a name as it is.
    ///
    /// - Returns: False if it was given before.
    package mutating func take(_ name: String) -> Bool { taken.insert(key(name)).inserted }

    /// Returns a name, or the first numbered one that is free.
    ///
    /// - Parameter numbered: Returns the name with a number, from 2.
    package mutating func name(_ name: String, numbered: (Int) -> String) -> String {
        let first = key(name)
        var unique = name
        while !take(unique) {
            let number = numbers[first, default: 2]
            numbers[first] = number + 1
            unique = numbered(number)
        }
        return unique
    }
}
