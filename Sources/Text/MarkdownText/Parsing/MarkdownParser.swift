private import CMarkArena
import Synchronization

/// Parses Markdown within limits of memory and time, on any number of threads.
final class MarkdownParser: Sendable {
    /// The idle arenas, for reuse by later texts. There are at most as many as texts have been
    /// parsed at the same time.
    private let arenas = Mutex<[Arena]>([])

    static let shared = MarkdownParser()

    /// The memory limits: bytes per byte of text, bytes in addition to that, and the maximum. Dense
    /// text (a list of single letters) takes about 200 bytes per byte; the maximum keeps a note
    /// well under 256 MB.
    private static let memoryPerByte = 256
    private static let memoryInAdvance = 32 << 20
    private static let maximumMemory = 160 << 20
    /// The maximum length of a text in bytes, 4 MiB, which is that of three novels. Longer texts
    /// are not parsed at all.
    private static let maximumLength = 4 << 20
    /// The maximum processor time in seconds for parsing one text. Ordinary text takes
    /// milliseconds; nested brackets take quadratic time.
    private static let maximumSeconds = 1.0

    private init() {
        cmarkarena_register_extensions()
    }

    /// Parses a text and passes the document to `body`. The document is valid only during the call.
    ///
    /// - Throws: ``RenderBudgetExceeded`` if the text would exceed the limits.
    func parse<Result>(
        _ text: String, body: (OpaquePointer) -> Result
    ) throws(RenderBudgetExceeded) -> Result {
        guard text.utf8.count <= Self.maximumLength else { throw .memory }
        let arena = arenas.withLock { $0.popLast() } ?? Arena()
        defer {
            cmarkarena_end()
            arenas.withLock { $0.append(arena) }
        }
        var text = text
        let options = CMARK_OPT_FOOTNOTES | CMARK_OPT_UNSAFE
        var root: OpaquePointer?
        let outcome = text.withUTF8 { bytes in
            let memory = min(
                Self.memoryInAdvance + bytes.count * Self.memoryPerByte, Self.maximumMemory)
            return bytes.withMemoryRebound(to: CChar.self) { characters in
                cmarkarena_parse(
                    arena.handle, characters.baseAddress, characters.count, options, memory,
                    Self.maximumSeconds, &root)
            }
        }
        guard let root else { throw outcome == CMARKARENA_TIME_SPENT ? .time : .memory }
        return body(root)
    }
}

/// The error of a text whose rendering would take too much memory or time. Its raw values are
/// written to the cache.
package enum RenderBudgetExceeded: String, Error, Sendable {
    case memory
    case time
}

/// The memory of a parser, used by one thread at a time. It is kept for the next text, and freed
/// with this object.
private final class Arena: @unchecked Sendable {
    // Unchecked: the pool hands an arena to one parsing at a time.
    let handle: OpaquePointer

    init() {
        guard let handle = cmarkarena_new() else { preconditionFailure("out of memory") }
        self.handle = handle
    }

    deinit {
        cmarkarena_free(handle)
    }
}
