extension CodeScanner {
    /// Scans a token of a form.
    ///
    /// - Parameters:
    ///   - start: The start of the token, with its prefix.
    ///   - contentOffset: The length of the opener after the position.
    mutating func scan(
        _ form: DelimitedForm, from start: Int, contentOffset: Int, hashes: Int = 0
    ) {
        position += contentOffset
        scanInside(of: form, from: start, hashes: hashes)
    }

    /// Scans a token from the position, which is inside, to its end or to an interpolation.
    ///
    /// - Parameter start: The start of the part of the token that has not been added.
    mutating func scanInside(of form: DelimitedForm, from start: Int, hashes: Int) {
        var start = start
        var depth = 1
        let stops = form.stops
        while position < end {
            let byte = code[position]
            guard stops.contains(byte) else {
                position += 1
                continue
            }
            if byte == .newline, !form.isMultiline { break }
            if isCloser(of: form, hashes: hashes) {
                if skipDoubledCloser(of: form) { continue }
                position += form.closer.count + hashes
                depth -= 1
                if depth == 0 { break }
            } else if form.nests, has(form.opener, at: position) {
                position += form.opener.count
                depth += 1
            } else if let interpolation = interpolation(in: form, hashes: hashes) {
                if interpolation.isDoubledInText, self.byte(at: position + 1) == byte {
                    position += 2
                    continue
                }
                position += interpolation.opener.count + hashes
                add(form.tokenClass, from: start, as: .mark)
                context.strings.append(
                    OpenString(
                        form: form, hashes: hashes, interpolation: interpolation,
                        outerDepth: context.depth))
                context.depth = 0
                return
            } else if form.escapes == .backslash, byte == UInt8(ascii: "\\") {
                skipEscape(hashes: hashes)
            } else if byte == form.variable,
                let variableEnd = parameterEnd(from: position + 1)
            {
                writer.add(form.tokenClass, at: start..<position)
                writer.add(.variable, at: position..<variableEnd)
                position = variableEnd
                start = position
            } else {
                position += 1
            }
        }
        finish(form, from: start)
    }

    private mutating func finish(_ form: DelimitedForm, from start: Int) {
        if form.tokenClass == .comment {
            writer.add(.comment, at: start..<position)
        } else {
            let isKey = rules.traits.contains(.keys) || rules.traits.contains(.labels)
            add(isKey && self.isKey(end: position) ? .property : form.tokenClass, from: start)
        }
    }

    private func isCloser(of form: DelimitedForm, hashes: Int) -> Bool {
        guard !form.closer.isEmpty, has(form.closer, at: position) else { return false }
        return hashes == 0 || hasHashes(hashes, at: position + form.closer.count)
    }

    private func hasHashes(_ count: Int, at index: Int) -> Bool {
        guard count <= end - index else { return false }
        for offset in 0..<count where code[index + offset] != UInt8(ascii: "#") { return false }
        return true
    }

    private mutating func skipDoubledCloser(of form: DelimitedForm) -> Bool {
        guard form.escapes == .doubled, has(form.closer, at: position + form.closer.count) else {
            return false
        }
        position += 2 * form.closer.count
        return true
    }

    private func interpolation(
        in form: DelimitedForm, hashes: Int
    ) -> DelimitedForm.Interpolation? {
        for interpolation in form.interpolations
        where code[position] == interpolation.opener.first {
            guard hashes > 0 else {
                if has(interpolation.opener, at: position) { return interpolation }
                continue
            }
            let bracket = position + 1 + hashes
            if hasHashes(hashes, at: position + 1), byte(at: bracket) == interpolation.open {
                return interpolation
            }
        }
        return nil
    }

    /// Skips a backslash and the character that it escapes, which may be the end of the line.
    private mutating func skipEscape(hashes: Int) {
        position += 1
        guard hasHashes(hashes, at: position), position + hashes < end else { return }
        position += hashes
        if code[position] == 0x0D, byte(at: position + 1) == .newline { position += 1 }
        position += 1
    }

    /// Scans a string with a prefix, such as `f"…"`.
    ///
    /// - Returns: False if there is none; the position stays the same.
    mutating func scanPrefixedString(prefix: Range<Int>) -> Bool {
        for form in rules.prefixedForms {
            var index = prefix.upperBound
            guard form.prefixes.contains(where: { isEqual($0, to: prefix) }) else { continue }
            while form.takesHashes, byte(at: index) == UInt8(ascii: "#") { index += 1 }
            guard has(form.opener, at: index) else { continue }
            let hashes = index - prefix.upperBound
            position = index
            scan(form, from: prefix.lowerBound, contentOffset: form.opener.count, hashes: hashes)
            return true
        }
        return false
    }

    private func isEqual(_ word: [UInt8], to range: Range<Int>) -> Bool {
        guard word.count == range.count else { return false }
        return word.indices.allSatisfy { code[range.lowerBound + $0].lowercased == word[$0] }
    }

    /// Scans a string that begins with number signs. Without a string, they are skipped if there
    /// are several.
    ///
    /// - Returns: False if there is nothing of this kind; the position stays the same.
    mutating func scanHashedString() -> Bool {
        let start = position
        var index = start
        while index < end, code[index] == UInt8(ascii: "#") { index += 1 }
        let hashes = index - start
        for form in rules.hashedForms where has(form.opener, at: index) {
            position = index
            scan(form, from: start, contentOffset: form.opener.count, hashes: hashes)
            return true
        }
        guard hashes > 1 else { return false }
        position = index
        note(.mark)
        return true
    }

    /// Scans a raw string of C++, `R"name(…)name"`.
    ///
    /// - Returns: False if there is none; the position stays the same.
    mutating func scanDelimitedRawString(prefix: Range<Int>) -> Bool {
        let nameStart = prefix.upperBound + 1
        var content = nameStart
        // The standard limits the name to 16 characters.
        while content < end, content - nameStart <= 16, code[content] != UInt8(ascii: "("),
            code[content] > 0x20, code[content] != UInt8(ascii: "\"")
        {
            content += 1
        }
        guard content - nameStart <= 16, byte(at: content) == UInt8(ascii: "(") else {
            return false
        }
        let closer =
            [UInt8(ascii: ")")] + Array(code[nameStart..<content]) + [UInt8(ascii: "\"")]
        position = content + 1
        while position < end, !has(closer, at: position) { position += 1 }
        position = min(position + closer.count, end)
        add(.string, from: prefix.lowerBound)
        return true
    }
}
