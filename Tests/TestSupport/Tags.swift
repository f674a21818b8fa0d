package import Testing

extension Tag {
    /// A test without browsers, other programs and long notebooks: all of them together take less
    /// than 20 seconds (`make check`).
    @Tag package static var fast: Self
    /// A test that opens pages in a browser.
    @Tag package static var browser: Self
    /// A test of the whole program, from notes to trees or from arguments to messages.
    @Tag package static var acceptance: Self
}
