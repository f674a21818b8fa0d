import NoteModel

extension ExifBlock {
    /// Returns the metadata that the pictures of a photo keep: the copyright from EXIF or else
    /// IPTC, the credit from IPTC or else EXIF.
    static func keeping(_ kept: [PreservedMetadata], exif: ExifBlock, iptc: [UInt8]?) -> ExifBlock {
        let records = iptc.map(IPTCRecords.init)
        return ExifBlock(
            copyright: kept.contains(.copyright) ? exif.copyright ?? records?.copyright : nil,
            artist: kept.contains(.credit) ? records?.credit ?? exif.artist : nil)
    }
}

/// The texts of the IPTC Information Interchange Model 4.2, in the block that JPEG files contain.
private struct IPTCRecords {
    private var texts: [UInt8: String] = [:]

    var copyright: String? { texts[116] }
    /// The credit line, or else the by-line.
    var credit: String? { texts[110] ?? texts[80] }

    init(_ block: [UInt8]) {
        // Application records (2) are contiguous, wherever in the Photoshop block they begin.
        guard
            var offset = block.indices.dropLast(1).first(where: {
                block[$0] == 0x1C && (1...3).contains(block[$0 + 1])
            })
        else { return }
        while offset + 5 <= block.count, block[offset] == 0x1C {
            let size = Int(block[offset + 3]) << 8 | Int(block[offset + 4])
            let end = offset + 5 + size
            guard size < 0x8000, end <= block.count else { return }
            if block[offset + 1] == 2, size > 0 {
                texts[block[offset + 2]] = String(decoding: block[offset + 5..<end], as: UTF8.self)
            }
            offset = end
        }
    }
}
