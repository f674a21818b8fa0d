import ArgumentParser
import BuildPipeline
import Platform

struct DoctorCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the installation: parts, photo formats, permissions, space and locks.",
        discussion: """
            Changes nothing. Exit status: 0 a build can be expected to succeed; 1 something needs \
            attention.

            Example: notebinder doctor MyNotes --output Notebook
            """)

    @OptionGroup var notebook: NotebookArguments

    @Flag(help: "Print the findings as JSON.")
    var json = false

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let doctor = Doctor(try notebook.options())
        if json {
            try Messages.print(doctor.json())
        } else {
            let style = Messages.current.resultStyle
            let width = doctor.findings.map(\.part.count).max() ?? 0
            let lines = doctor.findings.map { finding in
                let part = (finding.part + String(repeating: " ", count: width)).prefix(width)
                let mark =
                    finding.isSound
                    ? style.styled("ok  ", as: .success) : style.styled("FAIL", as: .error)
                return "\(mark)  \(part)  \(finding.state)\n"
            }
            try Messages.print(lines.joined())
        }
        if !doctor.isSound { throw ExitCode(1) }
    }
}
