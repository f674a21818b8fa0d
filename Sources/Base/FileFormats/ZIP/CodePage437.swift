/// The code page of names in ZIP files that are not UTF-8 (APPNOTE D.1).
enum CodePage437 {
    /// The characters of the bytes 0x80 to 0xFF.
    private static let upper = Array(
        """
        ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
        └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ 
        """)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        String(bytes.map { $0 < 0x80 ? Character(Unicode.Scalar($0)) : upper[Int($0) - 0x80] })
    }

    /// Returns the bytes of a text that ``text(_:)`` has returned.
    static func bytes(of text: String) -> [UInt8] {
        text.map { character in
            character.asciiValue ?? UInt8(0x80 + (upper.firstIndex(of: character) ?? 0))
        }
    }
}
