import MadeBackups
import TestSupport
import Testing

@testable import PhoneBackups

/// The keys of encrypted backups.
@Suite(.tags(.fast))
struct BackupKeybagTests {
    private let made = MadeBackup([], password: "Pässwort 密")

    @Test func readsTheNumbersAndClasses() throws {
        let bag = try BackupKeybag(made.keybag())
        #expect(bag.first?.rounds == 100 && bag.second.rounds == 10)
        #expect(bag.first?.salt.count == 20)
        #expect(bag.classes.map(\.number) == [11, 9, 4, 3, 1])
        #expect(bag.classes.map(\.hasPassword) == [false, false, true, true, true])
    }

    @Test func unlocksWithThePasswordOnly() throws {
        let bag = try BackupKeybag(made.keybag())
        #expect(BackupKeys(bag, password: "Pässwort 密") != nil)
        for wrong in ["", "Passwort 密", "Pässwort 密 ", "x"] {
            #expect(BackupKeys(bag, password: wrong) == nil, "\(wrong)")
        }
    }

    @Test func reportsWhyAKeyIsMissing() throws {
        let keys = try #require(BackupKeys(BackupKeybag(made.keybag()), password: "Pässwort 密"))
        func error(_ wrapped: [UInt8]?) -> CopyError? {
            do { _ = try keys.key(of: wrapped) } catch { return error as? CopyError }
            return nil
        }
        let key = [UInt8](repeating: 7, count: 40)
        #expect(error(nil) == .noKey && error([]) == .noKey && error([3, 0, 0, 0]) == .noKey)
        #expect(error([9, 0, 0, 0] + key) == .keyOfDevice)
        #expect(error([0, 0, 0, 200] + key) == .keyOfDevice)
        #expect(error([3, 0, 0, 0] + key) == .damagedKey)
        #expect(error([3, 0, 0, 0, 1]) == .damagedKey)
    }

    /// Returns a keybag whose first record of a tag has another value.
    private func changed(_ tag: String, value: [UInt8]) throws -> [UInt8] {
        let bag = try made.keybag()
        let place = try #require(bag.firstRange(of: Array(tag.utf8)))
        let size = bag[place.upperBound..<place.upperBound + 4].reduce(0) { $0 << 8 | Int($1) }
        let head = (0..<4).map { UInt8(truncatingIfNeeded: value.count >> (24 - 8 * $0)) }
        return bag[..<place.upperBound] + head + value + bag[(place.upperBound + 4 + size)...]
    }

    @Test(arguments: [
        ("DPIC", [0, 0, 0, 0]), ("DPIC", [0xFF, 0xFF, 0xFF, 0xFF]), ("DPIC", [1, 49, 45, 1]),
        ("DPIC", [1]), ("ITER", [0, 0, 0, 0]), ("ITER", [0, 15, 66, 65]), ("SALT", []),
        ("DPSL", []),
        ("TYPE", [0, 0, 0, 0]), ("DPSL", [UInt8](repeating: 1, count: 2_000)),
    ])
    func refusesHostileNumbers(tag: String, value: [UInt8]) throws {
        let bag = try changed(tag, value: value)
        #expect(throws: KeybagError.self) { try BackupKeybag(bag) }
    }

    @Test func refusesEveryTruncation() throws {
        let bag = try made.keybag()
        var read = 0
        for count in 0..<bag.count where (try? BackupKeybag(Array(bag[..<count]))) != nil {
            read += 1
        }
        // Between two records, what is left is a smaller keybag.
        #expect(read < 30)
        #expect(throws: KeybagError.self) { try BackupKeybag([]) }
        #expect(throws: KeybagError.self) {
            try BackupKeybag(Array("DPIC".utf8) + [0x7F, 0xFF, 0xFF, 0xFF])
        }
    }
}
