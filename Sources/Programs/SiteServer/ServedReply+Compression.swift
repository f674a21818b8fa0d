import FileFormats

extension ServedReply {
    private static let leastCompressed = 1024

    /// Compresses a text, a script or JSON for a client that accepts gzip.
    package mutating func compress(for request: ServedRequest) {
        let type = headers.first { $0.name == "Content-Type" }?.value ?? ""
        guard case .bytes(let bytes) = body, bytes.count >= Self.leastCompressed,
            ["text/", "application/json"].contains(where: type.hasPrefix),
            request.value(of: "Accept-Encoding")?.contains("gzip") == true
        else { return }
        var deflater = Deflater()
        var compressed: [UInt8] = []
        bytes.withUnsafeBytes { bytes in
            deflater.update(bytes, isLast: true) { compressed += $0 }
        }
        body = .bytes(compressed)
        headers += [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]
    }
}
