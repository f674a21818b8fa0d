/// Justified rows of photos in a column of known width. The height is chosen so that the rows are
/// about equally high and the last one has no gap at its end.
///
/// Browsers break the rows. In columns of other widths, on small screens, they use a fixed height.
struct PhotoRows: Sendable {
    /// The prefix of the CSS classes, such as `n` for `n-24`.
    let prefix: String
    /// The width of the column and the space between photos, in rem, as in `photos.css`.
    let width: Double
    let between: Double
    /// The height that rows should have, and the greatest that the last one may have, in rem.
    let target: Double
    let highest: Double

    /// The rows below the text of a note, and those of a note without a table of contents on a
    /// wide screen.
    static let narrow = PhotoRows(prefix: "n", width: 36, between: 0.6, target: 13, highest: 36)
    static let wide = PhotoRows(prefix: "w", width: 46, between: 0.6, target: 15, highest: 36)
    /// The rows of a month on the page of all photos.
    static let month = PhotoRows(prefix: "w", width: 54, between: 0.25, target: 12.5, highest: 20)

    /// The heights that have a class, in half rem.
    private static let heights = 15...40

    /// Returns the class of the height at which the rows should be broken, such as `w-24` for
    /// 12 rem; nil for fewer than two photos, which make no rows.
    ///
    /// - Parameter ratios: The width of each photo divided by its height.
    func className(of ratios: [Double]) -> String? {
        guard ratios.count > 1 else { return nil }
        var best = (height: 0, cost: Double.infinity)
        for height in Self.heights {
            let cost = cost(of: ratios, height: Double(height) / 2)
            if cost < best.cost { best = (height, cost) }
        }
        return "\(prefix)-\(best.height)"
    }

    /// Returns how far the rows are from the target: the mean square of their relative deviations,
    /// and twice the part of the last row that stays empty.
    private func cost(of ratios: [Double], height: Double) -> Double {
        var (rows, deviations) = (0.0, 0.0)
        var (sum, taken, count) = (0.0, 0.0, 0.0)
        func end(isLast: Bool) {
            let full = (width - between * (count - 1)) / sum
            let shown = isLast ? min(full, highest) : full
            let deviation = max(shown / target, target / shown) - 1
            deviations += deviation * deviation + (full > shown ? 2 * (1 - shown / full) : 0)
            rows += 1
        }
        for ratio in ratios {
            let own = min(ratio * height, width)
            if count > 0, taken + between + own > width {
                end(isLast: false)
                (sum, taken, count) = (0, 0, 0)
            }
            taken += own + (count > 0 ? between : 0)
            sum += ratio
            count += 1
        }
        end(isLast: true)
        return deviations / rows
    }

    /// The rules of all classes.
    static let bytes: [UInt8] = {
        var text = ""
        for (prefix, property) in [("n", "narrow"), ("w", "wide")] {
            for height in heights {
                text += ".\(prefix)-\(height){--\(property):\(height / 2).\(height % 2 * 5)rem}\n"
            }
        }
        return Array(text.utf8)
    }()
}
