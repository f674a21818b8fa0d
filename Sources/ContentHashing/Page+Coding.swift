package import NoteModel

extension Page: BinaryCodable {
    package func write(to writer: inout ByteWriter) {
        writer.write(drawing)
        writer.write(list: pictures) { writer, picture in
            writer.write(picture.photo)
            writer.write(picture.frame) { $0.write($1) }
            writer.write(picture.rotation)
            writer.write(picture.crop) { $0.write($1) }
            writer.write(picture.isPaper)
        }
        writer.write(list: recordings) { $0.write($1) }
        writer.write(paper) { writer, paper in
            writer.write(paper.frame)
            writer.write(paper.colour)
        }
        writer.write(recognizedText)
        writer.write(list: textBoxes) { writer, box in
            writer.write(box.text)
            writer.write(box.frame)
            writer.write(box.rotation)
            writer.write(box.fontSize)
            writer.write(box.colour)
        }
        writer.write(background) { writer, page in
            writer.write(page.name)
            writer.write(page.document)
            writer.write(page.number)
            writer.write(page.frame)
        }
    }

    package init(from reader: inout ByteReader) throws(BinaryDecodingError) {
        self.init(
            drawing: try reader.optionalValue(),
            pictures: try reader.list { reader throws(BinaryDecodingError) in
                PlacedPicture(
                    photo: try reader.int(),
                    frame: try reader.optional { reader throws(BinaryDecodingError) in
                        try reader.frame()
                    }, rotation: try reader.double(),
                    crop: try reader.optional { reader throws(BinaryDecodingError) in
                        try reader.frame()
                    }, isPaper: try reader.bool())
            },
            recordings: try reader.list { reader throws(BinaryDecodingError) in try reader.int() },
            paper: try reader.optional { reader throws(BinaryDecodingError) in
                Paper(try reader.frame(), colour: try reader.optionalString())
            }, recognizedText: try reader.optionalString(),
            textBoxes: try reader.list { reader throws(BinaryDecodingError) in
                TextBox(
                    try reader.string(), frame: try reader.frame(), rotation: try reader.double(),
                    fontSize: try reader.double(), colour: try reader.optionalString())
            },
            background: try reader.optional { reader throws(BinaryDecodingError) in
                let name = try reader.string()
                let document: MediaContent = try reader.value()
                return DocumentPage(
                    try reader.int(), of: document, named: name, frame: try reader.frame())
            })
    }
}

extension ByteWriter {
    fileprivate mutating func write(_ frame: Frame) {
        for number in [frame.x, frame.y, frame.width, frame.height] { write(number) }
    }
}

extension ByteReader {
    fileprivate mutating func frame() throws(BinaryDecodingError) -> Frame {
        let numbers = [try double(), try double(), try double(), try double()]
        guard
            let frame = Frame(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        else { throw BinaryDecodingError() }
        return frame
    }
}
