/// Days since 1 January 1970 in the proleptic Gregorian calendar.
///
/// - Parameters:
///   - year: 1 or later.
///   - month: 1 to 12.
///   - day: From 1; days past the end of the month are those of the next one.
package func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Counted from March on, so that the leap day comes last.
    let shifted = month <= 2 ? year - 1 : year
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return shifted / 400 * 146_097 + dayOfEra - 719_468
}
