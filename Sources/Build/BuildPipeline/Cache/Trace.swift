package import Hashing
import Synchronization

/// The questions that a step asked about anything but its input, with the answers.
package final class Trace: Sendable {
    struct Entry: Sendable {
        /// The question in the words of the step that asks it, such as the name of a photo that is
        /// looked for.
        let question: String
        let answer: Fingerprint?
    }

    private let recorded = Mutex<[Entry]>([])

    /// Records a question and the answer that it had; nil is an answer as well. May be called on
    /// several threads.
    package func add(_ question: String, answer: Fingerprint?) {
        recorded.withLock { $0.append(Entry(question: question, answer: answer)) }
    }

    var entries: [Entry] { recorded.withLock(\.self) }
}

extension Trace.Entry: BinaryCodable {
    func write(to writer: inout ByteWriter) { writer.write(question, answer) }

    init(from reader: inout ByteReader) throws {
        self.init(question: try reader.value(), answer: try reader.value())
    }
}
