import Foundation
import Hashing
import LocalFiles
import NoteModel
import TestSupport
import Testing

/// The values that travel to the workers and back, and into the cache, as JSON.
@Suite(.tags(.fast))
struct MediaMessageTests {
    private let derivation = Fingerprint(ofLines: ["photo"])

    private func decoded() -> DecodedPhoto {
        let recipe = DerivativeRecipe(name: "640", maximumSide: 640, quality: 80)
        let file = DerivedFile(key: recipe.key(derivation), bytes: [1, 2, 3])
        return DecodedPhoto(
            size: PixelSize(width: 4000, height: 3000), carriesPosition: true,
            colour: Colour(red: 1, green: 2, blue: 255),
            derivatives: [
                Derivative(
                    file: file, size: PixelSize(width: 640, height: 480), fileExtension: "jpg")
            ],
            upright: .made(DerivedFile(key: UprightCopy.key(derivation), bytes: [4]), kind: .png))
    }

    private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test func roundTripsThroughJSON() throws {
        let photo = decoded()
        #expect(try roundTrip(photo) == photo)
        let recording = PlayableRecording(
            of: .mov, file: DerivedFile(key: derivation, bytes: [9]), isVideo: true, seconds: 1.5,
            playedBy: .all, carriesPosition: false)
        #expect(try roundTrip(recording) == recording)
    }

    @Test func countsAndHashesTheBytesOfAFile() {
        let file = DerivedFile(key: derivation, bytes: Array("abc".utf8))
        #expect(file.byteCount == 3)
        // The SHA-256 of "abc" in FIPS 180-4, appendix B.1 of its predecessor.
        #expect(
            file.digest.text == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test func givesEachDerivativeADistinctPath() {
        let recipes = ["2048", "640"].map {
            DerivativeRecipe(name: $0, maximumSide: 640, quality: 80)
        }
        let request = DeriveRequest(
            source: StoredBytes(file: "/a.jpg", range: 0..<9), derivation: derivation,
            orientation: nil, recipes: recipes, kept: [], path: "/cache/x.new")
        let keys = recipes.map { $0.key(derivation) } + [UprightCopy.key(derivation)]
        let paths = keys.map(request.path)
        #expect(Set(paths).count == 3)
        #expect(paths.allSatisfy { $0.hasPrefix("/cache/x.new.") })
    }

    @Test func countsTheUprightCopyAmongTheFiles() {
        #expect(decoded().files.count == 2)
    }

    @Test(arguments: [
        (RecordingKind.mov, true, BrowserSupport.all, RecordingKind.mp4),
        (.mov, false, .some, .m4a),
        (.mov, true, .safari, .mov),
        (.mp4, false, .all, .m4a),
        (.mp4, true, .all, .mp4),
        (.wav, false, .all, .wav),
    ])
    func publishesRecordingsInTheMostPlayableFormat(
        kind: RecordingKind, isVideo: Bool, playedBy: BrowserSupport, published: RecordingKind
    ) {
        let recording = PlayableRecording(
            of: kind, file: DerivedFile(key: derivation, bytes: []), isVideo: isVideo,
            seconds: nil, playedBy: playedBy, carriesPosition: false)
        #expect(recording.kind == published)
        #expect(recording.fileName.hasSuffix(".\(published.fileExtension)"))
    }
}
