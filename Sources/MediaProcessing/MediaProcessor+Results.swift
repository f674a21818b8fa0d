import ContentHashing
import NoteModel
import OutputPlan
import PhotoMessages

// The keys of derivatives, and the results of decoding.

extension MediaProcessor {
    /// Returns the key of everything that is made of a photo by some recipes.
    func derivation(
        of photo: HashedOriginal, orientation: Photo.Orientation?, recipes: [DerivativeRecipe]
    ) -> Fingerprint {
        Fingerprint(
            ofLines: [
                Self.version, photo.original.digest.text, "\(orientation?.rawValue ?? 0)",
                kept.map(\.rawValue).joined(separator: ","),
            ] + recipes.map { "\($0.name) \($0.maximumSide) \($0.quality)" })
    }

    /// Returns the key of the stripped copy of a recording or an SVG drawing.
    static func cleanKey(of original: HashedOriginal) -> Fingerprint {
        Fingerprint(ofLines: [version, original.original.digest.text, "clean"])
    }

    static func key(_ derivation: Fingerprint, recipe: DerivativeRecipe) -> Fingerprint {
        Fingerprint(ofLines: [derivation.text, recipe.name])
    }

    /// The name under which the digest of an upright copy is stored; the names of recipes contain
    /// no spaces.
    static let uprightName = "upright copy"

    /// Returns the key of the copy of a photo that other programs show upright.
    static func uprightKey(_ derivation: Fingerprint) -> Fingerprint {
        Fingerprint(ofLines: [derivation.text, uprightName])
    }

    /// True if the cache contains the upright copy, or if there is none.
    func holdsUprightCopy(_ pictures: DerivedPictures, key: Fingerprint) -> Bool {
        guard case .made(_, let byteCount) = pictures.upright else { return true }
        return cache.holds(key, byteCount: byteCount)
    }

    /// Returns the result of decoding a photo; nil if the reply does not match the request.
    ///
    /// - Parameter digests: The digests of the files, by the names of their recipes.
    static func decoded(
        _ pictures: DerivedPictures, digests: [String: ContentDigest], derivation: Fingerprint,
        recipes: [DerivativeRecipe]
    ) -> DecodedPhoto? {
        guard pictures.pictures.count == recipes.count, pictures.colour.count == 3 else {
            return nil
        }
        var derivatives: [Derivative] = []
        for (recipe, picture) in zip(recipes, pictures.pictures) {
            guard let picture else { continue }
            guard let digest = digests[recipe.name] else { return nil }
            derivatives.append(
                Derivative(
                    file: DerivedFile(key: key(derivation, recipe: recipe), digest: digest),
                    size: PixelSize(width: picture.width, height: picture.height),
                    fileExtension: picture.fileExtension))
        }
        guard !derivatives.isEmpty else { return nil }
        var upright: UprightCopy?
        switch pictures.upright {
        case .unneeded: break
        case .made(let kind, _):
            guard let kind = PhotoKind(rawValue: kind), let digest = digests[uprightName] else {
                return nil
            }
            upright = .made(DerivedFile(key: uprightKey(derivation), digest: digest), kind: kind)
        case .failed(let reason): upright = .failed(reason: reason)
        }
        return DecodedPhoto(
            size: PixelSize(width: pictures.width, height: pictures.height),
            carriesPosition: pictures.carriesPosition,
            colour: Colour(
                red: pictures.colour[0], green: pictures.colour[1], blue: pictures.colour[2]),
            derivatives: derivatives, upright: upright)
    }
}
