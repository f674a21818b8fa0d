import ArgumentParser
import Platform

/// The color and the width of a terminal, or of a file to which a stream is redirected.
struct TerminalStyle: Sendable {
    /// The choices for color.
    enum Color: String, CaseIterable, ExpressibleByArgument, Sendable {
        /// Color on a terminal, unless the environment has `NO_COLOR` or `TERM=dumb`
        /// (https://no-color.org).
        case auto
        case always, never
    }

    /// The styles of text.
    enum Emphasis: String, Sendable {
        case error = "1;31"
        case warning = "33"
        case success = "32"
        case heading = "1"
    }

    /// True if the stream is a terminal.
    let isTerminal: Bool
    /// True if lines of the terminal can be redrawn, which `TERM=dumb` does not support.
    let redrawsLines: Bool
    let hasColor: Bool
    /// The number of columns; nil for a stream that is not a terminal.
    let width: Int?
}

extension TerminalStyle {
    /// - Parameters:
    ///   - stream: The descriptor of the stream.
    ///   - variable: Returns the value of an environment variable, which is not empty.
    init(
        _ stream: Int32, color: Color,
        variable: (String) -> String? = environmentVariable
    ) {
        isTerminal = isatty(stream) != 0
        redrawsLines = isTerminal && variable("TERM") != "dumb"
        let isPlain = variable("NO_COLOR") != nil || variable("TERM") == "dumb"
        hasColor = color == .always || color == .auto && isTerminal && !isPlain
        var size = winsize()
        let isKnown = isTerminal && ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        width = isKnown ? Int(size.ws_col) : isTerminal ? 80 : nil
    }

    /// Returns the text with the codes of an emphasis, if color is used.
    func styled(_ text: String, as emphasis: Emphasis) -> String {
        hasColor ? "\u{1B}[\(emphasis.rawValue)m\(text)\u{1B}[0m" : text
    }
}
