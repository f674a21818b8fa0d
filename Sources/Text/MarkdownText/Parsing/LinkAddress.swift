/// The rules for the addresses of links: which are allowed, and how they are written.
package enum LinkAddress {
    /// True if an address begins with a scheme and a colon (RFC 3986, section 3.1). A colon after
    /// anything else is part of a relative address.
    package static func hasScheme(_ address: some Collection<UInt8>) -> Bool {
        var isFirst = true
        for byte in address {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: isFirst = false
            case 0x30...0x39, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if isFirst { return false }
            default: return byte == UInt8(ascii: ":") && !isFirst
            }
        }
        return false
    }

    /// True if an address is relative or has one of the schemes `http`, `https`, `mailto` and
    /// `tel`.
    static func isAllowed(_ address: some Collection<UInt8>) -> Bool {
        var scheme: [UInt8] = []
        for byte in address {
            switch byte {
            case UInt8(ascii: ":"):
                return ["http", "https", "mailto", "tel"].contains(
                    String(decoding: scheme, as: UTF8.self))
            // Browsers ignore white space and control characters in a scheme.
            case ...0x20: continue
            case 0x41...0x5A, 0x61...0x7A: scheme.append(byte | 0x20)
            case 0x30...0x39 where !scheme.isEmpty, UInt8(ascii: "+") where !scheme.isEmpty,
                UInt8(ascii: "-") where !scheme.isEmpty, UInt8(ascii: ".") where !scheme.isEmpty:
                scheme.append(byte)
            // A character that is not allowed in a scheme makes the address relative.
            default: return true
            }
        }
        return true
    }

    /// Appends an address as the value of an attribute: bytes that are not allowed in addresses are
    /// percent-encoded, as cmark does.
    static func append(_ address: UnsafeBufferPointer<UInt8>, to html: inout [UInt8]) {
        for byte in address {
            switch byte {
            case UInt8(ascii: "&"): html.append(contentsOf: "&amp;".utf8)
            case UInt8(ascii: "'"): html.append(contentsOf: "&#39;".utf8)
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: html.append(byte)
            default:
                if isPlain[Int(byte)] {
                    html.append(byte)
                } else {
                    html.append(UInt8(ascii: "%"))
                    html.append(digits[Int(byte >> 4)])
                    html.append(digits[Int(byte & 15)])
                }
            }
        }
    }

    private static let isPlain = (0...255).map { (byte: UInt8) in
        "-_.+!*(),%#@?=;:/$~".utf8.contains(byte)
    }
    private static let digits = Array("0123456789ABCDEF".utf8)
}
