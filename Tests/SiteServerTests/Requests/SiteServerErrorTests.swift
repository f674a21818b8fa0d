import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import SiteServer

/// The errors of the server, and the replies to requests that are none.
@Suite(.tags(.fast))
struct SiteServerErrorTests {
    @Test(arguments: [
        (EADDRINUSE, "Port 80 is already in use. Choose another with --port"),
        (EACCES, "Port 80 needs privileges. Choose one above 1023 with --port"),
        (EPERM, "Port 80 needs privileges. Choose one above 1023 with --port"),
        (EAFNOSUPPORT, "The server cannot listen: \(String(cString: strerror(EAFNOSUPPORT)))"),
    ])
    func describesListeningErrors(code: Int32, description: String) {
        #expect("\(SiteServerError(listeningOn: 80, code: code))" == description)
    }

    @Test func mapsEachRefusalToItsStatus() {
        let refusals: [RequestRefusal] = [
            .requestLineTooLong, .headersTooLarge, .unknownMethod, .unsupportedVersion, .malformed,
        ]
        #expect(refusals.map(\.reply.status) == [414, 431, 405, 505, 400])
    }

    @Test func classifiesTheErrorsOfTheParser() {
        #expect(RequestRefusal(HTTPParserError.invalidMethod) == .unknownMethod)
        #expect(RequestRefusal(HTTPParserError.invalidVersion) == .unsupportedVersion)
        #expect(RequestRefusal(HTTPParserError.headerOverflow) == .headersTooLarge)
        #expect(RequestRefusal(HTTPParserError.invalidHeaderToken) == .malformed)
        #expect(RequestRefusal(HTTPParserError.invalidEOFState) == .malformed)
        #expect(RequestRefusal(RequestRefusal.requestLineTooLong) == .requestLineTooLong)
        #expect(RequestRefusal(CancellationError()) == nil)
    }

    @Test func respectsTheConfiguredConnectionLimit() throws {
        var limits = ServerLimits()
        limits.maximumConnections = 3
        #expect(try limits.fittedToDescriptors().maximumConnections == 3)
        limits.maximumConnections = 1
        let error = #expect(throws: SiteServerError.self) { try limits.fittedToDescriptors() }
        #expect(error?.description.contains("file descriptors") == true)
    }
}
