// swift-tools-version: 6.3
import PackageDescription

// One set of rules for every Swift target, from the first day.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The linker gives each build of a program an identifier, by which the cache knows the program. That
/// of the toolchain takes a tenth of the time of the system's.
let buildIdentifier: [LinkerSetting] = [
    .unsafeFlags(["-use-ld=lld", "-Xlinker", "--build-id=sha1"], .when(platforms: [.linux]))
]

/// The targets of a folder of `Sources`. A target imports only those listed before it, from its own
/// floor or a lower one, and each may import `Platform`.
func floor(_ name: String, _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = target.path ?? "Sources/\(name)/\(target.name)"
        if name != "C", target.name != "Platform", target.type != .plugin {
            target.dependencies.append("Platform")
        }
    }
    return targets
}

/// For targets with loops over bytes: tests, which run debug code, spend most of their time there.
let optimized: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
        .when(configuration: .debug))
]

/// A Swift target of a floor, with the strict settings.
func target(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
    settings: [SwiftSetting] = [], plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, exclude: exclude,
        swiftSettings: strict + settings, plugins: plugins)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["HeadlessBrowser", "Platform", "TestSupport"],
        exclude: exclude,
        swiftSettings: strict)
}

/// `make fuzz` alone builds this one: it links only with the fuzzer's runtime.
let fuzzing: [Target] =
    Context.environment["NOTEBINDER_FUZZ"] == nil
    ? []
    : [
        .executableTarget(
            name: "notebinder-fuzz",
            dependencies: [
                "BuildPipeline", "FileFormats", "KeyedArchives", "LocalFiles", "NoteArchives",
                "NoteEditing", "NoteModel", "SitePages", "TestSupport",
            ],
            path: "Tests/Fuzzing", exclude: ["Dictionaries"], swiftSettings: strict)
    ]

/// Each target has the reason for which it is one.
let floors: [Target] =
    // What Swift cannot reach. Each is imported by one Swift target only.
    floor(
        "C",
        [
            .systemLibrary(
                name: "CMarkGFM", pkgConfig: "libcmark-gfm",
                providers: [
                    .apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]),
                    .brew(["cmark-gfm"]),
                ]),
            .systemLibrary(
                name: "CVips", pkgConfig: "vips",
                providers: [.apt(["libvips-dev"]), .brew(["vips"])]),
            .systemLibrary(
                name: "CQREncode", pkgConfig: "libqrencode",
                providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]),
            .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
            .systemLibrary(
                name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
            .systemLibrary(
                name: "CYAML", pkgConfig: "yaml-0.1",
                providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
            .systemLibrary(
                name: "CUTF8Proc", pkgConfig: "libutf8proc",
                providers: [.apt(["libutf8proc-dev"]), .brew(["utf8proc"])]),
            .systemLibrary(
                name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
            // Leaves the parser when a text exceeds its budget, which only C can do.
            .target(name: "CMarkArena", dependencies: ["CMarkGFM"]),
            .systemLibrary(
                name: "CCrypto", pkgConfig: "libcrypto",
                providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
            // Calls that Foundation does not have.
            .target(name: "CFileSystem"),
        ])
    // The ground: it knows no note.
    + floor(
        "Base",
        [
            // The only importer of Foundation: it decides which part of it the programs contain.
            target("Platform"),
            // The only importer of CFileSystem: calls to the file system, threads that wait for them.
            target("LocalFiles", ["CFileSystem"]),
            // The only importer of libcrypto (`CCrypto`): digests, fingerprints, coding of values,
            // encryption. Digests of files need `LocalFiles`.
            target("Hashing", ["CCrypto", "LocalFiles"], settings: optimized),
            // The only importer of SQLite, libyaml, zlib and expat (`CExpat`).
            target("FileFormats", ["CExpat", "CSQLite", "CYAML", "CZlib", "LocalFiles"]),
            // Knows neither notes nor pages: the language of templates, and text of HTML and XML.
            target("Markup", settings: optimized),
        ])
    // Values, and the letters they are written with. No clock, no HTML.
    + floor(
        "Model",
        [
            // The values that all floors above share, and what is said about them.
            target("NoteModel", ["Hashing", "LocalFiles"]),
            // Letters and words of any language, for addresses, orders and the search; knows no note.
            // The only importer of utf8proc (`CUTF8Proc`).
            target("Orthography", ["CUTF8Proc"], settings: optimized),
        ])
    // The way in: archive bytes to model values, and back.
    + floor(
        "Reading",
        [
            // Knows no note: hostile bytes end here.
            target("KeyedArchives", settings: optimized),
            // The only target that knows the classes and keys of apps.
            target(
                "NoteArchives",
                [
                    "FileFormats", "Hashing", "KeyedArchives", "LocalFiles", "Markup", "NoteModel",
                    "Orthography",
                ]),
            // The only writer of a notes folder.
            target(
                "NoteEditing",
                ["Hashing", "KeyedArchives", "LocalFiles", "NoteArchives", "NoteModel"]),
            // Confines what phones leave: encrypted backups, containers, iCloud folders.
            target(
                "PhoneBackups",
                [
                    "FileFormats", "Hashing", "KeyedArchives", "LocalFiles", "NoteArchives",
                    "NoteModel",
                ]),
        ])
    // From Markdown to compiled notes and to notes of ours, and from files of media to pictures.
    + floor(
        "Text",
        [
            // The only importer of cmark-gfm. Compiled notes are coded by `Hashing`.
            target("MarkdownText", ["CMarkArena", "Hashing", "Markup", "NoteModel"]),
            // Exports of other programs and our own, read into notes, with the Markdown of others.
            // Checksums of files are those of `Hashing`; `Orthography` names notes and files.
            target(
                "NoteImports",
                [
                    "FileFormats", "Hashing", "KeyedArchives", "LocalFiles", "MarkdownText",
                    "Markup", "NoteArchives", "NoteModel", "Orthography",
                ]),
            // Speaks to the photo workers, which are processes of their own.
            target("MediaProcessing", ["Hashing", "LocalFiles", "NoteModel"]),
        ])
    // From notes to planned files, and to disk. Only OutputTree writes.
    + floor(
        "Output",
        [
            // What every format plans: files, addresses, and which note a name refers to. References
            // are values of `MarkdownText`.
            target(
                "OutputPlan", ["Hashing", "LocalFiles", "MarkdownText", "NoteModel", "Orthography"]),
            // Knows no page and no template: documents in, files of the search out, at paths of
            // `OutputPlan`.
            target("SiteSearch", ["Hashing", "NoteModel", "Orthography", "OutputPlan"]),
            // The looks of pages: embeds the folder of templates, which people read and copy, in the
            // program.
            .target(
                name: "DefaultTemplates", path: "Templates", swiftSettings: strict,
                plugins: ["EmbedTexts"]),
            // Cannot open files: a page shows only what was prepared for it.
            target(
                "SitePages",
                [
                    "Hashing", "MarkdownText", "Markup", "NoteModel", "Orthography", "OutputPlan",
                    "SiteSearch",
                ], plugins: ["EmbedTexts"]),
            // Every form of a notebook but the site.
            target(
                "NoteExports",
                [
                    "FileFormats", "Hashing", "LocalFiles", "MarkdownText", "NoteModel",
                    "Orthography", "OutputPlan",
                ]),
            // Reads what the formats have planned, and knows none of them.
            target(
                "OutputChecks",
                [
                    "Hashing", "LocalFiles", "MarkdownText", "Markup", "NoteModel", "Orthography",
                    "OutputPlan",
                ], settings: optimized),
            // The only writer of output: it publishes each tree as a whole, or not at all.
            target("OutputTree", ["Hashing", "LocalFiles", "NoteModel", "OutputPlan"]),
        ])
    // What joins the stages.
    + floor(
        "Build",
        [
            // The only target that starts programs with access to the network: rclone, ssh, rsync, git.
            target("SiteUploads", ["Hashing", "LocalFiles", "NoteModel", "OutputTree"]),
            // Builds, exports, bags, imports and comparisons, for the commands and for the editor.
            target(
                "BuildPipeline",
                [
                    "DefaultTemplates", "FileFormats", "Hashing", "LocalFiles", "MarkdownText",
                    "Markup", "MediaProcessing", "NoteArchives", "NoteEditing", "NoteExports",
                    "NoteImports", "NoteModel", "Orthography", "OutputChecks", "OutputPlan",
                    "OutputTree", "SitePages", "SiteSearch", "SiteUploads",
                ]),
            // Not linked by the server. `FileFormats` writes its store, `NoteEditing` its archives.
            target(
                "SampleNotes",
                [
                    "FileFormats", "KeyedArchives", "LocalFiles", "MediaProcessing",
                    "NoteEditing", "NoteModel",
                ], plugins: ["EmbedTexts"]),
        ])
    // Programs, and what only they link.
    + floor(
        "Programs",
        [
            // Puts the texts of a target into the program while it is built.
            .plugin(
                name: "EmbedTexts", capability: .buildTool(), exclude: ["embed-texts"]),
            // The only importer of libvips (`CVips`). Recordings are compared by digests of `Hashing`.
            .executableTarget(
                name: "notebinder-photos",
                dependencies: ["CVips", "Hashing", "LocalFiles", "NoteModel"],
                swiftSettings: strict, linkerSettings: buildIdentifier),
            // The only importer of SwiftNIO. Replies are compressed by
            // `FileFormats`.
            target(
                "SiteServer",
                [
                    "FileFormats", "LocalFiles", .product(name: "NIOCore", package: "swift-nio"),
                    .product(name: "NIOHTTP1", package: "swift-nio"),
                    .product(name: "NIOPosix", package: "swift-nio"),
                ]),
            // The editor in the browser. Its list is sorted by keys of `Orthography`.
            target(
                "WebEditor",
                [
                    "BuildPipeline", "Hashing", "LocalFiles", "NoteArchives", "NoteEditing",
                    "NoteModel", "Orthography", "SiteServer",
                ], plugins: ["EmbedTexts"]),
            // The process behind `serve` and `edit --web`: it serves sites, and the `WebEditor`. Links
            // for phones are drawn by `CQREncode`.
            target(
                "ServerProgram",
                [
                    "BuildPipeline", "CQREncode", "LocalFiles", "NoteModel", "SiteServer",
                    "WebEditor",
                ]),
            // The only importer of swift-argument-parser. A command writes `SampleNotes`, another names
            // a destination of `SiteUploads`, an option a style of `NoteExports`, and shards are
            // hashes of `Hashing`.
            target(
                "NotebinderCommands",
                [
                    "BuildPipeline", "Hashing", "LocalFiles", "NoteArchives", "NoteEditing",
                    "NoteExports", "NoteModel", "PhoneBackups", "SampleNotes", "SiteUploads",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ], exclude: ["Installation"]),
            // The main program, which is its own server. `NotebinderCommands` is a library so that its
            // manual can be generated, `ServerProgram` so that it is tested.
            .executableTarget(
                name: "notebinder",
                dependencies: ["NotebinderCommands", "ServerProgram"],
                swiftSettings: strict, linkerSettings: buildIdentifier),
        ])

/// Measurements and tests, and what only they link. `make` leaves them out to build both programs at
/// the same time.
let checks: [Target] =
    Context.environment["NOTEBINDER_PROGRAMS"] != nil
    ? []
    : [
        // `make bench`.
        .executableTarget(
            name: "notebinder-bench",
            dependencies: [
                "HeadlessBrowser", "MadeBackups", "MediaProcessing", "NoteArchives", "NoteEditing",
                "NoteModel",
            ],
            path: "Tests/Benchmarks", swiftSettings: strict),
        // The least that a program with the same task has to do: a yardstick of `make bench`.
        .executableTarget(
            name: "notebinder-floor", dependencies: ["CMarkArena"], path: "Tests/Floor",
            linkerSettings: buildIdentifier),
        // Run by a test, in a process of its own.
        .executableTarget(
            name: "notebinder-mutated-archives",
            dependencies: ["FileFormats", "KeyedArchives", "NoteArchives", "NoteModel"],
            path: "Tests/MutatedArchives", swiftSettings: strict),
        .executableTarget(
            name: "notebinder-mutated-backups",
            dependencies: [
                "FileFormats", "LocalFiles", "MadeBackups", "NoteModel", "PhoneBackups",
            ],
            path: "Tests/MutatedBackups", swiftSettings: strict),
        .target(
            name: "MadeBackups",
            dependencies: [
                "FileFormats", "Hashing", "KeyedArchives",
            ],
            path: "Tests/MadeBackups", swiftSettings: strict),
        .target(
            name: "HeadlessBrowser",
            dependencies: [],
            path: "Tests/HeadlessBrowser", swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: [
                "FileFormats", "KeyedArchives", "LocalFiles", "NoteArchives", "NoteEditing",
                "NoteModel",
            ],
            path: "Tests/TestSupport",
            exclude: [
                "check-bag.py", "check-book.py", "check-enex.py", "compare-photos.py",
                "compare-upright.py", "make-pictures.py", "read-archives.py", "read-backup.py",
                "read-cards.py", "read-decks.py", "read-pictures.py", "review-decks.py",
                "unpack-checkers.py", "validate-json-tree.py",
            ],
            swiftSettings: strict + optimized),
        .target(
            name: "BuildTestSupport",
            dependencies: [
                "BuildPipeline", "LocalFiles", "NoteArchives", "NoteEditing",
                "SampleNotes", "TestSupport",
            ],
            path: "Tests/BuildTestSupport", swiftSettings: strict),
        tests(
            "BuildPipelineTests",
            [
                "BuildPipeline", "BuildTestSupport", "FileFormats", "Hashing", "KeyedArchives",
                "LocalFiles", "NoteArchives", "NoteEditing", "NoteExports", "NoteImports",
                "NoteModel", "OutputPlan", "OutputTree", "SampleNotes", "SitePages", "SiteServer",
            ],
            exclude: ["Snapshots"]),
        tests("FileFormatsTests", ["FileFormats", "LocalFiles"]),
        tests("HashingTests", ["Hashing", "NoteModel"]),
        tests(
            "InteropTests",
            [
                "BuildPipeline", "BuildTestSupport", "LocalFiles", "NoteEditing", "NoteExports",
                "SampleNotes",
            ],
            exclude: ["check-generator.py", "check-vault.py", "read-enex.py", "check-crate.py"]),
        tests("KeyedArchivesTests", ["KeyedArchives", "LocalFiles"]),
        tests("LocalFilesTests", ["Hashing", "LocalFiles", "NoteModel"]),
        tests("MarkupTests", ["Markup"]),
        tests("PlatformTests", []),
        tests("MarkdownTextTests", ["Hashing", "MarkdownText", "Markup", "NoteModel"]),
        tests(
            "MediaProcessingTests", ["LocalFiles", "MediaProcessing", "NoteModel", "OutputPlan"]),
        tests(
            "NoteArchivesTests",
            [
                "FileFormats", "Hashing", "KeyedArchives", "LocalFiles", "MarkdownText",
                "NoteArchives",
                "NoteEditing", "NoteModel",
            ]),
        tests(
            "NoteEditingTests",
            ["Hashing", "KeyedArchives", "LocalFiles", "NoteArchives", "NoteEditing", "NoteModel"]),
        tests(
            "NoteExportsTests",
            [
                "FileFormats", "Hashing", "KeyedArchives", "LocalFiles", "MarkdownText",
                "NoteExports", "NoteImports", "NoteModel", "Orthography", "OutputPlan", "SitePages",
            ]),
        tests(
            "NoteImportsTests",
            [
                "FileFormats", "Hashing", "LocalFiles", "MarkdownText", "NoteExports",
                "NoteImports",
                "NoteModel",
            ]),
        tests(
            "NoteModelTests",
            ["FileFormats", "Hashing", "LocalFiles", "NoteArchives", "NoteModel", "Orthography"]),
        tests(
            "NotebinderCommandsTests",
            [
                "BuildPipeline", "FileFormats", "KeyedArchives", "LocalFiles", "MadeBackups",
                "NoteArchives", "NotebinderCommands", "NoteEditing", "NoteModel",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], exclude: ["Scripts"]),
        tests(
            "OutputChecksTests",
            ["Hashing", "LocalFiles", "MarkdownText", "NoteModel", "OutputChecks", "OutputPlan"]),
        tests("OrthographyTests", ["LocalFiles", "Orthography", "OutputPlan"]),
        tests("OutputPlanTests", ["Hashing", "NoteModel", "Orthography", "OutputPlan"]),
        tests(
            "OutputTreeTests",
            ["Hashing", "LocalFiles", "NoteModel", "OutputPlan", "OutputTree"]),
        tests(
            "PhoneBackupsTests",
            [
                "FileFormats", "Hashing", "LocalFiles", "MadeBackups", "NoteArchives", "notebinder",
                "notebinder-mutated-backups", "NoteEditing", "NoteModel", "PhoneBackups",
            ]),
        tests(
            "SampleNotesTests",
            ["KeyedArchives", "LocalFiles", "NoteArchives", "NoteModel", "SampleNotes"]),
        tests(
            "SitePagesTests",
            [
                "DefaultTemplates", "Hashing", "LocalFiles", "MarkdownText", "Markup", "NoteModel",
                "Orthography", "OutputPlan", "SitePages", "SiteSearch",
            ]),
        tests("SiteSearchTests", ["Hashing", "Orthography", "OutputPlan", "SiteSearch"]),
        tests(
            "SiteServerTests",
            [
                "LocalFiles", "SiteServer", .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ]),
        tests("SourceStyleTests", ["LocalFiles"]),
        tests(
            "WebEditorTests",
            [
                "BuildTestSupport", "LocalFiles", "NoteArchives", "notebinder", "notebinder-photos",
                "NoteEditing", "NoteModel", "SampleNotes", "ServerProgram", "SiteServer",
                "WebEditor",
            ]),
    ]

let package = Package(
    name: "Notebinder",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "notebinder", targets: ["notebinder"]),
        .executable(name: "notebinder-photos", targets: ["notebinder-photos"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: floors + checks + fuzzing
)
