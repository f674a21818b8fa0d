import Platform

/// The local network of this machine.
enum LocalNetwork {
    /// The private IPv4 addresses (RFC 1918) of this machine in the local network.
    static var addresses: [String] {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return [] }
        defer { freeifaddrs(list) }
        return sequence(first: list, next: { $0?.pointee.ifa_next }).compactMap { entry in
            guard let entry, let address = entry.pointee.ifa_addr,
                Int32(address.pointee.sa_family) == AF_INET
            else { return nil }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard
                getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
                    == 0
            else { return nil }
            return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        }.filter(isPrivate)
    }

    private static func isPrivate(_ address: String) -> Bool {
        let parts = address.split(separator: ".").compactMap { Int($0) }
        guard parts.count == 4 else { return false }
        return parts[0] == 10 || parts[0] == 192 && parts[1] == 168
            || parts[0] == 172 && (16...31).contains(parts[1])
    }
}
