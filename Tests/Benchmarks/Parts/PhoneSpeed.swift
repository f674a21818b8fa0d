import HeadlessBrowser

/// The speed of a phone, to which a browser is slowed down, so that times and budgets mean the same on
/// every machine.
///
/// Speed is measured as Lighthouse's `BenchmarkIndex` is: a script composes texts of 10,000 letters and
/// copies lists of 100,000 numbers, and the index is the mean of the two counts for a tenth of a second.
/// Lighthouse slows a desktop computer with an index of 1,500 to 2,000 down four times, so that it shows a
/// page as a mid-range phone does.
enum PhoneSpeed {
    /// The index of a mid-range phone.
    private static let index = 440.0
    /// The factor by which a desktop computer is faster.
    static let slowdownOfDesktop = 4.0

    private static let script = """
        (() => {
          let last;
          const perTenth = (work) => {
            const start = performance.now();
            let count = 0;
            for (; performance.now() - start < 150; count++) last = work(count % 2);
            return count * 100 / (performance.now() - start);
          };
          const compose = () => {
            let text = "";
            for (let length = 0; length < 10000; length++) text += "a";
            return text;
          };
          const lists = [0, 1].map(() => Array.from({ length: 100000 }, (_, index) => index));
          const copy = (turn) => {
            const [from, to] = [lists[turn], lists[1 - turn]];
            for (let index = 0; index < from.length; index++) to[index] = from[index];
          };
          const once = () => (perTenth(compose) + perTenth(copy)) / 2;
          return [once(), once(), once()].sort((left, right) => left - right)[1];
        })()
        """

    /// Returns the factor by which a browser is faster than the phone now, at least 1.
    static func slowdown(of browser: Chromium) throws -> Double {
        let page = try browser.open("about:blank", width: 375)
        defer { try? page.close() }
        guard let speed = try page.run(script) as? Double else {
            throw WorkerError(reason: "the speed of the browser could not be measured")
        }
        return max(1, speed / index)
    }
}
