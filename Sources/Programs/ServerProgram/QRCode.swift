private import CQREncode

/// A QR code (ISO/IEC 18004) of a text, for terminals.
enum QRCode {
    /// The width in modules of the light border that readers need.
    private static let quietZone = 2

    /// Returns the rows of a code in half blocks, each for two rows of modules; empty for a text
    /// that is too long for a code.
    ///
    /// Light modules are drawn, and dark ones left blank, for a dark background.
    static func rows(of text: String) -> [String] {
        guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return [] }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        func isLight(_ x: Int, y: Int) -> Bool {
            guard (0..<width).contains(x), (0..<width).contains(y) else {
                return y < width + quietZone
            }
            return code.pointee.data[y * width + x] & 1 == 0
        }
        let columns = -quietZone..<width + quietZone
        return stride(from: -quietZone, to: width + quietZone, by: 2).map { y in
            String(
                columns.map { x in
                    switch (isLight(x, y: y), isLight(x, y: y + 1)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }
    }
}
