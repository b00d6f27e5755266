extension CommandSyntax {
  static let render = CommandSyntax(
    name: "render", usage: "INPUT... -o OUTPUT [options]",
    introduction: """
      Applies one look to images. Each result is
        (1 - m) x image + m x opacity x colour(blur(image)),
      m being the mask, 1 without one.

      INPUT   images (PNG, JPEG, WebP), folders of images, patterns
              (frames/%05d.png), a moving picture (YUV4MPEG2, or raw frames with
              --size), or - for standard input
      OUTPUT  a file; a folder (one that exists, or ending in /); a pattern, which
              keeps the input's frame number; or - for standard output. A .y4m file
              takes the frames of a moving picture, a sequence or an animation

      """,
    groups: [look, place, animation, output, movies, running, reporting],
    notes: """
      A LENGTH is in points (6), in pixels (20px) or in percent of the image's
      shorter side (2%).

      A mask's picture counts by its alpha channel if that varies, else by its luma.
      A gradient runs between two unit points, (0,0) being the top left; the default
      stops are 1@0,0@1: the full look at the first point, none at the second.

      The report of --json has these keys: command, version, backend (name, device,
      reason), rendered, upToDate, failed, skipped, interrupted, seconds, error, and
      images, a list of {input, output, frame, width, height, status, error} in the
      order of the inputs.

      Where a GPU fails in the middle, the CPU renders the rest, with a warning; with
      --device the run ends there, with exit status 3.

      Exit status: 0 all done; 1 some inputs failed, nothing matched or the disk is
      full; 2 wrong usage; 3 no usable device; 130 or 143 interrupted. Outputs appear
      whole or not at all, and what was finished is kept.

      Examples:
        vfx-gpu render photos/ -o out/ --blur 6 --brightness 0.1 --saturation 1.4
        vfx-gpu render card@2x.png -o frosted.png --preset blurredIn
        vfx-gpu render photo.png -o anim/ --frames 60 --fps 60 --blur 12
        vfx-gpu render photo.png -o top.png --blur 16 --mask linear:0,0:0,1 \\
          --mask-mode radius
        ffmpeg -i in.mp4 -f yuv4mpegpipe - | vfx-gpu render - -o - --blur 8 | ffplay -

      """)

  private static let look = OptionGroup(
    "Look (everything is neutral by default):",
    [
      Option(
        "blur-radius", aliases: ["blur"], .required("LENGTH"),
        "Gaussian blur; the radius is its sigma. --blur for short"),
      Option("brightness", .required("N"), "added to every channel; 0 is neutral, 1 white"),
      Option("contrast", .required("N"), "factor around mid grey; 1 is neutral"),
      Option("saturation", .required("N"), "1 is neutral, 0 grey, above 1 more vivid"),
      Option("grayscale", .required("N"), "0 is neutral, 1 grey"),
      Option(
        "hue-rotation", aliases: ["hue"], .required("DEGREES"),
        "turns all hues. --hue for short"),
      Option("opacity", .required("N"), "1 is opaque, 0 invisible"),
      Option(
        "preset", .required("NAME"),
        "blurredIn (a blur of 6) or blurredOut (neutral); single options override it"),
      Option(
        "blur-overrides-opacity",
        "as the VisualEffect package does for its surfaces: the radius is at least 1 point, and "
          + "below 1 it is the opacity"),
    ])

  private static let place = OptionGroup(
    "Where and how:",
    [
      Option(
        "display-scale", aliases: ["scale"], .required("N"),
        "pixels per point. --scale for short. Default: @2x or @3x in the input's name, else 1"),
      Option(
        "edge", .required("MODE"),
        "what a blur reads beyond the image: clamp (default), mirror, normalized or transparent"),
      Option(
        "kernel", .required("NAME"),
        "gaussian (default) or apple, the slightly narrower kernel of the iOS simulator"),
      Option(
        "extend", .required("auto|LENGTH"),
        "grow the canvas on every side, for the soft rim of --edge transparent"),
      Option(
        "mask", .required("MASK"),
        "how much of the look each pixel takes: a picture, or linear:X0,Y0:X1,Y1[:ALPHA@POS,...]"),
      Option("mask-channel", .required("NAME"), "what of a mask's picture counts: alpha or luma"),
      Option(
        "mask-fit", .required("FIT"),
        "exact (default: a mask of another size is an error) or stretch"),
      Option(
        "mask-mode", .required("MODE"),
        "fade (default: the look is mixed with the image) or radius: the mask scales the blur's "
          + "radius pixel by pixel, and the rest applies in full"),
      Option(
        "color-space", .required("SPACE"),
        "the light in which the blur averages: encoded (default, as Apple and CSS do) or linear"),
    ])

  private static let animation = OptionGroup(
    "Animation of one image, by a spring (bounce 0.1):",
    [
      Option("frames", .required("N"), "render N frames, at the times 0/fps, 1/fps, ..."),
      Option(
        "fps", .required("F"),
        "frames per second, also of a moving picture: 60 (default), 30000/1001"),
      Option("from", .required("PRESET"), "where it starts: blurredOut (default) or blurredIn"),
      Option("animation-duration", .required("SECONDS"), "of the spring; default 0.45"),
    ])

  private static let output = OptionGroup(
    "Output:",
    [
      Option("output", short: "o", .required("OUTPUT"), "where results go"),
      Option("overwrite", short: "y", "replace outputs that exist; else they fail"),
      Option(
        "format", .required("FORMAT"),
        "png, jpeg or webp, default: by the output's name, in a folder as the input; y4m or rgba "
          + "(raw pixels) for moving pictures"),
      Option(
        "depth", .required("BITS"), "auto (default: as the input), 8 or 16 bits per channel"),
      Option(
        "dither", "round 8-bit results with a fine, fixed pattern against banding in dark gradients"
      ),
      Option("png-compression", .required("HOW"), "fast (default), medium or small"),
      quality,
      background,
      Option(
        "start-number", .required("N"),
        "number outputs from N instead of by their inputs; animations start at 0"),
    ])

  /// What moving pictures need besides.
  static let movies = OptionGroup(
    "Moving pictures:",
    [
      Option(
        "yuv-matrix", .required("NAME"),
        "601, 709 or 2020; auto (default) is 709 from 720 lines up, else 601"),
      Option("size", .required("WxH"), "of raw frames (RGBA, 8 bits) that are read"),
    ])

  private static let running = OptionGroup(
    "Running:",
    [
      Option(
        "backend", .required("NAME"),
        "auto (default: a hardware GPU if one works and it pays, else the CPU), gpu, cpu, or "
          + "reference (exact and slow)"),
      device,
      Option("allow-software", "let --backend gpu be a software driver"),
      jobs,
      Option(
        "files-from", .required("FILE"), "read more inputs from FILE, one a line; - for stdin"),
    ] + batch)

  /// How a batch runs, whatever it renders.
  static let batch = [
    Option(
      "max-memory", .required("SIZE"),
      "what images under way may take: 2G, 500M; default: half of what is free"),
    Option(
      "resume",
      "keep outputs that are there, made from the same input with the same settings; make the rest"),
    Option("on-error", .required("WHAT"), "skip (default: go on with the rest) or stop"),
    Option(
      "shard", .required("K/N"),
      "do only share K (from 0) of N, the same every time; auto: by the environment"),
    Option("dry-run", "only print what would be rendered to where"),
  ]

  static let quality = Option(
    "quality", .required("Q"),
    "of JPEG and WebP, 1 to 100; default 90. From 95 JPEG keeps colour in every pixel; WebP's 100 "
      + "is lossless")

  static let background = Option(
    "background", .required("COLOR"),
    "what shows through in formats without alpha (JPEG); default: white")

  static let device = Option(
    "device", .required("ID"), "which GPU, as 'vfx-gpu devices' lists them")

  static let jobs = Option(
    "jobs", short: "j", .required("N"), "threads; default: the processors that this process may use"
  )

  static let reporting = OptionGroup(
    "Messages:",
    [
      Option(
        "progress", .required("WHEN"),
        "how far a batch is: auto (default: a bar on a terminal), on or off"),
      Option("log-json", .required("FILE"), "a line of JSON for every image, as it happens"),
    ] + reportOptions)

  /// What commands that render nothing say.
  static let plainReporting = OptionGroup("Messages:", reportOptions)

  private static let reportOptions = [
    Option("json", .optional("FILE"), "a report for machines on standard output, or in FILE"),
    Option("quiet", short: "q", "only errors"),
    Option("verbose", short: "v", "a line for every image, and details"),
    Option("help", short: "h", "this page"),
    Option("version", "the version"),
  ]
}
