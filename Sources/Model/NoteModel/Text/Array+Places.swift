import LocalFiles

extension Array {
    /// Returns the index of the element with a name, by binary search; nil if no element has that
    /// name.
    ///
    /// The array must be sorted by the UTF-8 bytes of the names.
    package func place(of name: String, _ nameOf: (Element) -> String) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            let order = name.order(beside: nameOf(self[middle]))
            if order == 0 { return middle }
            if order > 0 { low = middle + 1 } else { high = middle }
        }
        return nil
    }
}
