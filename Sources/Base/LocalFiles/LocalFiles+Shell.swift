extension LocalFiles {
    /// Returns an argument as a shell takes it: in quotation marks where it needs them.
    package static func shellQuoted(_ text: String) -> String {
        let plain = text.utf8.allSatisfy { byte in
            byte >= 0x80
                || "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+:,@%"
                    .utf8.contains(byte)
        }
        return plain && !text.isEmpty ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }

    /// Returns a path as an argument of a command that is typed into a shell. One that begins with
    /// a dash is no option.
    package static func shellQuoted(path: String) -> String {
        shellQuoted(path.hasPrefix("-") ? "./" + path : path)
    }
}
