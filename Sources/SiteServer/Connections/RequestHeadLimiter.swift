import NIOCore

/// Measures request lines and headers before anything parses them, and refuses what is too long.
///
/// A message is taken to be a head alone, since requests with a body are refused. After a refusal
/// all further bytes are discarded.
final class RequestHeadLimiter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var measure: RequestHeadMeasure
    private var isRefused = false

    init(_ limits: ServerLimits) {
        measure = RequestHeadMeasure(
            maximumRequestLine: limits.maximumRequestLine, maximumHeaders: limits.maximumHeaders)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isRefused else { return }
        var buffer = unwrapInboundIn(data)
        let (accepted, refusal) = buffer.withUnsafeReadableBytes { measure.add($0) }
        if let slice = buffer.readSlice(length: accepted) {
            context.fireChannelRead(wrapInboundOut(slice))
        }
        guard let refusal else { return }
        isRefused = true
        context.fireErrorCaught(refusal)
    }
}

/// Counts the bytes of request lines and headers in a stream of requests without bodies.
struct RequestHeadMeasure {
    let maximumRequestLine: Int
    let maximumHeaders: Int
    private var isInHeaders = false
    /// The bytes of the current line so far, with its line feed.
    private var lineLength = 0
    /// The bytes of the complete header lines of the current request so far, with their line feeds.
    private var headersLength = 0

    init(maximumRequestLine: Int, maximumHeaders: Int) {
        self.maximumRequestLine = maximumRequestLine
        self.maximumHeaders = maximumHeaders
    }

    /// Measures further bytes.
    ///
    /// - Returns: The number of bytes before the line that is too long, or all, and the reason
    ///   for refusing that line.
    mutating func add(
        _ bytes: UnsafeRawBufferPointer
    ) -> (accepted: Int, refusal: RequestRefusal?) {
        var start = 0
        while start < bytes.count {
            let lineFeed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let end = lineFeed.map { $0 + 1 } ?? bytes.count
            lineLength += end - start
            if let refusal { return (start, refusal) }
            if lineFeed != nil { endLine() }
            start = end
        }
        return (bytes.count, nil)
    }

    private var refusal: RequestRefusal? {
        if isInHeaders {
            // Two bytes may be the blank line after the headers.
            return lineLength > 2 && headersLength + lineLength > maximumHeaders
                ? .headersTooLarge : nil
        }
        // The line end is not part of the request line.
        return lineLength > maximumRequestLine + 2 ? .requestLineTooLong : nil
    }

    private mutating func endLine() {
        // A line of two bytes is blank; any other first byte makes the request malformed.
        if lineLength <= 2 {
            isInHeaders = false
            headersLength = 0
        } else if isInHeaders {
            headersLength += lineLength
        } else {
            isInHeaders = true
        }
        lineLength = 0
    }
}
