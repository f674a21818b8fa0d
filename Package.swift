// swift-tools-version: 6.3
import Foundation
import PackageDescription

// One set of rules for every Swift target, from the first day.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A Swift target under `Sources` with the strict settings.
func target(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: strict)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport", "HeadlessBrowser"],
        exclude: exclude,
        swiftSettings: strict)
}

/// The files of `Templates` that are embedded in the program: all but its one Swift file.
let templates =
    try FileManager.default.contentsOfDirectory(atPath: Context.packageDirectory + "/Templates")
    .filter { !$0.hasSuffix(".swift") && !$0.hasPrefix(".") }.sorted()

/// `make fuzz` alone builds this one: it links only with the fuzzer's runtime.
let fuzzing: [Target] =
    Context.environment["NOTEBINDER_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "notebinder-fuzz",
            dependencies: [
                "BuildPipeline", "KeyedArchives", "LocalFiles", "NoteArchives", "NoteEditing",
                "NoteModel", "NotebookExports", "SQLiteFiles", "SitePages", "TestSupport",
            ],
            path: "Tests/Fuzzing", exclude: ["Dictionaries"], swiftSettings: strict)
    ]

let package = Package(
    name: "Notebinder",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "notebinder", targets: ["notebinder"]),
        .executable(name: "notebinder-photos", targets: ["notebinder-photos"]),
        .executable(name: "notebinder-server", targets: ["notebinder-server"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    ],
    targets: [
        // C: what Swift cannot reach. Each is imported by one Swift target only.
        .systemLibrary(
            name: "CMarkGFM", pkgConfig: "libcmark-gfm",
            providers: [
                .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"]),
            ]),
        .systemLibrary(
            name: "CVips", pkgConfig: "vips",
            providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
        .systemLibrary(
            name: "CQREncode", pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .target(name: "CMarkArena", dependencies: ["CMarkGFM"]),
        .target(name: "CFileSystem"),

        // Values. No disk, no clock, no C, no HTML; no dependency but on each other.
        target("ContentHashing", [.product(name: "Crypto", package: "swift-crypto")]),
        target("Diagnostics", ["ContentHashing"]),
        target("Transcripts"),
        target("CodeHighlighting"),
        target("NoteModel", ["Transcripts", "ContentHashing"]),
        target("MediaModel", ["NoteModel", "ContentHashing"]),
        target("OutputPlan", ["NoteModel", "ContentHashing", "MediaModel", "Diagnostics"]),

        // The way in: archive bytes to model values, and back.
        target("LocalFiles", ["NoteModel", "ContentHashing", "CFileSystem"]),
        target("KeyedArchives"),
        target(
            "NoteArchives",
            [
                "Transcripts", "KeyedArchives", "NoteModel", "Diagnostics", "LocalFiles",
                "SQLiteFiles", "ZipFiles",
                "ContentHashing",
            ]),

        target(
            "NoteEditing",
            [
                "KeyedArchives", "NoteArchives", "NoteModel", "Diagnostics", "LocalFiles",
                "ContentHashing",
            ]),

        // What phones leave: backups, app containers, iCloud folders.
        target(
            "PhoneBackups",
            [
                "KeyedArchives", "NoteArchives", "NoteModel", "Diagnostics", "LocalFiles",
                "SQLiteFiles", "ZipFiles", "ContentHashing",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),

        // Other formats. Yams and GRDB are imported here and nowhere else.
        target("YAMLText", [.product(name: "Yams", package: "Yams")]),
        target(
            "SQLiteFiles",
            [
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ]),

        // The outputs of pure steps, from run to run.
        target(
            "BuildCache",
            ["NoteModel", "LocalFiles", "OutputPlan", "SQLiteFiles", "ContentHashing"]),

        target("ZipFiles", ["LocalFiles", "CZlib"]),

        // XML: the only importer of expat.
        target("XMLText", ["CExpat"]),

        // Threads.
        target("ParallelWork"),

        // From model to plan. None of these may link OutputTree.
        target("TextTemplates"),
        .target(
            name: "DefaultTemplates", path: "Templates",
            resources: templates.map { .embedInCode($0) }, swiftSettings: strict),
        target("InkDrawings", ["NoteModel"]),
        target(
            "MarkdownText",
            ["CMarkArena", "CodeHighlighting", "TextTemplates", "NoteModel", "ContentHashing"]),
        // Which note has which address, and which note a name refers to.
        target(
            "Permalinks",
            ["NoteModel", "OutputPlan", "ContentHashing", "MarkdownText", "ParallelWork"]),
        target("SiteSearch", ["NoteModel", "OutputPlan", "ContentHashing"]),
        target(
            "SitePages",
            [
                "Transcripts", "MediaModel", "NoteModel", "OutputPlan", "TextTemplates",
                "MarkdownText", "InkDrawings",
                "Diagnostics", "ContentHashing", "SiteSearch", "Permalinks",
            ],
            resources: [.embedInCode("Localization")]),
        target(
            "OutputChecks",
            [
                "MediaModel", "Diagnostics", "NoteModel", "OutputPlan", "MarkdownText",
                "ContentHashing", "LocalFiles", "ParallelWork", "SiteSearch",
            ]),

        // Markdown, JSON and Anki, out and in.
        target(
            "NoteExchange",
            [
                "Transcripts", "MediaModel", "NoteModel", "OutputPlan", "YAMLText", "InkDrawings",
                "MarkdownText", "SQLiteFiles", "XMLText",
                "ZipFiles", "LocalFiles", "ContentHashing", "NoteArchives", "KeyedArchives",
                "Diagnostics", "Permalinks",
            ]),

        // Books that a password opens.
        target(
            "SealedBooks",
            [
                "LocalFiles", "ZipFiles", .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),

        // Photos: only the worker links libvips.
        target(
            "MediaProcessing",
            ["OutputPlan", "NoteModel", "LocalFiles", "MediaModel", "ContentHashing"]),
        .executableTarget(
            name: "notebinder-photos",
            dependencies: ["CVips", "MediaModel", "NoteModel", "ContentHashing"],
            swiftSettings: strict),

        // The way out, and what joins the stages.
        target(
            "OutputTree",
            ["MediaModel", "OutputPlan", "NoteModel", "LocalFiles", "ContentHashing"]),
        target(
            "BuildPipeline",
            [
                "InkDrawings", "Transcripts", "Diagnostics", "NoteModel", "NoteArchives",
                "OutputPlan",
                "TextTemplates",
                "DefaultTemplates", "MarkdownText", "MediaProcessing", "SitePages", "NoteExchange",
                "OutputTree", "LocalFiles", "YAMLText", "MediaModel",
                "BuildCache", "ContentHashing", "Permalinks", "SiteSearch",
                "OutputChecks", "ParallelWork", "NoteEditing",
            ]),
        // Bags, books, imports, and lists of notes.
        target(
            "NotebookExports",
            [
                "BuildPipeline", "BuildCache", "ContentHashing", "Diagnostics", "LocalFiles",
                "MediaProcessing", "NoteArchives", "NoteEditing", "NoteExchange", "NoteModel",
                "OutputChecks", "OutputPlan", "OutputTree", "ParallelWork", "Permalinks",
                "MediaModel", "SitePages", "ZipFiles", "SealedBooks", "TextTemplates",
                "DefaultTemplates",
            ]),
        // The site, for the browsers of this machine. SwiftNIO is imported here only, and linked by
        // a program of its own.
        target(
            "SiteServer",
            [
                "LocalFiles", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        // The editor in the browser.
        target(
            "WebEditor",
            [
                "BuildCache", "BuildPipeline", "ContentHashing", "CQREncode", "Diagnostics",
                "LocalFiles", "NoteArchives", "NoteEditing", "NoteModel", "NotebookExports",
                "ParallelWork", "SiteServer",
            ],
            resources: [.embedInCode("Assets")]),
        .executableTarget(
            name: "notebinder-server",
            dependencies: [
                "BuildPipeline", "Diagnostics", "LocalFiles", "SiteServer", "WebEditor",
            ],
            swiftSettings: strict),
        target(
            "SampleNotes",
            [
                "NoteArchives", "NoteEditing", "KeyedArchives", "SQLiteFiles", "MediaProcessing",
                "MediaModel", "LocalFiles", "Diagnostics",
            ],
            resources: [.embedInCode("Scenes"), .embedInCode("Texts")]),
        target(
            "NotebinderCommands",
            [
                "NoteExchange", "BuildPipeline", "NotebookExports", "SampleNotes", "NoteArchives",
                "NoteEditing",
                "NoteModel",
                "Diagnostics",
                "LocalFiles", "PhoneBackups",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], exclude: ["Installation"]),
        .executableTarget(
            name: "notebinder", dependencies: ["NotebinderCommands"], swiftSettings: strict),

        // Measurements: `make bench`.
        .executableTarget(
            name: "notebinder-bench",
            dependencies: [
                "NoteArchives", "NoteEditing", "NoteModel", "MediaProcessing", "MediaModel",
                "HeadlessBrowser", "MadeBackups",
            ],
            path: "Tests/Benchmarks",
            swiftSettings: strict),

        // The least that a program with the same task has to do: a yardstick of `make bench`.
        .executableTarget(
            name: "notebinder-floor", dependencies: ["CMarkGFM"], path: "Tests/Floor"),

        // Run by a test, in a process of its own.
        .executableTarget(
            name: "notebinder-mutated-archives",
            dependencies: ["NoteArchives", "NoteModel", "KeyedArchives", "ZipFiles"],
            path: "Tests/MutatedArchives", swiftSettings: strict),

        .executableTarget(
            name: "notebinder-mutated-backups",
            dependencies: [
                "Diagnostics", "LocalFiles", "MadeBackups", "PhoneBackups", "ZipFiles", "NoteModel",
            ],
            path: "Tests/MutatedBackups", swiftSettings: strict),

        // Tests.
        .target(
            name: "MadeBackups",
            dependencies: [
                "KeyedArchives", "SQLiteFiles",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/MadeBackups", swiftSettings: strict),
        .target(
            name: "HeadlessBrowser", path: "Tests/HeadlessBrowser", swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: [
                "KeyedArchives", "NoteArchives", "NoteEditing", "NoteModel", "LocalFiles",
                "SQLiteFiles", "ZipFiles",
            ],
            path: "Tests/TestSupport",
            exclude: [
                "check-book.py", "check-enex.py", "check-bag.py", "compare-photos.py",
                "compare-upright.py",
                "make-pictures.py",
                "read-archives.py", "read-cards.py", "read-decks.py", "read-pictures.py",
                "read-backup.py",
                "review-decks.py",
                "unpack-checkers.py",
                "validate-json-tree.py",
            ],
            swiftSettings: strict),
        .target(
            name: "BuildTestSupport",
            dependencies: [
                "SampleNotes", "BuildPipeline", "NotebookExports", "NoteArchives", "NoteEditing",
                "LocalFiles",
                "TestSupport",
            ],
            path: "Tests/BuildTestSupport", swiftSettings: strict),
        tests("DiagnosticsTests", ["Diagnostics"]),
        tests(
            "PhoneBackupsTests",
            [
                "PhoneBackups", "MadeBackups", "NoteArchives", "NoteModel", "KeyedArchives",
                "ContentHashing", "LocalFiles", "SQLiteFiles", "ZipFiles", "NoteEditing",
                .product(name: "Crypto", package: "swift-crypto"),
                "notebinder", "notebinder-mutated-backups",
            ]),
        tests("NoteModelTests", ["ContentHashing", "LocalFiles", "NoteModel"]),
        tests("InkDrawingsTests", ["InkDrawings", "NoteArchives", "NoteModel", "ZipFiles"]),
        tests("LocalFilesTests", ["ContentHashing", "LocalFiles", "NoteModel"]),
        tests("KeyedArchivesTests", ["KeyedArchives", "LocalFiles"]),
        tests(
            "NoteEditingTests",
            [
                "ContentHashing", "Diagnostics", "NoteEditing", "NoteArchives", "NoteModel",
                "KeyedArchives",
                "LocalFiles",
            ]),
        tests(
            "NoteArchivesTests",
            [
                "NoteArchives", "NoteEditing", "NoteModel", "Diagnostics", "KeyedArchives",
                "LocalFiles", "SQLiteFiles", "ContentHashing", "ZipFiles",
            ]),
        tests("OutputPlanTests", ["ContentHashing", "OutputPlan", "NoteModel"]),
        tests("SQLiteFilesTests", ["LocalFiles", "SQLiteFiles"]),
        tests("TextTemplatesTests", ["TextTemplates"]),
        tests("MarkdownTextTests", ["MarkdownText", "ContentHashing", "NoteModel"]),
        tests("YAMLTextTests", ["YAMLText"]),
        tests("XMLTextTests", ["XMLText"]),
        tests("TranscriptsTests", ["Transcripts"]),
        tests("CodeHighlightingTests", ["CodeHighlighting"]),
        tests(
            "MediaProcessingTests",
            ["MediaProcessing", "MediaModel", "OutputPlan", "NoteModel"]),
        tests(
            "SitePagesTests",
            [
                "ContentHashing", "Diagnostics", "MarkdownText", "MediaModel",
                "SitePages", "SiteSearch", "DefaultTemplates", "OutputPlan", "NoteModel",
                "TextTemplates", "Permalinks",
            ]),
        tests(
            "NoteExchangeTests",
            [
                "Diagnostics", "MediaModel", "YAMLText", "ZipFiles", "SQLiteFiles",
                "ContentHashing",
                "NoteExchange", "OutputPlan", "NoteModel", "LocalFiles", "MarkdownText",
                "SitePages",
            ]),
        tests("ZipFilesTests", ["ZipFiles", "LocalFiles"]),
        tests(
            "NotebookExportsTests",
            [
                "Diagnostics", "ZipFiles", "NotebookExports", "BuildPipeline", "BuildTestSupport",
                "ContentHashing",
                "LocalFiles", "NoteArchives", "NoteEditing", "NoteExchange", "NoteModel",
                "OutputPlan", "SampleNotes",
            ]),
        tests(
            "SiteServerTests",
            [
                "SiteServer", "LocalFiles", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        tests(
            "WebEditorTests",
            [
                "BuildTestSupport", "LocalFiles", "NoteArchives", "NoteEditing", "NoteModel",
                "SampleNotes", "SiteServer", "WebEditor", "notebinder-photos",
                "notebinder-server",
            ]),
        tests(
            "OutputChecksTests",
            [
                "MediaModel", "Diagnostics", "OutputChecks", "OutputPlan", "NoteModel",
                "ContentHashing", "MarkdownText",
            ]),
        tests("ParallelWorkTests", ["ParallelWork"]),
        tests("MediaModelTests", ["MediaModel", "NoteModel", "ContentHashing"]),
        tests("SiteSearchTests", ["SiteSearch", "OutputPlan", "ContentHashing"]),
        tests("PermalinksTests", ["Permalinks", "NoteModel", "OutputPlan"]),
        tests("ContentHashingTests", ["ContentHashing", "Diagnostics", "NoteModel"]),
        tests("BuildCacheTests", ["BuildCache", "ContentHashing", "LocalFiles", "SQLiteFiles"]),
        tests(
            "OutputTreeTests",
            [
                "ContentHashing", "OutputTree", "OutputPlan", "MediaModel", "NoteModel",
                "LocalFiles",
            ]),
        tests(
            "BuildPipelineTests",
            [
                "OutputTree", "OutputChecks", "Permalinks", "ContentHashing",
                "BuildPipeline", "BuildTestSupport", "NotebookExports", "BuildCache",
                "NoteArchives", "NoteEditing", "SampleNotes", "SiteServer",
                "LocalFiles",
                "Diagnostics",
                "MediaModel", "SitePages", "OutputPlan", "NoteModel", "KeyedArchives",
                "SQLiteFiles",
            ],
            exclude: ["Snapshots"]),
        tests(
            "SampleNotesTests",
            ["SampleNotes", "NoteArchives", "NoteModel", "KeyedArchives", "InkDrawings"]),
        tests(
            "InteropTests",
            [
                "BuildPipeline", "BuildTestSupport", "NoteExchange", "SampleNotes", "NoteEditing",
                "LocalFiles",
            ],
            exclude: ["check-generator.py", "check-vault.py", "read-enex.py", "check-crate.py"]),
        tests("SealedBooksTests", ["SealedBooks", "LocalFiles"]),
        tests("SourceStyleTests", ["LocalFiles"]),
        tests(
            "NotebinderCommandsTests",
            [
                "Diagnostics", "BuildPipeline", "NotebinderCommands", "NoteArchives", "NoteEditing",
                "KeyedArchives", "LocalFiles",
                "NoteModel", "MadeBackups", "SQLiteFiles", "ZipFiles",
            ]),
    ] + fuzzing
)

// The folders of `Sources` are floors: a target imports from its own or a lower one.
let floors = [
    "C": ["CFileSystem", "CMarkGFM", "CMarkArena", "CVips", "CZlib", "CQREncode", "CExpat"],
    "Base": [
        "LocalFiles", "ParallelWork", "SQLiteFiles", "ZipFiles", "YAMLText", "XMLText",
        "ContentHashing", "TextTemplates",
    ],
    "Model": ["Diagnostics", "Transcripts", "NoteModel", "MediaModel", "InkDrawings"],
    "Reading": ["KeyedArchives", "NoteArchives", "NoteEditing", "PhoneBackups"],
    "Text": ["CodeHighlighting", "MarkdownText", "MediaProcessing"],
    "Output": [
        "OutputPlan", "Permalinks", "SiteSearch", "SitePages", "NoteExchange", "SealedBooks",
        "OutputChecks", "OutputTree",
    ],
    "Build": ["BuildCache", "BuildPipeline", "NotebookExports", "SampleNotes"],
    "Programs": [
        "SiteServer", "WebEditor", "NotebinderCommands", "notebinder", "notebinder-photos",
        "notebinder-server",
    ],
]
for (floor, names) in floors {
    for target in package.targets where names.contains(target.name) {
        target.path = "Sources/\(floor)/\(target.name)"
    }
}
