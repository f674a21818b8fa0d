import KeyedArchives

/// Objects that are notes, and notes in these, such as those of a notebook with a description.
extension NoteCollector {
    /// The number of members by which a list of notes is known.
    private static let sampleSize = 32

    /// Returns the keys under which an object has notes and cards of its own, which are notes beside
    /// it and no part of it; whether any are in a list.
    ///
    /// The members of a list under a key for notes are notes if their class says so, or if they have
    /// a title and a text: items of a check list have one text each.
    func innerNotes(of record: ArchivedRecord, _ visit: Visit) -> (
        keys: Set<String>, areListed: Bool
    ) {
        var keys: Set<String> = []
        var areListed = false
        let named = record.fields.isEmpty ? [] : Set((record[.notes] + record[.body]).map(\.key))
        for field in record.fields where !field.key.hasPrefix(NotebinderKey.prefix) {
            let isNamed = named.contains(field.key)
            if let members = (try? visit.archive.array(field.value)).flatMap(\.self) {
                guard hasNotes(members, isNamed: isNamed, visit.decoder) else { continue }
                areListed = true
            } else if isNamed {
                guard let isListed = holdsNotes(field.value, in: visit) else { continue }
                areListed = areListed || isListed
            } else {
                continue
            }
            keys.insert(field.key)
        }
        return (keys, areListed)
    }

    /// Returns whether the notes of a dictionary, an object or an archive are several; nil if it has
    /// none.
    private func holdsNotes(_ value: PropertyListValue, in visit: Visit) -> Bool? {
        guard visit.archive.isCompound(value) || visit.opened.holdsNotes(value) else { return nil }
        if let nested = try? visit.opened.container(in: value) {
            guard let root = nested.archive.root else { return nil }
            let inner = Visit(nested, folder: folder, reading: reading)
            if let members = (try? nested.archive.array(root)).flatMap(\.self) {
                return hasNotes(members, isNamed: true, inner.decoder) ? true : nil
            }
            return holdsNotes(root, of: inner)
        }
        return holdsNotes(value, of: visit)
    }

    private func holdsNotes(_ value: PropertyListValue, of visit: Visit) -> Bool? {
        // An object of an unknown class under such a key is a text with more than its words.
        if hasNotes([value], isNamed: true, needsClass: true, visit.decoder) { return false }
        guard let pairs = (try? visit.archive.dictionary(value)).flatMap(\.self) else { return nil }
        return hasNotes(pairs.map(\.value), isNamed: true, visit.decoder) ? true : nil
    }

    private func hasNotes(
        _ values: [PropertyListValue], isNamed: Bool, needsClass: Bool = false,
        _ decoder: NoteDecoder
    ) -> Bool {
        values.prefix(Self.sampleSize).contains { value in
            guard decoder.archive.isCompound(value),
                let record = (try? decoder.record(of: value)).flatMap(\.self),
                !record.isOfSystemClass
            else { return false }
            let kind = reading.vocabulary.kind(of: record.classNames)
            guard kind != .ignored else { return false }
            if !needsClass, decoder.isCard(record, kind: kind) { return true }
            guard isNamed else { return false }
            return kind != nil
                || !needsClass
                    && [record[.title], record[.body]].allSatisfy {
                        $0.contains { decoder.archive.isText($0.value) }
                    }
        }
    }
}

extension NoteCollector {
    /// True if an object has a text under a key for texts.
    func hasBody(_ record: ArchivedRecord, _ visit: Visit) -> Bool {
        record[.body].contains {
            visit.archive.isText($0.value) && !visit.opened.holdsNotes($0.value)
        }
    }

    /// True if an object is a note, by its class or by its fields.
    func isNote(
        _ record: ArchivedRecord, kind: ArchiveVocabulary.Kind?, visit: Visit
    ) -> Bool {
        let hasBody = hasBody(record, visit)
        let hasTitle = record[.title].contains { visit.archive.isText($0.value) }
        if kind == .note {
            // A class called `Notes` may be a list of notes.
            return hasBody || hasTitle
                || !record.fields.contains { visit.archive.isCompound($0.value) }
        }
        if hasBody || !hasTitle { return hasBody }
        return record[.body].contains { visit.decoder.isTextData($0.value) }
            || (record[.photos] + record[.drawing]).contains {
                visit.decoder.photoDecoder.isPicture($0.value)
                    || visit.archive.isText($0.value) && !record.classNames.isEmpty
            }
    }
}
