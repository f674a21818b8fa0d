/// Returns the value of a variable of the program's environment; nil if it is empty or not set.
///
/// `ProcessInfo` copies the whole environment, which takes a twentieth of the start of the program.
package func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
