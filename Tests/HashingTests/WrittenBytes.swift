import Hashing
import Testing

/// Returns the bytes that a closure writes.
func written(_ write: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter()
    write(&writer)
    return writer.bytes
}

/// Expects that bytes are refused as a value of a type.
func expectRefused<Value: BinaryCodable>(
    _: Value.Type, in bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation
) {
    var reader = ByteReader(bytes)
    #expect(throws: BinaryDecodingError.self, sourceLocation: sourceLocation) {
        try reader.value(Value.self)
    }
}
