/// A template compiled to a list of instructions.
///
/// Several threads render one template at once. Instructions consist of plain numbers, so that
/// reading them needs no reference counting, on which the threads would contend at every tag.
final class TemplateProgram: Sendable {
    struct Instruction: Sendable {
        enum Kind: Sendable {
            /// Writes literal text; the operand is an index in ``TemplateProgram/literals``.
            case literal
            /// Writes the value of a name; the operand is an index in ``TemplateProgram/names``.
            /// Finished markup is never escaped.
            case escaped, unescaped
            /// Runs the content if the value of a name is true, or for `inverted` if it is not. A
            /// section runs it once for each member of a list.
            case section, inverted
            /// Renders another template; the operand is an index in ``TemplateProgram/inclusions``.
            /// The content contains the blocks that are passed on, and is not run here.
            case include
            /// Runs a block, or the replacement that an including template has passed on for its
            /// name. The content contains the block.
            case block
        }

        let kind: Kind
        /// The index of the literal, name, inclusion or block in the program's array of these,
        /// depending on the kind.
        let operand: Int32
        /// The index after the last instruction of the content. The content begins with the next
        /// instruction, and is empty for literals and variables.
        let end: Int32
    }

    /// A reference to another template, which is looked up by name during rendering: a partial, or
    /// a parent whose blocks are replaced.
    struct Inclusion: Sendable {
        let name: TemplateName
        /// The white space added before each line; empty for a standalone tag without any, nil for
        /// a tag within a line.
        let indentation: [UInt8]?
        /// The blocks of the other template that are replaced, by name; empty for a partial.
        /// Replacements by outer templates take precedence.
        let blocks: [String: Block]
    }

    /// A part of a template that others may replace, or that replaces one. The ranges are those of
    /// instructions of its own program.
    struct Block: Sendable {
        let name: String
        /// The instructions as written, and those that render in place of another block, which have
        /// no indentation of their own.
        let content: Range<Int>
        let flushContent: Range<Int>
        /// The white space added before each line of a replacement; see
        /// ``TemplateBlock/indentation``.
        let indentation: [UInt8]
        /// True if a replacement begins at the start of a line; see ``TemplateBlock/beginsLine``.
        let beginsLine: Bool
    }

    let instructions: [Instruction]
    /// The concatenated literal texts in UTF-8, and the range of each in them. Instructions refer
    /// to literals by their index.
    let text: [UInt8]
    let literals: [Range<Int>]
    let names: [Name]
    let inclusions: [Inclusion]
    let blocks: [Block]
    /// The instructions that render the template: all of them, since blocks and sections are nested
    /// in the others.
    let main: Range<Int>

    init(_ nodes: [TemplateNode]) {
        var assembler = Assembler()
        main = assembler.append(nodes)
        instructions = assembler.instructions
        text = assembler.text
        literals = assembler.literals
        names = assembler.names.map(Name.init)
        inclusions = assembler.inclusions
        blocks = assembler.blocks
    }
}

extension TemplateProgram {
    /// A name with its components.
    struct Name: Sendable {
        let name: TemplateName
        /// The first component; nil for the implicit iterator `.`.
        let key: String?
        /// The components after the first: `text` for `created.text`, none for most names.
        let otherKeys: [String]

        init(_ name: TemplateName) {
            let parts = name.text == "." ? [] : name.text.split(separator: ".").map(String.init)
            (self.name, key, otherKeys) = (name, parts.first, Array(parts.dropFirst()))
        }
    }

    private struct Assembler {
        var instructions: [Instruction] = []
        var text: [UInt8] = []
        var literals: [Range<Int>] = []
        var names: [TemplateName] = []
        var inclusions: [Inclusion] = []
        var blocks: [Block] = []

        /// Appends the instructions of nodes, and returns their range. Nested content directly
        /// follows the instruction to which it belongs.
        mutating func append(_ nodes: [TemplateNode]) -> Range<Int> {
            let start = instructions.count
            for node in nodes { append(node) }
            return start..<instructions.count
        }

        private mutating func append(_ node: TemplateNode) {
            switch node {
            case .literal(let literal):
                append(.literal) { assembler in
                    let start = assembler.text.count
                    assembler.text += literal
                    assembler.literals.append(start..<assembler.text.count)
                    return assembler.literals.count - 1
                }
            case .variable(let name, let isEscaped):
                append(isEscaped ? .escaped : .unescaped) { $0.number(of: name) }
            case .section(let name, let isInverted, let content):
                append(isInverted ? .inverted : .section) { assembler in
                    _ = assembler.append(content)
                    return assembler.number(of: name)
                }
            case .inclusion(let name, let indentation, let blocks):
                append(.include) { assembler in
                    var flattened: [String: Block] = [:]
                    for (name, block) in blocks.sorted(by: { $0.key < $1.key }) {
                        flattened[name] = assembler.flattened(block, name: name)
                    }
                    assembler.inclusions.append(
                        Inclusion(name: name, indentation: indentation, blocks: flattened))
                    return assembler.inclusions.count - 1
                }
            case .block(let name, let block):
                append(.block) { assembler in
                    assembler.blocks.append(assembler.flattened(block, name: name))
                    return assembler.blocks.count - 1
                }
            }
        }

        /// Appends an instruction, followed by those of its content.
        ///
        /// - Parameter content: Appends the instructions of the content, and returns the operand.
        private mutating func append(_ kind: Instruction.Kind, content: (inout Assembler) -> Int) {
            let position = instructions.count
            instructions.append(Instruction(kind: kind, operand: 0, end: 0))
            let operand = content(&self)
            instructions[position] = Instruction(
                kind: kind, operand: Int32(operand), end: Int32(instructions.count))
        }

        private mutating func number(of name: TemplateName) -> Int {
            names.append(name)
            return names.count - 1
        }

        private mutating func flattened(_ block: TemplateBlock, name: String) -> Block {
            Block(
                name: name, content: append(block.content),
                flushContent: append(block.flushContent), indentation: block.indentation,
                beginsLine: block.beginsLine)
        }
    }
}
