import PhotoMessages
import Synchronization

/// Workers at rest, started when none is; one for each thread that asks at a time.
final class WorkerPool: Sendable {
    /// Of the program `notebinder-photos`.
    let path: String
    private let idle = Mutex<[IdleWorker]>([])
    private let known = Mutex<WorkerCapabilities?>(nil)

    /// A worker that takes longer is ended.
    let secondsPerRequest: Double

    init(_ path: String, secondsPerRequest: Double) {
        self.path = path
        self.secondsPerRequest = secondsPerRequest
    }

    /// A worker at rest, or in the hands of one thread.
    private final class IdleWorker: @unchecked Sendable {
        // Unchecked: the pool hands it to one thread at a time.
        let process: WorkerProcess

        init(_ process: WorkerProcess) {
            self.process = process
        }
    }

    /// What workers say of themselves; starts one where none has been asked yet.
    func greeting() throws(MediaProcessorError) -> WorkerCapabilities {
        if let greeting = known.withLock({ $0 }) { return greeting }
        let worker = try take()
        idle.withLock { $0.append(worker) }
        return worker.process.greeting
    }

    /// The answer of a worker; a failure costs the worker, and the next request gets a new one.
    ///
    /// - Parameter bytes: How many it is to read, perhaps from a slow disk.
    /// - Throws: ``MediaProcessorError`` where no worker starts.
    func ask(
        _ request: PhotoRequest, bytes: Int = 0
    ) throws(MediaProcessorError) -> Result<PhotoReply, WorkerProcess.ProcessError> {
        let worker = try take()
        do throws(WorkerProcess.ProcessError) {
            let reply = try worker.process.ask(
                request, within: secondsPerRequest + Double(bytes) / 5e6)
            idle.withLock { $0.append(worker) }
            return .success(reply)
        } catch {
            return .failure(error)
        }
    }

    private func take() throws(MediaProcessorError) -> IdleWorker {
        if let resting = idle.withLock({ $0.popLast() }) { return resting }
        do throws(WorkerProcess.ProcessError) {
            let process = try WorkerProcess(path: path)
            known.withLock { $0 = process.greeting }
            return IdleWorker(process)
        } catch {
            throw MediaProcessorError(startFailure: error, worker: path)
        }
    }
}
