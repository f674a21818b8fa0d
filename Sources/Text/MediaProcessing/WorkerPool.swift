import NoteModel
import Synchronization

/// A pool of idle workers, one for each thread that makes requests at the same time. A worker is
/// started if none is idle.
final class WorkerPool: Sendable {
    /// The path of the program `notebinder-photos`.
    let path: String
    private let idle = Mutex<[WorkerProcess]>([])
    private let known = Mutex<WorkerCapabilities?>(nil)

    /// The basic limit of a request in seconds of processor time, to which 1 second is added per
    /// 5 MB to read. A worker that exceeds it is killed.
    let secondsPerRequest: Double

    init(_ path: String, secondsPerRequest: Double) {
        (self.path, self.secondsPerRequest) = (path, secondsPerRequest)
    }

    /// Returns the capabilities of the workers; starts one if none has been started yet.
    func greeting() throws -> WorkerCapabilities {
        if let greeting = known.withLock({ $0 }) { return greeting }
        let worker = try take()
        idle.withLock { $0.append(worker) }
        return worker.greeting
    }

    /// Sends a request to a worker and returns its reply. A worker that fails is discarded, and the
    /// next request gets a new one.
    ///
    /// - Parameter bytes: The number of bytes that it has to read, perhaps from a slow disk.
    /// - Throws: ``MediaProcessorError`` if no worker starts.
    func ask(
        _ request: MediaRequest, bytes: Int = 0
    ) throws -> Result<MediaReply, WorkerProcess.ProcessError> {
        let worker = try take()
        do {
            let reply = try worker.ask(
                request, within: secondsPerRequest + Double(bytes) / 5e6)
            idle.withLock { $0.append(worker) }
            return .success(reply)
        } catch {
            return .failure(error)
        }
    }

    private func take() throws -> WorkerProcess {
        if let resting = idle.withLock({ $0.popLast() }) { return resting }
        do {
            let process = try WorkerProcess(path: path)
            known.withLock { $0 = process.greeting }
            return process
        } catch {
            throw MediaProcessorError(startFailure: error, worker: path)
        }
    }
}
