import TestSupport
import Testing

@testable import NoteImports

/// HTML elements in Markdown that refer to files of an import.
@Suite(.tags(.fast))
struct FileElementsTests {
    private let elements = FileElements(
        destination: { ["a.png", "b.pdf", "c.mp3", ":/1"].contains($0) ? "files/" + $0 : nil },
        isPhoto: { $0.hasSuffix(".png") })

    @Test(arguments: [
        ("x <img src=\"a.png\" width=\"40\" alt=\"dot\"> y", "x ![dot|40](files/a.png) y"),
        ("<img src='a.png'/>", "![](files/a.png)"),
        ("<a href=\"b.pdf\">the <b>file</b></a>.", "[the file](files/b.pdf)."),
        ("<audio src=\"c.mp3\" controls></audio>", "[files/c.mp3](files/c.mp3)"),
        ("<video><source src=\"c.mp3\"></video>", "[files/c.mp3](files/c.mp3)"),
        ("<object data=\":/1\">words</object>", "[words](files/:/1)"),
        ("<embed src=\"b.pdf\" title=\"File\">", "[File](files/b.pdf)"),
        ("<iframe src=\"b.pdf\"></iframe>", "[files/b.pdf](files/b.pdf)"),
        ("<IMG SRC=\"a.png\">", "![](files/a.png)"),
        ("x <img alt=\"a > b\"\nsrc=\"a.png\">", "x ![a > b](files/a.png)"),
        ("x <img src=\"a.png\" width=\"50%\">", "x ![](files/a.png)"),
        ("- x\n\n    <img src=\"a.png\"> y", "- x\n\n    ![](files/a.png) y"),
        ("``a`` <img src=\"a.png\"> `b", "``a`` ![](files/a.png) `b"),
        // Markdown in a block of HTML would be shown as it is.
        (
            "<p align=\"center\">\n<img src=\"a.png\" width=\"40\">\n</p>\n\n*x*",
            "![|40](files/a.png)\n\n*x*"
        ),
        ("<h1><img src=\"a.png\"> T</h1>\n", "# ![](files/a.png) T\n"),
        ("<figure>\n<img src=\"a.png\">\n</figure>", "![](files/a.png)"),
    ])
    func convertsElementsToMarkdown(text: String, expected: String) {
        #expect(elements.replaced(in: text) == expected)
    }

    @Test(arguments: [
        "<img src=\"other.png\">", "<a href=\"https://a.example/\">a</a>", "a < b > c", "<u>x</u>",
        "`<img src=\"a.png\">`", "```\n<img src=\"a.png\">\n```", "    <img src=\"a.png\">",
        "``<img src=\"a.png\">``", "````\n```html\n<img src=\"a.png\">\n```\n````",
        "> ```html\n> <img src=\"a.png\">\n> ```", "- ```html\n  <img src=\"a.png\">\n  ```",
        "``` `<img src=\"a.png\">` ```", "<p>\n<b>*x*</b>\n</p>",
        "<img src=\"a.png\"", "<imgx src=\"a.png\">", "<", "`", "",
    ])
    func leavesOtherTextUnchanged(text: String) {
        #expect(elements.replaced(in: text) == text)
    }
}
