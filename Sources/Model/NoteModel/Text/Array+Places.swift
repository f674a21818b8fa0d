import Foundation

extension String {
    /// Compares the UTF-8 bytes of two strings: below 0 if this string sorts before `other`, above
    /// 0 if it sorts after it, and 0 if both are equal.
    package func order(beside other: String) -> Int {
        var (one, two) = (self, other)
        return one.withUTF8 { one in
            two.withUTF8 { two in
                guard let first = one.baseAddress, let second = two.baseAddress else {
                    return one.count - two.count
                }
                let order = memcmp(first, second, min(one.count, two.count))
                return order == 0 ? one.count - two.count : Int(order)
            }
        }
    }
}

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
