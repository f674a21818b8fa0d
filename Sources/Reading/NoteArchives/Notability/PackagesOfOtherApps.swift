/// The packages of apps whose notes are not read, by their file name extensions.
enum PackagesOfOtherApps {
    private static let names = [
        "ntb": "Notability’s newer format (.ntb)", "goodnotes": "GoodNotes",
        "noteful": "Noteful", "nebo": "Nebo", "notein": "Notein", "notesnook": "Notesnook",
    ]

    /// Returns the app that writes packages of a file’s name; nil for other files.
    static func name(of file: String) -> String? {
        names.first { file.lowercased().hasSuffix("." + $0.key) }?.value
    }
}
