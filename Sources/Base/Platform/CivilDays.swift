/// Returns the number of days from 1 January 1970 to a date of the proleptic Gregorian calendar;
/// negative for earlier dates.
///
/// - Parameters:
///   - year: 1 or later.
///   - month: 1 to 12; 13 is the first month of the next year.
///   - day: 1 or later; days past the end of the month count into the next one.
package func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    // Counted from March on, so that the leap day comes last.
    let shifted = month <= 2 ? year - 1 : year
    let yearOfEra = shifted % 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return shifted / 400 * 146_097 + dayOfEra - 719_468
}
