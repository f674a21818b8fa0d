import Foundation
import PhotoMessages

/// Does what a worker is asked to.
struct PhotoBench {
    /// Pixels that a photo may have: more than any camera's, fewer than a bomb's.
    private static let mostPixels = 400_000_000

    func reply(to request: PhotoRequest) -> PhotoReply {
        do throws(BenchError) {
            switch request {
            case .derive(let request): return .derived(try derive(request))
            case .draw(let request):
                try draw(request)
                return .drawn
            }
        } catch {
            return switch error {
            case .undecodable(let reason): .undecodable(reason: reason)
            case .unwritable(let reason): .failed(reason: reason)
            }
        }
    }

    private enum BenchError: Error {
        case undecodable(String)
        case unwritable(String)
    }

    private func derive(_ request: DeriveRequest) throws(BenchError) -> DerivedPictures {
        let bytes = try self.bytes(of: request)
        var result: Result<DerivedPictures, BenchError> = .failure(.undecodable("no bytes"))
        bytes.withUnsafeBytes { buffer in
            do throws(BenchError) {
                result = .success(try derive(buffer, request))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }

    private func derive(
        _ bytes: UnsafeRawBufferPointer, _ request: DeriveRequest
    ) throws(BenchError) -> DerivedPictures {
        let head = try decoding { () throws(Picture.Failure) in try Picture.head(of: bytes) }
        let size = (width: head.width, height: head.height)
        guard size.width * size.height <= Self.mostPixels else {
            throw .undecodable("it has \(size.width) × \(size.height) pixels")
        }
        let orientation = request.orientation ?? head.orientation
        let isTurned = orientation >= 5
        var pictures: [WrittenPicture] = []
        var previous: Picture?
        for wanted in request.pictures {
            let picture = try decoding { () throws(Picture.Failure) in
                if let previous {
                    return try previous.shrunk(
                        width: wanted.largestWidth, height: wanted.largestHeight)
                }
                guard let given = request.orientation else {
                    return try Picture.shrunk(
                        bytes, width: wanted.largestWidth, height: wanted.largestHeight,
                        turns: true)
                }
                // The archive says how the pixels lie; what the file says does not count.
                return try Picture.shrunk(
                    bytes, width: isTurned ? wanted.largestHeight : wanted.largestWidth,
                    height: isTurned ? wanted.largestWidth : wanted.largestHeight, turns: false
                ).upright(from: given)
            }
            let fileExtension = picture.hasAlpha ? "png" : "jpg"
            let path = "\(wanted.path).\(fileExtension)"
            do throws(Picture.Failure) {
                if picture.hasAlpha {
                    try picture.writePNG(path)
                } else {
                    try picture.writeJPEG(path, quality: wanted.quality)
                }
            } catch {
                throw .unwritable("\(path): \(error.reason)")
            }
            pictures.append(
                WrittenPicture(
                    width: picture.width, height: picture.height, fileExtension: fileExtension))
            previous = picture
        }
        return DerivedPictures(
            width: isTurned ? size.height : size.width,
            height: isTurned ? size.width : size.height, carriesPosition: head.carriesPosition,
            pictures: pictures)
    }

    private func bytes(of request: DeriveRequest) throws(BenchError) -> Data {
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: request.file))
            defer { try? file.close() }
            try file.seek(toOffset: UInt64(request.offset))
            guard let bytes = try file.read(upToCount: request.count),
                bytes.count == request.count
            else { throw BenchError.undecodable("its file is shorter than it was") }
            return bytes
        } catch let error as BenchError {
            throw error
        } catch {
            throw .undecodable("its file cannot be read: \(error.localizedDescription)")
        }
    }

    private func decoding<Value>(
        _ body: () throws(Picture.Failure) -> Value
    ) throws(BenchError) -> Value {
        do throws(Picture.Failure) {
            return try body()
        } catch {
            throw .undecodable(error.reason)
        }
    }

    private func draw(_ request: DrawRequest) throws(BenchError) {
        do throws(Picture.Failure) {
            let picture = try Picture.drawing(request.svg, width: request.width)
                .stored(in: request.orientation)
            if request.writesOrientation { picture.setOrientation(request.orientation) }
            if let position = request.position {
                picture.setPosition(latitude: position.latitude, longitude: position.longitude)
            }
            try picture.write(request.path)
        } catch {
            throw .unwritable("\(request.path): \(error.reason)")
        }
    }
}
