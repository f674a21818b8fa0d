private import CCrypto

/// A secret key of 128 or 256 bits for AES, erased from memory when nothing needs it any more.
///
/// Functions return nil where libcrypto refuses: for a wrong key, changed content, or sizes that an
/// algorithm does not have.
package final class SecretKey: Sendable {
    /// The bytes, which are written in the initializers only.
    nonisolated(unsafe) let bytes: UnsafeMutableBufferPointer<UInt8>

    private static let tagSize = 16

    private init(size: Int) {
        bytes = .allocate(capacity: size)
        bytes.initialize(repeating: 0)
    }

    /// Creates a key from its bytes; nil unless there are 16 or 32 of them.
    package convenience init?(_ bytes: [UInt8]) {
        guard [16, 32].contains(bytes.count) else { return nil }
        self.init(size: bytes.count)
        _ = self.bytes.update(fromContentsOf: bytes)
    }

    deinit {
        OPENSSL_cleanse(bytes.baseAddress, bytes.count)
        bytes.deallocate()
    }

    // MARK: - Derivation

    /// The hash function of a derivation.
    package enum DerivationHash: Sendable {
        case sha1, sha256

        fileprivate var function: OpaquePointer? {
            switch self {
            case .sha1: EVP_sha1()
            case .sha256: EVP_sha256()
            }
        }
    }

    /// Derives a key from a password with PBKDF2 and HMAC (RFC 8018, section 5.2).
    ///
    /// - Parameters:
    ///   - rounds: The number of iterations, at least 1.
    ///   - hash: The hash function of HMAC.
    ///   - size: The size of the key in bytes, 16 or 32.
    package convenience init?(
        password: [UInt8], salt: [UInt8], rounds: Int, hash: DerivationHash, size: Int = 32
    ) {
        self.init(size: size)
        let isDerived = password.withUnsafeBufferPointer {
            derive(from: $0, salt: salt, rounds: rounds, hash: hash)
        }
        guard isDerived else { return nil }
    }

    /// Derives a key from this one in the same way.
    package func derived(salt: [UInt8], rounds: Int, hash: DerivationHash) -> SecretKey? {
        let key = SecretKey(size: bytes.count)
        let source = UnsafeBufferPointer(bytes)
        return key.derive(from: source, salt: salt, rounds: rounds, hash: hash) ? key : nil
    }

    private func derive(
        from source: UnsafeBufferPointer<UInt8>, salt: [UInt8], rounds: Int, hash: DerivationHash
    ) -> Bool {
        guard let rounds = Int32(exactly: rounds), let count = Int32(exactly: source.count) else {
            return false
        }
        return source.withMemoryRebound(to: CChar.self) { source in
            PKCS5_PBKDF2_HMAC(
                source.baseAddress, count, salt, Int32(salt.count), rounds, hash.function,
                Int32(bytes.count), bytes.baseAddress) == 1
        }
    }

    // MARK: - Encryption

    /// Returns another key wrapped with this one (RFC 3394).
    package func wrapping(_ key: SecretKey) -> [UInt8]? {
        run(.wrap, on: key.bytes[...], encrypts: true)
    }

    /// Returns the key that was wrapped with this one.
    package func unwrapping(_ wrapped: [UInt8]) -> SecretKey? {
        guard var key = run(.wrap, on: wrapped[...], encrypts: false) else { return nil }
        defer { OPENSSL_cleanse(&key, key.count) }
        return SecretKey(key)
    }

    /// Returns whole blocks of 16 bytes encrypted in CBC mode (NIST SP 800-38A), without padding.
    ///
    /// - Parameter vector: The initialization vector of 16 bytes.
    package func encrypting(blocks: ArraySlice<UInt8>, vector: [UInt8]) -> [UInt8]? {
        run(.cbc, on: blocks, vector: vector, encrypts: true)
    }

    /// Returns whole blocks of 16 bytes decrypted in CBC mode, padding included.
    ///
    /// - Parameter vector: The initialization vector of 16 bytes.
    package func decrypting(blocks: ArraySlice<UInt8>, vector: [UInt8]) -> [UInt8]? {
        run(.cbc, on: blocks, vector: vector, encrypts: false)
    }

    /// Returns content encrypted with GCM (NIST SP 800-38D), followed by its tag of 16 bytes.
    ///
    /// - Parameters:
    ///   - nonce: 12 bytes, or another number that a format has, never used twice with a key.
    ///   - header: What is authenticated with the content.
    package func sealing(_ content: [UInt8], nonce: [UInt8], header: [UInt8]) -> [UInt8]? {
        run(
            .gcm, on: content[...], vector: nonce, encrypts: true,
            authenticating: header)
    }

    /// Returns the content that ``sealing(_:nonce:header:)`` encrypted.
    package func opening(_ sealed: [UInt8], nonce: [UInt8], header: [UInt8]) -> [UInt8]? {
        run(
            .gcm, on: sealed[...], vector: nonce, encrypts: false,
            authenticating: header)
    }

    private enum Mode { case wrap, cbc, gcm }

    private func cipher(_ mode: Mode) -> OpaquePointer? {
        let isSmall = bytes.count == 16
        return switch mode {
        case .wrap: isSmall ? EVP_aes_128_wrap() : EVP_aes_256_wrap()
        case .cbc: isSmall ? EVP_aes_128_cbc() : EVP_aes_256_cbc()
        case .gcm: isSmall ? EVP_aes_128_gcm() : EVP_aes_256_gcm()
        }
    }

    /// Returns the output of AES in a mode.
    ///
    /// - Parameter header: What is authenticated with the content, which a tag follows; nil for a
    ///   cipher without a tag.
    private func run(
        _ mode: Mode, on input: some Collection<UInt8>, vector: [UInt8]? = nil,
        encrypts: Bool, authenticating header: [UInt8]? = nil
    ) -> [UInt8]? {
        guard let context = EVP_CIPHER_CTX_new() else { return nil }
        defer { EVP_CIPHER_CTX_free(context) }
        let readsTag = header != nil && !encrypts
        guard !readsTag || input.count >= Self.tagSize else { return nil }
        let content = Array(readsTag ? input.dropLast(Self.tagSize) : input[...])
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        let vectorSize = Int32(vector?.count ?? 0)
        guard EVP_CipherInit_ex(context, cipher(mode), nil, nil, nil, encrypts ? 1 : 0) == 1,
            header == nil
                || EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_IVLEN, vectorSize, nil) == 1,
            vector == nil || vectorSize == EVP_CIPHER_CTX_get_iv_length(context),
            EVP_CipherInit_ex(context, nil, nil, bytes.baseAddress, vector, -1) == 1,
            EVP_CIPHER_CTX_set_padding(context, 0) == 1
        else { return nil }
        var written: Int32 = 0
        if let header {
            var tag = Array(input.suffix(Self.tagSize))
            guard
                encrypts
                    || EVP_CIPHER_CTX_ctrl(
                        context, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagSize), &tag) == 1,
                EVP_CipherUpdate(context, nil, &written, header, Int32(header.count)) == 1
            else { return nil }
        }
        var output = [UInt8](repeating: 0, count: content.count + Self.tagSize)
        guard let size = Int32(exactly: content.count) else { return nil }
        let count = output.withUnsafeMutableBufferPointer { output -> Int? in
            written = 0
            guard
                size == 0
                    || EVP_CipherUpdate(context, output.baseAddress, &written, content, size) == 1
            else { return nil }
            var rest: Int32 = 0
            let end = output.baseAddress.map { $0 + Int(written) }
            guard EVP_CipherFinal_ex(context, end, &rest) == 1 else { return nil }
            return Int(written + rest)
        }
        guard let count else { return nil }
        output.removeLast(output.count - count)
        if header != nil, encrypts {
            var tag = [UInt8](repeating: 0, count: Self.tagSize)
            guard
                EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), &tag) == 1
            else { return nil }
            output += tag
        }
        return output
    }
}
