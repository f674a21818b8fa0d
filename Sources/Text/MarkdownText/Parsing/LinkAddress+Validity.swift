extension LinkAddress {
    /// True if an address with a scheme is valid by RFC 3986 once characters outside of host names
    /// are percent-encoded. E-book readers and validators accept no others.
    static func isValid(_ address: UnsafeBufferPointer<UInt8>) -> Bool {
        let bytes = Array(address)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = bytes[..<colon]
        guard let first = scheme.first, first.isLetter,
            scheme.allSatisfy({ $0.isAlphanumeric || "+-.".utf8.contains($0) }),
            percentSignsAreWhole(bytes), bytes.count(where: { $0 == UInt8(ascii: "#") }) < 2
        else { return false }
        let rest = bytes[(colon + 1)...]
        guard rest.starts(with: "//".utf8) else {
            let name = String(decoding: scheme, as: UTF8.self).lowercased()
            return !rest.isEmpty && !["http", "https", "ftp"].contains(name)
        }
        return isHost(rest.dropFirst(2).prefix { !"/?#\\".utf8.contains($0) })
    }

    private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        var host = text
        if let at = host.lastIndex(of: UInt8(ascii: "@")) {
            let user = host[..<at]
            guard user.allSatisfy({ $0.isAlphanumeric || "-._~:".utf8.contains($0) })
            else {
                return false
            }
            host = host[(at + 1)...]
        }
        if let colon = host.lastIndex(of: UInt8(ascii: ":")), host.last != UInt8(ascii: "]") {
            let port = host[(colon + 1)...]
            // A port has 16 bits.
            guard port.allSatisfy(\.isDigit),
                port.isEmpty || UInt16(String(decoding: port, as: UTF8.self)) != nil
            else { return false }
            host = host[..<colon]
        }
        if host.first == UInt8(ascii: "[") {
            return host.last == UInt8(ascii: "]") && host.count > 3
                && host.dropFirst().dropLast().allSatisfy {
                    $0.isHexDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                }
        }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return host.count < 254
            && labels.enumerated().allSatisfy { index, label in
                label.isEmpty ? index > 0 && index == labels.count - 1 : isLabel(label)
            }
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        label.count < 64 && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
            // Punycode is not decoded.
            && !label.starts(with: "xn--".utf8)
            && label.allSatisfy {
                $0.isAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
                    || $0 >= 0x80
            }
    }

    private static func percentSignsAreWhole(_ bytes: [UInt8]) -> Bool {
        bytes.indices.allSatisfy { index in
            bytes[index] != UInt8(ascii: "%")
                || index + 2 < bytes.count && bytes[index + 1].isHexDigit
                    && bytes[index + 2].isHexDigit
        }
    }
}
