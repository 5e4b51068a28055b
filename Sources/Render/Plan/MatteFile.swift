import MediaIO
import Transitions

/// Reads the pictures of `matte:IMAGE`.
public enum MatteFile {
    @Sendable public static func load(_ path: String) throws -> MatteImage {
        let image = try GreyImage(path: path)
        return MatteImage(width: image.size.width, height: image.size.height, samples: image.samples)
    }
}
