extension Sequence {
    /// Returns the runs of neighbouring elements with equal keys, in their order.
    func runs<Key: Equatable>(
        by key: (Element) -> Key
    ) -> [(key: Key, elements: [Element])] {
        var runs: [(key: Key, elements: [Element])] = []
        for element in self {
            let key = key(element)
            if runs.last?.key == key {
                runs[runs.count - 1].elements.append(element)
            } else {
                runs.append((key, [element]))
            }
        }
        return runs
    }
}
