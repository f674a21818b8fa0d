/// The transformations that a file of the HEIF family (ISO/IEC 23008-12) contains.
enum HEIFTransforms {
    static func isHEIF(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count > 12 && bytes[4..<8].elementsEqual("ftyp".utf8)
            && !bytes[8..<12].elementsEqual("qt  ".utf8)
    }

    /// True if the file contains a rotation or a reflection, which its decoder applies.
    static func areApplied(in bytes: UnsafeRawBufferPointer) -> Bool {
        guard isHEIF(bytes) else { return false }
        // The properties are in the head, each preceded by its size and name.
        let head = bytes.prefix(1 << 16)
        for index in head.indices.dropLast(5) where head[index] == UInt8(ascii: "i") {
            if head[index..<index + 4].elementsEqual("irot".utf8), head[index + 4] & 3 != 0 {
                return true
            }
            if head[index..<index + 4].elementsEqual("imir".utf8) { return true }
        }
        return false
    }
}
