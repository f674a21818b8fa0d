import KeyedArchives
import NoteModel

/// The times at which strokes were begun while something was recorded: the events of the object
/// `NBCPEventManager`, in parallel arrays (little-endian).
struct NotabilityEvents {
    /// The moments by the tokens of strokes, and by their identifiers of 16 bytes, which newer
    /// versions of the app use instead.
    private var byToken: [Int32: RecordedMoment] = [:]
    private var byIdentifier: [ArraySlice<UInt8>: RecordedMoment] = [:]

    /// The size of an identifier in bytes.
    private static let identifierSize = 16
    /// The token of a stroke that was made without a recording.
    private static let none: Int32 = -1
    /// The maximum size of an array in bytes: that of a million events with identifiers.
    private static let maximumSize = 16_000_000

    /// - Parameter recordings: The positions in the note of the recordings, by the identifiers that
    ///   the app gave them.
    /// - Throws: ``ArchiveError`` for arrays that are too large or damaged.
    init(
        _ manager: ArchivedInstance?, in objects: NotabilityObjects, recordings: [Int32: Int]
    ) throws {
        // The app keeps the events of recordings that were deleted.
        guard let manager, !recordings.isEmpty else { return }
        func array(_ name: String) throws -> [UInt8] {
            try objects.bytes(manager["NBCPTimeManagerSOA\(name)Key"], maximum: Self.maximumSize)
        }
        let times = PackedNumbers(try array("Timestamps"))
        let owners = PackedNumbers(try array("RecordingIDs"))
        let tokens = PackedNumbers(try array("EventIDs"))
        let identifiers = try array("EventUUIDs")
        for index in 0..<min(times.count, owners.count) {
            guard let recording = recordings[owners.integer(index)],
                let moment = RecordedMoment(recording: recording, seconds: times.real(index))
            else { continue }
            if index < tokens.count { byToken[tokens.integer(index)] = moment }
            if let identifier = Self.identifier(index, in: identifiers) {
                byIdentifier[identifier] = moment
            }
        }
        byToken[Self.none] = nil
    }

    /// No events, for a note without recordings.
    init() {}

    /// Returns the moments of the strokes of a drawing; nil for each that was made without a
    /// recording.
    ///
    /// - Parameters:
    ///   - tokens: The array `eventTokens` of the drawing.
    ///   - identifiers: The array `curveUUIDs` of the drawing.
    func moments(
        tokens: PackedNumbers, identifiers: [UInt8]
    ) -> (_ stroke: Int) -> RecordedMoment? {
        { stroke in
            if stroke < tokens.count, let moment = byToken[tokens.integer(stroke)] { return moment }
            guard let identifier = Self.identifier(stroke, in: identifiers) else { return nil }
            return byIdentifier[identifier]
        }
    }

    private static func identifier(_ index: Int, in bytes: [UInt8]) -> ArraySlice<UInt8>? {
        let start = index * identifierSize
        guard start + identifierSize <= bytes.count else { return nil }
        return bytes[start..<start + identifierSize]
    }
}
