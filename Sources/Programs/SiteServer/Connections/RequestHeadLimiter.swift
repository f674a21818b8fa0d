import NIOCore

/// Measures request lines and headers before anything parses them, and refuses what is too long.
///
/// After a refusal, and after the last request of a connection, all further bytes are discarded.
final class RequestHeadLimiter: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = IOData
    typealias OutboundOut = IOData

    private var measure: RequestHeadMeasure
    private var isFinished = false

    init(_ limits: ServerLimits) {
        measure = RequestHeadMeasure(
            maximumRequestLine: limits.maximumRequestLine, maximumHeaders: limits.maximumHeaders)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isFinished else { return }
        var buffer = unwrapInboundIn(data)
        let (accepted, refusal) = buffer.withUnsafeReadableBytes { measure.add($0) }
        if let slice = buffer.readSlice(length: accepted) {
            context.fireChannelRead(wrapInboundOut(slice))
        }
        guard let refusal else { return }
        isFinished = true
        context.fireErrorCaught(refusal)
    }

    func triggerUserOutboundEvent(
        context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
    ) {
        guard event is RequestsFinished else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        isFinished = true
        promise?.succeed(())
    }
}

/// Counts the bytes of request lines and headers in a stream of requests.
///
/// Only a request with a method other than GET and HEAD may have a body; everything after its head
/// is accepted, since it is the last request of its connection if it has one.
struct RequestHeadMeasure {
    let maximumRequestLine: Int
    let maximumHeaders: Int
    private var isInHeaders = false
    /// The bytes of the current line so far, with its line feed.
    private var lineLength = 0
    /// The bytes of the complete header lines of the current request so far, with their line feeds.
    private var headersLength = 0
    /// The first bytes of the request line, enough for the methods without a body.
    private var start: [UInt8] = []
    private var isAfterHead = false

    private static let methodsWithoutBody = [Array("GET ".utf8), Array("HEAD ".utf8)]
    private static let longestStart = 5

    init(maximumRequestLine: Int, maximumHeaders: Int) {
        (self.maximumRequestLine, self.maximumHeaders) = (maximumRequestLine, maximumHeaders)
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
            guard !isAfterHead else { return (bytes.count, nil) }
            let lineFeed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
            let end = lineFeed.map { $0 + 1 } ?? bytes.count
            lineLength += end - start
            if let refusal { return (start, refusal) }
            if !isInHeaders {
                self.start += bytes[start..<end].prefix(Self.longestStart - self.start.count)
            }
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
            // A blank line before a request line ends nothing.
            isAfterHead =
                isInHeaders && !Self.methodsWithoutBody.contains { self.start.starts(with: $0) }
            isInHeaders = false
            headersLength = 0
            self.start = []
        } else if isInHeaders {
            headersLength += lineLength
        } else {
            isInHeaders = true
        }
        lineLength = 0
    }
}
