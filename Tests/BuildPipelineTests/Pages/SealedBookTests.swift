import BuildPipeline
import BuildTestSupport
import Foundation
import HeadlessBrowser
import LocalFiles
import TestSupport
import Testing

/// Books that a password opens.
@Suite(.tags(.browser), .serialized, .timeLimit(.minutes(5)))
struct SealedBookTests {
    private static let password = "four randöm words"
    private let build = NotebookBuild()
    private var sealed: String { build.folder.path + "/sealed.html" }

    init() throws {
        try build.writeSample()
        try bind(to: sealed, password: Self.password)
    }

    private func bind(to path: String, password: String?) throws {
        try build.export(
            build.options, as: PageBookFormat(password: password), to: path, isReplacing: true)
    }

    @Test func revealsNoWordOfANote() throws {
        let text = try build.folder.text("sealed.html")
        // Short words of letters and digits occur in random base64.
        let words = [
            "Notebook", "Lemon tart", "minestrone", "#kitchen", "Market in Padua", "2012-05",
        ]
        for word in words { #expect(!text.contains(word), "\(word)") }
    }

    /// Python's `cryptography` decrypts it to the bytes of the book that is not encrypted.
    @Test(.enabled(if: Places.python != nil, "needs the Python of make test"))
    func opensWithAnotherLibrary() throws {
        let plain = build.folder.path + "/plain.html"
        try bind(to: plain, password: nil)
        let script = """
            import base64, gzip, json, re, sys
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
            from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
            page = open(sys.argv[1], encoding="utf-8").read()
            header = re.search(r'id="header">(.*?)</script>', page, re.S)[1]
            lines = re.search(r'id="segments">(.*?)</script>', page, re.S)[1].split()
            values = json.loads(header)
            key = PBKDF2HMAC(hashes.SHA256(), 32, base64.b64decode(values["salt"]), 600_000)
            cipher = AESGCM(key.derive(sys.argv[2].encode()))
            content = b""
            for number, line in enumerate(lines):
                nonce = bytes(7) + number.to_bytes(4, "big") + bytes([number == len(lines) - 1])
                content += cipher.decrypt(nonce, base64.b64decode(line), header.encode())
            print(gzip.decompress(content) == open(sys.argv[3], "rb").read())
            """
        let run = try FinishedProgram(
            try #require(Places.python),
            arguments: ["-c", script, sealed, Self.password, plain])
        #expect(run.output == "True\n", "\(run.errors)")
    }

    private static func submit(_ password: String) -> String {
        """
        (async () => {
          document.getElementById("password").value = "\(password)";
          document.getElementById("seal").requestSubmit();
          for (let n = 0; n < 200; n++) {
            await new Promise((done) => setTimeout(done, 100));
            const said = document.getElementById("said");
            if (!said || said.textContent === said.dataset.wrong) break;
          }
          const images = [...document.images];
          await Promise.all(images.map((image) => image.decode().catch(() => {})));
          return [
            document.title, document.body.innerText.includes("Lemon tart"),
            images.filter((image) => image.naturalWidth).length,
            document.getElementById("said")?.textContent ?? ""
          ].join("|");
        })()
        """
    }

    @Test(.enabled(if: Chromium.path != nil, "needs Chromium"))
    func opensFromDiskWithItsPasswordOnly() throws {
        let browser = try Chromium()
        let address = URL(fileURLWithPath: sealed).absoluteString
        let wrong = try browser.visit(address, width: 400, script: Self.submit("four random words"))
        #expect(
            wrong.value as? String
                == "Locked book|false|0|This is not the password, or the file is damaged.")
        let right = try browser.visit(address, width: 400, script: Self.submit(Self.password))
        let parts = (right.value as? String)?.split(separator: "|") ?? []
        #expect(parts.prefix(2) == ["Notebook", "true"])
        #expect((parts.count > 2 ? Int(parts[2]) ?? 0 : 0) > 10)
        #expect(right.requests.allSatisfy { $0.hasPrefix("file:") || $0.hasPrefix("data:") })
        #expect(right.complaints == [])
    }

    @Test func keepsTheFileWhileNothingChanges() throws {
        let status = try LocalFiles.status(sealed)
        let bytes = try LocalFiles.read(sealed)
        try bind(to: sealed, password: Self.password)
        #expect(try LocalFiles.status(sealed)?.inode == status?.inode)
        try bind(to: sealed, password: "another password")
        #expect(try LocalFiles.read(sealed) != bytes)
    }
}
