/// A notebook of thousands of notes with its plans: taking it apart is work of its own, which a
/// process that ends need not do. Nothing of it holds a lock or a file.
package final class RunRemains: Sendable {
    private let parts: [any Sendable]

    init(_ parts: [any Sendable]) {
        self.parts = parts
    }
}
