/// The class of a token, which is the value of the `class` attribute of its `span` element. Text of
/// no class has no element: operators, brackets, white space, and most names.
package enum TokenClass: String, CaseIterable, Sendable {
    /// A reserved word, including `true` and `null`; also the name of an element of HTML, and the
    /// name of an element or an at-rule in CSS.
    case keyword = "k"
    /// The name of a type: one of the language, one that is declared, or a capitalised name where
    /// only types are written so; also a class or an identifier in a selector of CSS.
    case type = "t"
    /// A string, a character, a regular expression, a symbol of Ruby, or the text of a
    /// here-document.
    case string = "s"
    /// A number with its unit, a colour of CSS, or a character reference of HTML.
    case number = "n"
    /// A comment with its delimiters.
    case comment = "c"
    /// The name of a function that is called or declared, of a macro of Rust, or of a command that
    /// is part of the shell.
    case function = "f"
    /// Something that annotates code: an attribute, a decorator, a directive of a preprocessor, a
    /// lifetime of Rust, an anchor or a tag of YAML, a document type, or a pseudo-class of CSS.
    case annotation = "a"
    /// A name that has a value: a key of JSON, YAML or Ruby, a property of CSS, or an attribute of
    /// HTML.
    case property = "p"
    /// A variable that has a sigil or is assigned to, as in the shell, Ruby, SQL and SCSS.
    case variable = "v"
    /// An inserted line of a diff.
    case inserted = "i"
    /// A deleted line of a diff.
    case deleted = "d"
    /// A line of a diff that names files or the position of a hunk; also the prompt of a session in
    /// a shell.
    case heading = "h"
}
