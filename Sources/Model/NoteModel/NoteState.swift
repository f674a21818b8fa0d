extension Note {
    /// The state in which an app or an imported file keeps a note. Only notes that are `published`
    /// are published unless the configuration asks for others.
    package enum State: String, CaseIterable, Sendable {
        case published
        /// Work in progress, as `draft: true` in front matter.
        case draft
        /// Put away, but kept.
        case archived
        /// Invisible in the app, or locked.
        case hidden
        /// The other version of a note that was changed on two devices.
        case conflict
        /// In the trash of the app.
        case trashed

        /// The key in the configuration about notes in this state.
        package var settingName: String {
            switch self {
            case .draft: "drafts"
            case .conflict: "conflicts"
            case .published, .archived, .hidden, .trashed: rawValue
            }
        }

        /// A phrase for messages, such as “draft”.
        package var description: String {
            switch self {
            case .published, .draft, .archived, .hidden: rawValue
            case .conflict: "conflicting version"
            case .trashed: "in the trash"
            }
        }
    }
}

extension Note.State {
    /// Returns the state that fields of an app or of front matter imply, such as `ZTRASHED` in a
    /// store or `draft` in an imported file. The most private of several states counts.
    package static func implied(by fields: [JSONValue.Field]) -> Note.State {
        let states = fields.compactMap { field -> Note.State? in
            guard let (state, value) = flags[name(of: field.key)] else { return nil }
            return value.matches(field.value) ? state : nil
        }
        return allCases.last(where: states.contains) ?? .published
    }

    /// The values of a field that imply a state.
    private enum Wanted {
        case yes, no
        /// A date, an identifier, or any other value that is not empty, zero or false.
        case anything

        func matches(_ value: JSONValue) -> Bool {
            switch value {
            case .null: false
            case .bool(let value): self == .no ? !value : value
            case .integer(let number): self == .no ? number == 0 : number != 0
            case .real(let number): self == .no ? number == 0 : number != 0
            case .string(let text):
                switch text.trimmed.lowercased() {
                case "": false
                case "0", "false", "no", "n", "off": self == .no
                case "1", "true", "yes", "y", "on": self != .no
                default: self == .anything
                }
            case .numbers, .array, .object: self == .anything
            }
        }
    }

    private static let flags: [String: (Note.State, Wanted)] = {
        var flags: [String: (Note.State, Wanted)] = [
            "published": (.draft, .no), "publish": (.draft, .no),
            "conflictoriginalid": (.conflict, .anything),
        ]
        let words: [Note.State: String] = [
            .draft: "draft", .archived: "archived",
            .hidden: "hidden invisible private secret locked",
            .conflict: "conflict conflicted conflictcopy conflictedcopy",
            .trashed: """
            trashed intrash deleted softdeleted permanentlydeleted markedfordeletion \
            markeddeleted pendingdeletion
            """,
        ]
        for (state, names) in words {
            for name in names.split(separator: " ") { flags[String(name)] = (state, .yes) }
        }
        for (state, words) in [
            (Note.State.archived, ["archived"]), (.trashed, ["trashed", "deleted", "deletion"]),
        ] {
            for word in words {
                for ending in ["date", "at", "time", "on"] {
                    flags[word + ending] = (state, .anything)
                }
            }
        }
        return flags
    }()

    /// Returns the name of a field without the prefix of Core Data or a leading `is`, in letters of
    /// lower case.
    private static func name(of key: String) -> String {
        var name = key.utf8.compactMap { byte -> UInt8? in
            let letter = byte | 0x20
            return (0x61...0x7A).contains(letter) && byte & 0x40 != 0 ? letter : nil
        }[...]
        if key.utf8.first == UInt8(ascii: "Z") { name = name.dropFirst() }
        if name.starts(with: "is".utf8) { name = name.dropFirst(2) }
        return String(decoding: name, as: UTF8.self)
    }
}
