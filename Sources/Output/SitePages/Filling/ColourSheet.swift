import NoteModel

/// The style sheet with the placeholder colours of photos that are loading.
///
/// The content security policy of pages forbids inline styles, so every colour has a class. Red,
/// green and blue have six steps each.
enum ColourSheet {
    /// Returns the class of the nearest colour, such as `c-350`: a digit 0 to 5 each for red, green
    /// and blue.
    static func className(of colour: Colour) -> String {
        "c-" + [colour.red, colour.green, colour.blue].map { "\((Int($0) + 25) / 51)" }.joined()
    }

    static let bytes: [UInt8] = {
        var text = ""
        let digits = Array("0369cf")
        for red in 0..<6 {
            for green in 0..<6 {
                for blue in 0..<6 {
                    text += ".c-\(red)\(green)\(blue){background:"
                    text += "#\(digits[red])\(digits[green])\(digits[blue])}\n"
                }
            }
        }
        return Array(text.utf8)
    }()
}
