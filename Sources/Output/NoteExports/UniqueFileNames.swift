import NoteModel
import Orthography

/// File names made of titles, which are unique in all folders together, so that a name alone is
/// enough for a link.
struct UniqueFileNames {
    private var names = UniqueNames()

    mutating func name(_ title: String, fallback: String) -> String {
        let stem = FileName.cleaned(title, fallback: fallback)
        return names.name(stem) { "\(stem) \($0)" }
    }
}
