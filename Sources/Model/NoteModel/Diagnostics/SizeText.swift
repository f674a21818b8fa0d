/// Returns a size in decimal units for a message, such as `1.5 MB` or `1 byte`.
package func sizeText(ofBytes count: Int) -> String {
    guard count >= 1000 else { return count == 1 ? "1 byte" : "\(count) bytes" }
    let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
    var (unit, scale) = (0, 1000)
    // A size that would be rounded to 1000.0 kB is 1.0 MB.
    while unit + 1 < units.count, count / scale >= 999, count >= scale * 1000 - scale / 20 {
        (unit, scale) = (unit + 1, scale * 1000)
    }
    let tenths = count / (scale / 10) + (count % (scale / 10) >= scale / 20 ? 1 : 0)
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
}
