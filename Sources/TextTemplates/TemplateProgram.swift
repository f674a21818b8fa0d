/// A template as a list of instructions.
///
/// Several threads render one template at once. Instructions are plain numbers, so that they are read
/// without counting references, for which the threads would wait for each other at every tag.
final class TemplateProgram: Sendable {
    struct Instruction: Sendable {
        enum Kind: Sendable {
            /// Writes a literal text.
            case literal
            /// Writes the value of a name.
            case escaped, unescaped
            /// Runs the content, depending on the value of a name.
            case section, inverted
            /// Renders an inclusion. The content holds the blocks that it brings along.
            case include
            /// Runs a block, or what replaces it. The content holds the block.
            case block
        }

        let kind: Kind
        /// The number of the literal, name, inclusion or block.
        let operand: Int32
        /// Where the content ends, which begins with the next instruction.
        let end: Int32
    }

    /// A reference to another template.
    struct Inclusion: Sendable {
        let name: TemplateName
        /// White space before each line; nil for a tag within a line.
        let indentation: [UInt8]?
        /// The blocks of the other template that are replaced.
        let blocks: [String: Block]
    }

    /// A part of a template that others may replace, or that replaces one.
    struct Block: Sendable {
        let name: String
        /// The instructions as written, and those that render in place of another block.
        let content: Range<Int>
        let flushContent: Range<Int>
        /// What stands before each line of a replacement.
        let indentation: [UInt8]
        /// True if a replacement begins at the start of a line.
        let beginsLine: Bool
    }

    let instructions: [Instruction]
    /// All literal texts, one after the other, and the range of each in it.
    let text: [UInt8]
    let literals: [Range<Int>]
    let names: [TemplateName]
    /// Parallel to the names: the first part of each; nil for the implicit iterator `.`.
    let keys: [String?]
    /// Parallel to the names: the parts behind the first.
    let otherKeys: [[String]]
    let inclusions: [Inclusion]
    let blocks: [Block]
    /// The instructions that render the template.
    let main: Range<Int>

    init(_ nodes: [TemplateNode]) {
        var assembler = Assembler()
        main = assembler.append(nodes)
        instructions = assembler.instructions
        text = assembler.text
        literals = assembler.literals
        names = assembler.names
        let parts = names.map {
            $0.text == "." ? [] : $0.text.split(separator: ".").map(String.init)
        }
        keys = parts.map(\.first)
        otherKeys = parts.map { Array($0.dropFirst()) }
        inclusions = assembler.inclusions
        blocks = assembler.blocks
    }
}

extension TemplateProgram {
    private struct Assembler {
        var instructions: [Instruction] = []
        var text: [UInt8] = []
        var literals: [Range<Int>] = []
        var names: [TemplateName] = []
        var inclusions: [Inclusion] = []
        var blocks: [Block] = []

        /// Returns the range of the instructions of some nodes.
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
            case .partial(let name, let indentation): include(name, indentation, [:])
            case .parent(let name, let indentation, let blocks): include(name, indentation, blocks)
            case .block(let name, let block):
                append(.block) { assembler in
                    assembler.blocks.append(assembler.flattened(block, name))
                    return assembler.blocks.count - 1
                }
            }
        }

        private mutating func include(
            _ name: TemplateName, _ indentation: [UInt8]?, _ blocks: [String: TemplateBlock]
        ) {
            append(.include) { assembler in
                var flattened: [String: Block] = [:]
                for (name, block) in blocks.sorted(by: { $0.key < $1.key }) {
                    flattened[name] = assembler.flattened(block, name)
                }
                assembler.inclusions.append(
                    Inclusion(name: name, indentation: indentation, blocks: flattened))
                return assembler.inclusions.count - 1
            }
        }

        /// Appends an instruction, and after it those that belong to it.
        ///
        /// - Parameter content: Appends them, and returns the operand.
        private mutating func append(
            _ kind: Instruction.Kind, _ content: (inout Assembler) -> Int
        ) {
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

        private mutating func flattened(_ block: TemplateBlock, _ name: String) -> Block {
            Block(
                name: name, content: append(block.content),
                flushContent: append(block.flushContent), indentation: block.indentation,
                beginsLine: block.beginsLine)
        }
    }
}
