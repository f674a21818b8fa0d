import LocalFiles
import NoteModel
import Platform

// The photo worker: decodes pictures of unknown origin for `notebinder` in a separate process, so
// that a picture that crashes a decoder affects no other picture.

// Limits the memory that a picture can claim to 2 GB, and forbids core files, which would contain
// the photo.
for (resource, size) in [(RLIMIT_AS, rlim_t(2 << 30)), (RLIMIT_CORE, 0)] {
    var limit = rlimit(rlim_cur: size, rlim_max: size)
    #if canImport(Darwin)
        setrlimit(resource, &limit)
    #else
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    #endif
}
setenv("VIPS_WARNING", "0", 1)

let encoder = JSONEncoder()
encoder.outputFormatting = .withoutEscapingSlashes
let decoder = JSONDecoder()

// Decoders may print to standard output, which is reserved for replies.
let answers = OpenFile(adopting: dup(STDOUT_FILENO), named: "standard output")
let nowhere = open("/dev/null", O_WRONLY)
dup2(nowhere, STDOUT_FILENO)

func answer(_ reply: MediaReply) throws {
    var line =
        try (try? encoder.encode(reply))
        ?? encoder.encode(MediaReply.undecodable(reason: "its metadata is invalid"))
    line.append(0x0A)
    try answers.writeAll(Array(line), synchronizing: false)
}

let handler = MediaRequestHandler()
do {
    let version = try Picture.startLibrary()
    // From here on, failures are reported in replies.
    dup2(nowhere, STDERR_FILENO)
    try answer(.ready(WorkerCapabilities(version: version, kinds: Decoders.available())))
    while let line = readLine() {
        let request = try decoder.decode(MediaRequest.self, from: Data(line.utf8))
        try answer(handler.reply(to: request))
    }
} catch let failure as Picture.PictureError {
    try? answer(.failed(reason: failure.reason))
    exit(1)
} catch {
    try? answer(.failed(reason: "\(error)"))
    exit(1)
}
