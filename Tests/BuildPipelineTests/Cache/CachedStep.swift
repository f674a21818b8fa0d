import Hashing
import Synchronization

@testable import BuildPipeline

/// A step whose output for an input is the input in capitals, with the input as attachment.
struct CachedStep {
    var step = "capitals"
    /// The questions that the step asks for each input.
    var questions: [String] = []
    /// The answers to questions now.
    var answers: [String: Fingerprint] = [:]
    /// The text that precedes the input in each attachment.
    var prefix = ""
    /// False if no output may be kept for the next run.
    var isKept = true

    struct Result: Equatable {
        var values: [String] = []
        /// The attachments; nil for damaged ones.
        var attachments: [String?] = []
        /// The inputs whose outputs were computed.
        var computed: [String] = []
    }

    static func input(_ text: String) -> Fingerprint { Fingerprint(of: text) }

    /// Runs the step for a chunk of inputs.
    func run(_ inputs: [String], in cache: BuildCache, chunk: String = "chunk") -> Result {
        let computed = Mutex<[String]>([])
        let members = cache.chunk(
            step, name: chunk, inputs: inputs.map(Self.input), answer: { answers[$0] }
        ) { position, trace in
            computed.withLock { $0.append(inputs[position]) }
            for question in questions { trace.add(question, answer: answers[question]) }
            return BuildCache.Computed(
                value: inputs[position].uppercased(), isKept: isKept,
                attachment: Array((prefix + inputs[position]).utf8))
        }
        return Result(
            values: members.map(\.value), attachments: members.map(\.attachment.text),
            computed: computed.withLock(\.self))
    }
}

extension BuildCache.Attachment {
    /// The bytes as text; nil if they are damaged.
    var text: String? { bytes.map { String(decoding: $0, as: UTF8.self) } }
}
