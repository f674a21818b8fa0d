import OutputPlan

/// The style sheet of colours that stand in for photos while they load.
///
/// A page may set no style of its own (its content security policy), so every colour has a class;
/// there are six steps of each of red, green and blue.
enum ColourSheet {
    static let fileName = "colours.css"

    /// The class of the nearest colour, as `c-350`.
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
