extension CommandSyntax {
  static let animate = CommandSyntax(
    name: "animate", usage: "SCENE.json -o OUTPUT [options]",
    introduction: """
      Renders a scene: layers, backdrops, materials and what happens to them, as an
      iOS screen would show them.

      SCENE   a scene file (docs/scene.schema.json), or - for standard input; its
              pictures are looked for beside it
      OUTPUT  a folder (one that exists, or ending in /): NAME_00000.png, ...; a
              pattern (out/%05d.png); with --at a file, or - for standard output

      """,
    groups: [
      OptionGroup(
        "When:",
        [
          Option("at", .required("SECONDS"), "one still of that instant"),
          Option("from", .required("SECONDS"), "frames from there on; default: the beginning"),
          Option("to", .required("SECONDS"), "frames before that; default: the scene's end"),
          Option("fps", .required("F"), "frames per second instead of the scene's: 30, 30000/1001"),
        ]),
      OptionGroup(
        "The scene:",
        [
          Option(
            "set", .required("LAYER.KEY=VALUE"),
            "replaces a value of the scene: card.opacity=0.5; may be given again"),
          Option(
            "batch", .required("ROWS"),
            "one still for every line of a file, at --at or 0: {\"LAYER.KEY\": VALUE, ...}"),
          Option(
            "display-scale", aliases: ["scale"], .required("N"),
            "pixels per point instead of the canvas's. --scale for short"),
          Option(
            "kernel", .required("NAME"),
            "gaussian, or apple, the slightly narrower kernel of the iOS simulator; default: the "
              + "canvas's"),
          Option(
            "interface-style", .required("STYLE"), "light or dark instead of the canvas's"),
          Option("reduce-transparency", "as if the user had asked for it"),
        ]),
      OptionGroup(
        "Output:",
        [
          Option("output", short: "o", .required("OUTPUT"), "where frames go"),
          Option("overwrite", short: "y", "replace outputs that exist; else they fail"),
          Option(
            "format", .required("FORMAT"), "png, jpeg or webp; default: by the output's name"),
          Option("depth", .required("BITS"), "8 (default) or 16 bits per channel"),
          Option("png-compression", .required("HOW"), "fast (default), medium or small"),
          quality,
          background,
          Option(
            "start-number", .required("N"),
            "number frames from N instead of by their place in the scene"),
        ]),
      OptionGroup(
        "Running:",
        [
          Option(
            "backend", .required("NAME"),
            "auto or cpu (default: the CPU), gpu (blurs on the GPU, layers on the CPU), or "
              + "reference (exact and slow)"),
          Option("device", .required("ID"), "which GPU, as 'vfx-gpu devices' lists them"),
          Option("allow-software", "let --backend gpu be a software driver"),
          Option(
            "jobs", short: "j", .required("N"),
            "threads; default: the processors that this process may use"),
          Option("explain", "print the steps of the first frame; without -o do only that"),
        ] + batch),
      reporting,
    ],
    notes: """
      A frame that looks like the one before it is not rendered again.

      Where a GPU fails in the middle, the CPU renders the rest, with a warning; with
      --device the run ends there, with exit status 3.

      Exit status: 0 all done; 1 some frames failed, the scene can't be read or the
      disk is full; 2 wrong usage; 3 no usable device; 130 or 143 interrupted. Outputs
      appear whole or not at all, and what was finished is kept.

      Examples:
        vfx-gpu animate Examples/card.json -o card.png --at 0
        vfx-gpu animate Examples/edge-scroll.json -o frames/ --from 0.5 --to 1
        vfx-gpu animate Examples/card.json -o c.png --at 0 --set card.cornerRadius=40

      """)
}
