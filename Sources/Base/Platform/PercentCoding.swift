extension StringProtocol {
    /// The text with the bytes that stand for its percent-encoded ones (RFC 3986, section 2.1); nil
    /// if a percent sign is not followed by two hexadecimal digits, or the result is not UTF-8.
    package var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        var bytes: [UInt8] = []
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
            guard digits.count == 2 else { return nil }
            bytes.append(UInt8(digits[0] << 4 | digits[1]))
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// The text as a path of an address: what a path may not contain is percent-encoded (RFC 3986,
    /// section 3.3), and colons, which could end a scheme; slashes remain.
    package var percentEncodedPath: String {
        var bytes: [UInt8] = []
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x40...0x5A, 0x61...0x7A: bytes.append(byte)
            case _ where "!$&'()*+,-./=_~".utf8.contains(byte): bytes.append(byte)
            default:
                bytes.append(UInt8(ascii: "%"))
                for digit in [byte >> 4, byte & 15] {
                    bytes.append(digit < 10 ? 0x30 + digit : 0x37 + digit)
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text as an address in Markdown: everything is percent-encoded that ends an address there
    /// or means something else in a URL; letters of all scripts stay legible.
    package var markdownAddress: String {
        var text = ""
        for scalar in unicodeScalars {
            guard
                scalar.value <= 0x20 || scalar.value == 0x7F || scalar.properties.isWhitespace
                    || "%?#()<>[]{}\\\"`|&".unicodeScalars.contains(scalar)
            else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for byte in String(scalar).utf8 {
                text += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }
}
