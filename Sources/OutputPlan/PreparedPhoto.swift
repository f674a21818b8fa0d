package import NoteModel

/// A picture that is wanted of a photo.
package struct DerivativeRecipe: Hashable, Sendable {
    /// Stands in file names.
    package let name: String
    /// The sides, in pixels, that the picture is fitted into; it is never enlarged.
    package let largestWidth: Int
    package let largestHeight: Int
    /// JPEG quality, 1 to 100.
    package let quality: Int

    package init(name: String, largestWidth: Int, largestHeight: Int, quality: Int) {
        self.name = name
        self.largestWidth = largestWidth
        self.largestHeight = largestHeight
        self.quality = quality
    }
}

/// Width and height in pixels, of the picture as it is seen.
package struct PixelSize: Hashable, Sendable {
    package let width: Int
    package let height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// What is known of a photo once a worker has looked at it.
package struct PreparedPhoto: Hashable, Sendable {
    /// SHA-256 of the original bytes.
    package let digest: ContentKey
    /// Number of original bytes.
    package let byteCount: Int
    /// Nil for bytes that are of no known kind.
    package let kind: PhotoKind?
    package let outcome: Outcome

    package enum Outcome: Hashable, Sendable {
        case decoded(DecodedPhoto)
        /// In words that complete "NAME cannot be shown: …"; `endedWorker` where no worker lived
        /// to say more.
        case unreadable(reason: String, endedWorker: Bool)
    }

    package init(digest: ContentKey, byteCount: Int, kind: PhotoKind?, outcome: Outcome) {
        self.digest = digest
        self.byteCount = byteCount
        self.kind = kind
        self.outcome = outcome
    }

    /// Whether looking at it ended a worker.
    package var endedWorker: Bool {
        if case .unreadable(_, let endedWorker) = outcome { endedWorker } else { false }
    }

    package var decoded: DecodedPhoto? {
        guard case .decoded(let decoded) = outcome else { return nil }
        return decoded
    }
}

/// A photo that could be decoded, and the pictures made of it.
package struct DecodedPhoto: Hashable, Sendable {
    /// Upright.
    package let size: PixelSize
    /// Whether the original says where it was taken.
    package let carriesPosition: Bool
    /// In the order of the recipes.
    package let derivatives: [Derivative]

    package init(size: PixelSize, carriesPosition: Bool, derivatives: [Derivative]) {
        self.size = size
        self.carriesPosition = carriesPosition
        self.derivatives = derivatives
    }

    /// The picture made by a recipe.
    package func derivative(_ recipe: DerivativeRecipe) -> Derivative? {
        derivatives.first { $0.recipe == recipe.name }
    }
}

/// A picture made of a photo by a recipe.
package struct Derivative: Hashable, Sendable {
    /// Name of the recipe.
    package let recipe: String
    package let key: ContentKey
    package let size: PixelSize
    /// Without the dot.
    package let fileExtension: String

    package init(recipe: String, key: ContentKey, size: PixelSize, fileExtension: String) {
        self.recipe = recipe
        self.key = key
        self.size = size
        self.fileExtension = fileExtension
    }

    /// A name that changes when the content does.
    package var fileName: String { "\(key.short)-\(recipe).\(fileExtension)" }
}

/// What is known of all photos of a notebook.
package struct PreparedPhotos: Sendable {
    private let photos: [Photo.Identity: PreparedPhoto]

    package init(_ photos: [Photo.Identity: PreparedPhoto]) {
        self.photos = photos
    }

    /// Nil for a photo that is missing or damaged.
    package subscript(photo: Photo) -> PreparedPhoto? {
        photo.identity.flatMap { photos[$0] }
    }
}

extension Photo {
    /// What tells one picture from another: the bytes and how they are turned.
    package struct Identity: Hashable, Sendable {
        package let stored: StoredBytes
        package let orientation: Orientation?
    }

    /// Nil for a photo without bytes.
    package var identity: Identity? {
        stored.map { Identity(stored: $0, orientation: orientation) }
    }
}
