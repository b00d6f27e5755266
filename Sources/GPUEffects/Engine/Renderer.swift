@_exported public import GPUEffectsModel

/// Renders images by one backend, chosen once. Belongs to the thread that
/// made it.
public final class Renderer {
  /// The backend in use: `gpu`, `cpu` or `reference`.
  public let backend: Backend
  /// What renders, for people: "CPU, 2 threads" or a GPU's renderer string.
  public let name: String
  /// Why this backend, for people: "no hardware GPU: ...".
  public let reason: String

  /// - Throws: ``RendererError`` of kind `noDevice` where the request can't be met.
  public init(_ request: RendererRequest) throws(RendererError) {
    throw RendererError(.noDevice, "not built yet")
  }

  /// The image with the look applied. Its channels, sample type and alpha kind
  /// are the source's; alpha is added (straight, or premultiplied where the
  /// source is) when the result can be translucent. Neutral values return the
  /// image itself.
  public func render(_ image: Image, _ settings: RenderSettings) throws(RendererError) -> Image {
    image
  }
}
