import GPUEffects
import GPUEffectsCodecs
import Glibc

/// One run of `vfx-gpu render` whose input or output is a moving picture.
struct MovieSession {
  let options: RenderOptions
  let batch: Batch
  let output: OutputRule.Destination
  let format: MovieFormat

  /// nil where neither input nor output is one.
  init?(
    _ options: RenderOptions, to output: Path, from movie: MovieInput?, _ batch: Batch
  ) throws(CommandError) {
    guard let format = try Self.format(options, output, movie) else {
      guard options.movie.rate == nil || options.animation != nil else {
        throw .usage("--fps belongs to an animation; give --frames N too")
      }
      for (name, isGiven) in [("size", options.movie.size != nil)] where isGiven {
        throw .usage("--\(name) is of raw frames; give --format too")
      }
      return nil
    }
    self.options = options
    self.batch = batch
    self.format = format
    self.output = OutputRule.isStandardOutput(output) ? .standardOutput : .file(output)
    if self.output == .standardOutput, isatty(STDOUT_FILENO) == 1 {
      throw .usage("standard output is a terminal; redirect it, or name a file with -o")
    }
    let refused = [
      ("--resume", options.batch.resumes), ("--shard", options.batch.shard != nil),
      ("--extend", options.look.extends), ("--depth", options.look.depth != nil),
      ("--start-number", options.startNumber != nil),
    ]
    for (name, isGiven) in refused where isGiven {
      throw .usage("\(name) is for pictures; a moving picture is one output in one piece")
    }
  }

  private static func format(
    _ options: RenderOptions, _ output: Path, _ movie: MovieInput?
  ) throws(CommandError) -> MovieFormat? {
    let isStream = OutputRule.isStandardOutput(output)
    if let format = options.movie.format {
      if !isStream, output.endsInSlash || (try? FileStatus(of: output))?.kind == .folder {
        throw .usage("--format \(format.rawValue) is one file; name it with -o")
      }
      return format
    }
    if let format = MovieFormat(output) { return format }
    guard movie != nil || options.animation != nil && isStream else { return nil }
    if isStream { return movie?.kind == .raw ? .rgba : .y4m }
    throw .usage("-o \(output): a moving picture goes to a .y4m file; or say which --format")
  }

  // MARK: Running

  func run(_ movie: MovieInput?, _ inputs: InputList) throws(CommandError) -> ExitStatus {
    if movie != nil, options.animation != nil {
      throw .usage("--frames animates a still, and the input is a moving picture")
    }
    if options.batch.isDryRun {
      let dryRun = DryRun(batch)
      let input = movie?.image ?? inputs.images.first ?? InputImage(source: .standardInput)
      try dryRun.print(job(input, nil), 0)
      return dryRun.conclude(skipped: inputs.skipped)
    }
    try batch.start()
    for failure in inputs.failures {
      batch.fail(
        .init(place: failure.place, input: failure.name, status: .failed),
        ImageFailure(failure.message))
    }
    // A movie can't leave out what is missing.
    if !inputs.failures.isEmpty { return .failed }
    do throws(ImageFailure) {
      guard let movie else { return try runStills(inputs.images) }
      return try run(movie)
    } catch {
      let name = movie?.image.name ?? inputs.images.first?.name ?? "-"
      batch.fail(.init(input: name, status: .failed), error)
      return .failed
    }
  }

  private func job(_ input: InputImage, _ frame: Int?) -> RenderPlan.Job {
    RenderPlan.Job(input: input, destination: output, frame: frame, place: frame)
  }

  private func run(_ movie: MovieInput) throws(ImageFailure) -> ExitStatus {
    let open = try movie.open(options.movie)
    let source = open.source
    let facts = source.facts
    for remark in facts.remarks { batch.console.note(remark) }
    if facts.header?.isInterlaced == true {
      throw ImageFailure(
        "the stream is interlaced, and a blur would mix its two instants; deinterlace it first")
    }
    let job = job
    let pipeline = Pipeline.stream("read") { source.next($0) }
    let (status, sink) = try run(
      pipeline, facts, count: nil, { job(movie.image, $0) }, input: movie.image)
    // What is read from stays open until here.
    defer { withExtendedLifetime(open) {} }
    guard let failure = source.failure else { return try conclude(status, sink) }
    batch.fail(
      .init(
        place: failure.frame, input: movie.image.name, output: output.name, frame: failure.frame,
        status: .failed), failure.error)
    _ = try conclude(status, sink)
    return .failed
  }

  /// The frames of an animation or of a sequence of stills.
  private func runStills(_ images: [InputImage]) throws(ImageFailure) -> ExitStatus {
    guard let first = images.first else {
      throw ImageFailure("there is no image", endsBatch: .failed)
    }
    if options.animation != nil, images.count > 1 {
      throw ImageFailure("--frames animates one image, but there are \(images.count) inputs")
    }
    let decoded = try readImage(first.source).image
    let (width, height) = (decoded.width, decoded.height)
    var facts = MovieFacts(shape: .rgba(width: width, height: height, .unorm8), rate: nil)
    facts.rate = options.movie.rate ?? .sixty
    // Converted once where the frames can be made of planes.
    let shared = options.animation.map { _ in self.shared(decoded) }
    let job = job
    let pipeline = Pipeline.numbers.then(Stage("decode")) { number, _ -> MovieFrame in
      if let shared { return shared }
      let image = number == 0 ? decoded : try readImage(images[number].source).image
      guard image.width == width, image.height == height else {
        throw ImageFailure(
          "it is \(image.width)x\(image.height), but the first frame is \(width)x\(height)")
      }
      return MovieFrame(image)
    }
    let (status, sink) = try run(
      pipeline, facts, count: options.animation?.frameCount ?? images.count,
      { job(shared == nil ? images[$0] : first, $0) }, input: first)
    return try conclude(status, sink)
  }

  private func shared(_ image: Image) -> MovieFrame {
    guard case .planes(let layout, let encoding) = shape(width: image.width, height: image.height),
      image.format.alpha == .opaque, options.mask == nil,
      options.look.settings(width: 1, height: 1, name: "").isBlurOfPlanes
    else { return MovieFrame(image) }
    return MovieFrame(YUVFrame(image, layout, encoding))
  }

  /// What a picture becomes in the output.
  private func shape(width: Int, height: Int) -> MovieShape {
    if format == .rgba { return .rgba(width: width, height: height, .unorm8) }
    return .planes(
      YUVLayout(width: width, height: height, chroma: .centred420),
      YUVEncoding(options.movie.matrix ?? .usual(forHeight: height)))
  }

  private func conclude(
    _ status: ExitStatus?, _ sink: any FrameSink
  ) throws(ImageFailure) -> ExitStatus {
    if let status {
      sink.drop()
      return status
    }
    try sink.finish()
    return .done
  }

  private func run(
    _ frames: Pipeline<MovieFrame>, _ facts: MovieFacts, count: Int?,
    _ job: @escaping @Sendable (Int) -> RenderPlan.Job, input: InputImage
  ) throws(ImageFailure) -> (ExitStatus?, any FrameSink) {
    try FileStages(batch).checkOutput(job(0))
    let stage: RenderStage
    do throws(CommandError) {
      let mask = try options.mask.map { (argument) throws(CommandError) in
        try MaskSource(argument, channel: options.maskChannel, fit: options.maskFit)
      }
      stage = RenderStage(
        renderer: try options.renderer(batch, pixels: nil, known: nil), look: options.look,
        mask: mask, animation: options.animation)
    } catch {
      throw ImageFailure(error.message, endsBatch: error.status)
    }
    let sink = try makeSink(facts)
    let render = MovieRender(stage: stage, encoding: facts.encoding)
    let rendered = frames.onCaller("render") { frame, number in
      try render.render(frame, for: job(number))
    }
    let status = MovieWriting(
      batch: batch, encoding: facts.encoding, background: options.movie.background ?? .black
    ).run(rendered, count: count, to: sink, job)
    return (status, sink)
  }

  private func makeSink(_ facts: MovieFacts) throws(ImageFailure) -> any FrameSink {
    var shape = shape(width: facts.shape.width, height: facts.shape.height)
    if case .planes = facts.shape, format == .y4m { shape = facts.shape }
    if format != .rgba, options.look.settings(width: 1, height: 1, name: "").makesTranslucent {
      batch.console.note(
        "\(format.rawValue) has no alpha: what is translucent is laid over "
          + (options.movie.background == nil ? "black" : "the background"))
    }
    let target = try StreamTarget(
      output, batch.files, overwrite: options.batch.overwrites)
    guard case .planes(let layout, let encoding) = shape else {
      return try StreamSink(target, shape, nil)
    }
    let rate = facts.rate ?? FrameRate(30) ?? .sixty
    var header =
      facts.header
      ?? Y4MHeader(
        layout, rate: (rate.numerator, rate.denominator), isFullRange: encoding.isFullRange)
    if let rate = options.movie.rate, facts.header != nil {
      header.rate = (rate.numerator, rate.denominator)
    }
    return try StreamSink(target, shape, header)
  }
}

/// The last stages of any moving picture: frames in the output's shape, written
/// in order.
struct MovieWriting {
  let batch: Batch
  /// Of frames in planes.
  let encoding: YUVEncoding
  let background: Color

  /// - Returns: why it was ended early, if so.
  func run(
    _ frames: Pipeline<MovieFrame>, count: Int?, to sink: any FrameSink,
    _ job: @escaping @Sendable (Int) -> RenderPlan.Job
  ) -> ExitStatus? {
    let next = Monitor(0)
    let (shape, encoding, background) = (sink.shape, encoding, background)
    let written =
      frames
      .then(Stage("convert")) { frame, _ in
        shape.frame(frame, encoding, background: background)
      }
      .then(Stage("write", isOrdered: true)) { frame, number -> Finished in
        // Behind a frame that failed nothing may follow.
        guard next.quietly({ $0 }) == number else { return .dropped }
        try sink.write(frame)
        next.quietly { $0 += 1 }
        return .written(width: frame.width, height: frame.height)
      }
    return batch.run(
      written, count: count, job: job, bytes: { _ in shape.memory }, mayGoOn: false)
  }
}
