import ArgumentParser
import BuildPipeline
import LocalFiles
import NoteModel

struct InitCommand: ParsableCommand, PrintingCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a commented configuration with every setting disabled.",
        discussion: """
            The file is read by all commands in its folder, or with --config. An existing file is \
            left as it is.

            Exit status: 0 written; 1 the file exists or cannot be written; 64 wrong usage.
            """)

    @Argument(help: "The file; notebinder.yml by default.", completion: .file())
    var file = "notebinder.yml"

    @OptionGroup var printing: PrintingOptions

    func run() throws {
        let name = LocalFiles.name(of: file)
        guard
            name == Configuration.defaultName
                || !Configuration.likelyNames.contains(name.lowercased())
        else {
            throw UserError(
                "A configuration called \(file) would not be read; nothing was written.",
                "Call it \(Configuration.defaultName), or name another one.")
        }
        do { try LocalFiles.create(file, bytes: Array(Self.text.utf8)) } catch {
            throw UserError.unwritten(file, error)
        }
        Messages.current.show("Wrote \(file). Uncomment the settings you want.")
    }

    /// A configuration with an example of each key. Prose follows `# `; settings follow the sign
    /// alone, so that they work once it is removed.
    static let text = """
        # The configuration of a notebook. Every key is optional; remove the # before those that you
        # want to set. Relative paths begin in the folder of this file, and ~ is your home folder.

        # The folder with your notes, and the one to publish into.
        #notes: MyNotes
        #output: Notebook

        # What pages show, the language of their own words, and the time zone of dates.
        #title: My notes
        #author: Jane Doe
        #language: en
        #time-zone: Europe/Rome

        # The trees to publish, and the program that reads the Markdown tree: plain, hugo, jekyll,
        # obsidian, apple-notes or original.
        #formats: [html, markdown, json]
        #markdown: plain

        # The order of the index (title, date or order), what a single line break within a paragraph
        # means (keep for a new line, markdown for a space), and whether TeX is shown as formulas.
        #sort: title
        #line-breaks: keep
        #math: false

        # The address of the site adds a feed, a sitemap and previews. The others add a page of recent
        # changes, checksums, and the PDF files on which notes were written.
        #site:
        #  address: https://example.org/notes/
        #  changes: true
        #  checksums: true
        #  documents: true

        # The only notes that are published: those that one of the rules matches.
        #include:
        #  tags: [{name: public, optional: true}]
        #  kinds: [{name: deck, optional: true}]
        #  dates: [{name: 2019..2020-06, optional: true}]

        # Notes that are published nowhere. A tag excludes the tags below it; * matches anything.
        #exclude:
        #  tags: [{name: private, optional: true}]
        #  titles: [{name: "Draft*", optional: true}]
        #  sources: [{name: Work/, optional: true}]

        # Words that excluded notes may share with published ones.
        #accept-shared-words: ["love you to the moon and back"]

        # Notes that their apps keep apart are published with the value publish.
        #drafts: exclude
        #archived: exclude
        #hidden: exclude
        #conflicts: exclude
        #trashed: exclude

        # Folders of Apple Notes as lists or tags, and the password of locked notes.
        #apple-notes:
        #  folders: lists
        #  password-file: .notes-password

        # Colours (in quotation marks, since # begins a comment), fonts and widths.
        #theme:
        #  accent: "#8a3b12"
        #  measure: 42rem
        #  dark: {accent: "#e8a070"}

        # A folder of your own templates and styles; notebinder templates --copy FOLDER makes one.
        #templates: my-templates

        # Metadata that published pictures keep: copyright, credit.
        #photos:
        #  keep-metadata: [copyright]

        # What the classes and keys of an unusual archive mean; notebinder inspect shows them.
        #archives:
        #  classes: {Zettel: note, Setting: ignore}
        #  keys: {Kopf: title, Inhalt: body}

        # The record of the addresses of all notes, kept here so that it survives the output folder.
        #ledger: addresses.json

        # The folder for records and caches, outside of the output folder.
        #state: .state

        # The number of earlier publications that notebinder rollback can restore.
        #keep: 3

        # Shell commands after a publication and after a failure, and the seconds that they may take.
        #hooks:
        #  published: ./deploy.sh
        #  failed: ./warn.sh
        #  time-limit: 600

        # Where each build uploads the site: a store of rclone, a server or a branch.
        #publish: ssh://me@example.org/srv/notes

        # The backup of a phone, from which each build copies the notes of an app first.
        #backup:
        #  path: /srv/phone
        #  app: com.example.notes
        #  password-file: .backup-password

        # Several notebooks from the same notes. Each has these settings and others of its own; one
        # with a password is a single encrypted page.
        #editions:
        #  open:
        #    title: For all
        #    include: { tags: [{name: open, optional: true}] }
        #    site: { address: https://example.org/open/ }
        #  family:
        #    output: Family
        #    publish: rclone:s3:family
        #    site: { address: https://example.org/family/ }
        #    password-file: .family-password

        """
}

extension UserError {
    /// Returns the error for a file that cannot be created, perhaps because there is one.
    static func unwritten(_ path: String, _ error: FileError) -> UserError {
        let problem =
            error.code == FileError.exists
            ? "\(path) exists and was left unchanged; nothing was written."
            : "\(path) cannot be written: \(error.reason)."
        return UserError(problem, "Name another one.")
    }
}
