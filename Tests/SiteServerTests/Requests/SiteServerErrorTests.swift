import Foundation
import NIOHTTP1
import TestSupport
import Testing

@testable import SiteServer

/// The errors of the server, and the replies to requests that are none.
@Suite(.tags(.fast))
struct SiteServerErrorTests {
    @Test func classifiesListeningErrors() {
        #expect(SiteServerError(listeningOn: 8080, code: EADDRINUSE) == .portInUse(8080))
        #expect(SiteServerError(listeningOn: 80, code: EACCES) == .portNotAllowed(80))
        #expect(SiteServerError(listeningOn: 80, code: EPERM) == .portNotAllowed(80))
        let other = SiteServerError(listeningOn: 80, code: EAFNOSUPPORT)
        #expect(other == .system(String(cString: strerror(EAFNOSUPPORT))))
    }

    @Test(arguments: [
        (SiteServerError.portInUse(8080), "8080"), (.portNotAllowed(80), "80"),
        (.tooFewDescriptors(12), "12"), (.system("no route"), "no route"),
    ])
    func describesErrorsWithTheirValueAndNoPeriod(error: SiteServerError, value: String) {
        #expect("\(error)".contains(value))
        #expect(!"\(error)".hasSuffix("."))
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
        #expect(throws: SiteServerError.self) { try limits.fittedToDescriptors() }
    }
}
