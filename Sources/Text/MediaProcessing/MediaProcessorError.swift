import Platform

/// The reason why photos and recordings could not be processed.
package struct MediaProcessorError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The worker is missing or does not start; the text completes "The photo worker … cannot
        /// be used: …".
        case noWorker(path: String, String)
        /// A signal ended the worker while it was not decoding a photo.
        case workerEnded(path: String, signal: Int32)
        /// A picture could not be written; the text contains the path of the file.
        case cannotWrite(String)
        /// The photo's file could not be read; the text is the message of the operating system.
        case unreadable(String)
        /// A damaged derivative could not be made again; the path of its file, and the reason.
        case notRegenerated(path: String, String)
    }

    package let reason: Reason

    package init(_ reason: Reason) {
        self.reason = reason
    }

    init(startFailure: WorkerProcess.ProcessError, worker: String) {
        if case .died(let signal?) = startFailure {
            self.init(.workerEnded(path: worker, signal: signal))
            return
        }
        let words =
            switch startFailure {
            case .cannotStart(let code): String(cString: strerror(code))
            case .died: "it ended at once"
            case .tookTooLong, .gaveNoReply: "it does not answer"
            case .unintelligible: "it is a different program or version"
            }
        self.init(.noWorker(path: worker, words))
    }
}

extension MediaProcessorError {
    /// The advice for workers that were killed because memory ran out.
    package static let memoryAdvice =
        "Free memory, or raise the memory limit of the service or container, then run again."
    /// The advice for workers that crash on every request.
    package static let installationAdvice =
        "Check that notebinder-photos and libvips come from one installation, then run again."
}

extension MediaProcessorError: CustomStringConvertible {
    package var description: String {
        switch reason {
        case .noWorker(let path, let words):
            "The photo worker \(path) cannot be used: \(words). Install notebinder-photos in libexec or beside notebinder, with libvips (Debian: libvips42, Homebrew: vips)."
        case .workerEnded(let path, SIGKILL):
            "The photo worker \(path) was killed (signal 9), most likely because memory ran out. \(Self.memoryAdvice)"
        case .workerEnded(let path, let signal):
            "The photo worker \(path) was ended by signal \(signal). \(Self.installationAdvice)"
        case .cannotWrite(let words): "A picture could not be written: \(words)."
        case .unreadable(let words): "The file of a photo could not be read: \(words)."
        case .notRegenerated(let path, let words):
            "\(path) is damaged and could not be made again: \(words). Remove the folder that holds it, then run again."
        }
    }
}
