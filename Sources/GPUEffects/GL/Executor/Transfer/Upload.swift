import CEGL
import GPUEffectsModel

extension TexturePool {
  /// A texture with the part `area` of an image.
  func upload(_ image: Image, _ area: Area, to device: GLDevice) throws(GLError) -> CellTexture {
    let texture = try take(
      .samples(image.format.channels, image.format.depth), width: area.x.count,
      height: area.y.count)
    try image.pixels.withUnsafeBytes { bytes throws(GLError) in
      let first = area.y.lowerBound * image.width + area.x.lowerBound
      try device.write(
        UnsafeRawBufferPointer(rebasing: bytes[(first * image.format.bytesPerPixel)...]),
        rowLength: image.width, to: texture.objects, "Uploading the image")
    }
    let view = CellView(objects: texture.objects, storage: .source, area: area)
    return CellTexture(texture: texture, view: view)
  }

  /// A texture with the values of a mask under the texture of `output`.
  func upload(_ mask: Mask, under output: CellView, to device: GLDevice) throws(GLError) -> Texture
  {
    let area = output.area
    let texture = try take(
      .mask, width: output.padding + area.x.count, height: area.y.count)
    try mask.values.withUnsafeBufferPointer { values throws(GLError) in
      let first = area.y.lowerBound * mask.width + area.x.lowerBound
      try device.write(
        UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: values[first...])),
        rowLength: mask.width,
        after: output.padding, to: texture.objects, "Uploading the mask")
    }
    return texture
  }

  /// A texture of one row that holds `factors` after `padding` columns.
  func upload(
    _ factors: [Double], after padding: Int = 0, to device: GLDevice
  ) throws(GLError) -> Texture {
    let texture = try take(.factors, width: padding + factors.count, height: 1)
    let values = factors.map { Float($0) }
    try values.withUnsafeBufferPointer { values throws(GLError) in
      try device.write(
        UnsafeRawBufferPointer(values), rowLength: values.count, after: padding,
        to: texture.objects,
        "Uploading the factors of an edge")
    }
    return texture
  }
}

extension TexturePool {
  /// The entries of a table, 256 in a row.
  func upload(_ table: MixTable, to device: GLDevice) throws(GLError) -> MixTextures {
    let starts = try take(.mask, width: 256, height: 256)
    try table.first.map { UInt16($0) }.withUnsafeBufferPointer { values throws(GLError) in
      try device.write(
        UnsafeRawBufferPointer(values), rowLength: 256, to: starts.objects,
        "Uploading a table of rungs")
    }
    let weights = try take(.samples(.rgba, .float32), width: 256, height: 256)
    try table.weights.withUnsafeBufferPointer { values throws(GLError) in
      try device.write(
        UnsafeRawBufferPointer(values), rowLength: 256, to: weights.objects,
        "Uploading a table of weights")
    }
    return MixTextures(starts: starts, weights: weights)
  }
}

extension GLDevice {
  /// Fills a texture, but for its first `padding` columns, with rows of samples
  /// that are `rowLength` pixels apart.
  fileprivate func write(
    _ bytes: UnsafeRawBufferPointer, rowLength: Int, after padding: Int = 0,
    to objects: TextureObjects, _ operation: String
  ) throws(GLError) {
    let gl = gl.pointee
    let key = objects.key
    gl.BindTexture(UInt32(GL_TEXTURE_2D), objects.texture)
    gl.PixelStorei(UInt32(GL_UNPACK_ALIGNMENT), 1)
    gl.PixelStorei(UInt32(GL_UNPACK_ROW_LENGTH), Int32(rowLength))
    gl.TexSubImage2D(
      UInt32(GL_TEXTURE_2D), 0, Int32(padding), 0, Int32(key.width - padding), Int32(key.height),
      key.format.transferFormat, key.format.transferType, bytes.baseAddress)
    try check(operation)
  }
}
