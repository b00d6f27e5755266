/// The keys that an object of the file may have. The JSON Schema has the same.
struct KeyTable: Sendable {
  /// Its name in the schema.
  let name: String
  /// What a sentence calls such an object.
  let title: String
  let keys: [String]
  /// What other systems call the same, in lower case.
  var synonyms: [String: String] = [:]

  static let values = KeyTable(
    name: "values", title: "the values",
    keys: [
      "blurRadius", "brightness", "contrast", "saturation", "grayscale", "hueRotation", "opacity",
    ],
    synonyms: [
      "blur": "blurRadius", "radius": "blurRadius", "sigma": "blurRadius",
      "hue": "hueRotation", "huerotate": "hueRotation", "hue-rotate": "hueRotation",
      "greyscale": "grayscale", "saturate": "saturation", "alpha": "opacity",
    ])

  static let scene = KeyTable(
    name: "scene", title: "a scene",
    keys: ["$schema", "version", "canvas", "fps", "duration", "layers", "timeline"],
    synonyms: [
      "framerate": "fps", "length": "duration", "animations": "timeline", "keyframes": "timeline",
      "views": "layers", "children": "layers", "sublayers": "layers", "subviews": "layers",
      "screen": "canvas", "size": "canvas", "stage": "canvas",
    ])

  static let canvas = KeyTable(
    name: "canvas", title: "the canvas",
    keys: ["size", "scale", "background", "interfaceStyle", "reduceTransparency", "kernel"],
    synonyms: [
      "backgroundcolor": "background", "color": "background", "displayscale": "scale",
      "contentsscale": "scale", "theme": "interfaceStyle", "colorscheme": "interfaceStyle",
      "userinterfacestyle": "interfaceStyle", "width": "size", "height": "size", "frame": "size",
      "blurkernel": "kernel",
    ])

  static let layer = KeyTable(
    name: "layer", title: "a layer",
    keys: [
      "id", "frame", "contentMode", "image", "rate", "start", "loop", "color", "linearGradient",
      "layers", "contentOffset", "effects", "backdrop", "material", "vibrancy", "mask",
      "cornerRadius", "cornerCurve", "masksToBounds", "border", "shadow", "opacity", "hidden",
    ],
    synonyms: [
      "borderradius": "cornerRadius", "border-radius": "cornerRadius", "rounded": "cornerRadius",
      "objectfit": "contentMode", "object-fit": "contentMode", "contentsgravity": "contentMode",
      "resizemode": "contentMode", "alpha": "opacity", "clipstobounds": "masksToBounds",
      "overflow": "masksToBounds", "clip": "masksToBounds", "boxshadow": "shadow",
      "box-shadow": "shadow", "dropshadow": "shadow", "shadowradius": "shadow",
      "shadowcolor": "shadow", "shadowopacity": "shadow", "shadowoffset": "shadow",
      "backdropfilter": "backdrop", "backdrop-filter": "backdrop", "visualeffectview": "backdrop",
      "filter": "effects", "filters": "effects", "visualeffects": "effects", "effect": "effects",
      "blureffect": "material", "uiblureffect": "material", "vibrancyeffect": "vibrancy",
      "background": "color", "backgroundcolor": "color", "background-color": "color",
      "fill": "color", "backgroundimage": "image", "src": "image", "source": "image",
      "url": "image", "file": "image", "photo": "image", "video": "image",
      "gradient": "linearGradient",
      "children": "layers", "sublayers": "layers", "subviews": "layers", "contents": "layers",
      "visible": "hidden", "ishidden": "hidden", "visibility": "hidden", "display": "hidden",
      "name": "id", "key": "id", "rect": "frame", "bounds": "frame", "position": "frame",
      "x": "frame", "y": "frame", "width": "frame", "height": "frame", "size": "frame",
      "scrolloffset": "contentOffset", "scrolltop": "contentOffset", "offset": "contentOffset",
      "borderwidth": "border", "bordercolor": "border", "outline": "border",
      "masklayer": "mask", "maskimage": "mask", "mask-image": "mask", "maskview": "mask",
      "framerate": "rate", "fps": "rate", "loops": "loop", "repeat": "loop",
      "cornerstyle": "cornerCurve",
    ])

  static let linearGradient = KeyTable(
    name: "linearGradient", title: "a gradient",
    keys: ["colors", "locations", "stops", "startPoint", "endPoint"],
    synonyms: [
      "start": "startPoint", "end": "endPoint", "from": "startPoint", "to": "endPoint",
      "offsets": "locations", "positions": "locations",
    ])

  static let stop = KeyTable(
    name: "stop", title: "a stop", keys: ["color", "location"],
    synonyms: ["offset": "location", "position": "location", "at": "location"])

  static let effect = KeyTable(
    name: "effect", title: "an effect",
    keys: [
      "values", "blurInsets", "clippedBlur", "blurOverridesOpacity", "animationDuration",
      "maskMode", "offscreenEdge",
    ],
    synonyms: [
      "insets": "blurInsets", "clipped": "clippedBlur", "clipstobounds": "clippedBlur",
      "initialvalues": "values", "effectvalues": "values", "preset": "values",
      "duration": "animationDuration", "edge": "offscreenEdge", "blurradius": "values",
      "blur": "values", "saturation": "values", "brightness": "values",
    ])

  static let insets = KeyTable(
    name: "insets", title: "insets", keys: ["top", "left", "bottom", "right"],
    synonyms: ["leading": "left", "trailing": "right"])

  static let material = KeyTable(
    name: "material", title: "a material", keys: ["style", "interfaceStyle", "reduceTransparency"],
    synonyms: [
      "name": "style", "type": "style", "theme": "interfaceStyle",
      "userinterfacestyle": "interfaceStyle", "colorscheme": "interfaceStyle",
    ])

  static let border = KeyTable(
    name: "border", title: "a border", keys: ["width", "color"],
    synonyms: ["borderwidth": "width", "bordercolor": "color", "thickness": "width"])

  static let shadow = KeyTable(
    name: "shadow", title: "a shadow", keys: ["color", "radius", "opacity", "offset"],
    synonyms: [
      "shadowcolor": "color", "shadowradius": "radius", "shadowopacity": "opacity",
      "shadowoffset": "offset", "alpha": "opacity", "blur": "radius", "sigma": "radius",
    ])

  /// What an entry does; exactly one of them.
  static let actions =
    ["values"] + values.keys.map { "values.\($0)" } + [
      "fractionComplete", "call", "contentOffset", "frame", "opacity", "cornerRadius", "hidden",
      "style", "interfaceStyle", "reduceTransparency",
    ]

  static let entry = KeyTable(
    name: "entry", title: "an entry",
    keys: ["at", "duration", "layer", "animated", "curve"] + actions,
    synonyms: [
      "time": "at", "t": "at", "start": "at", "delay": "at", "begin": "at", "target": "layer",
      "id": "layer", "easing": "curve", "timing": "curve", "timingfunction": "curve",
      "ease": "curve", "method": "call", "action": "call", "animate": "animated",
      "fraction": "fractionComplete", "progress": "fractionComplete", "alpha": "opacity",
      "borderradius": "cornerRadius", "theme": "interfaceStyle",
      "userinterfacestyle": "interfaceStyle", "blurradius": "values.blurRadius",
      "saturation": "values.saturation", "brightness": "values.brightness",
      "contrast": "values.contrast", "grayscale": "values.grayscale",
      "huerotation": "values.hueRotation",
    ])

  static let springCurve = KeyTable(name: "springCurve", title: "a curve", keys: ["spring"])

  static let spring = KeyTable(
    name: "spring", title: "a spring", keys: ["duration", "bounce"],
    synonyms: ["response": "duration", "period": "duration"])

  static let all = [
    scene, canvas, layer, linearGradient, stop, effect, values, insets, material, border, shadow,
    entry, springCurve, spring,
  ]

  /// Why a key isn't there, and what to write instead.
  func refusal(of key: String) -> String {
    let plain = key.lowercased()
    if plain.contains("glass") {
      return "asks for iOS 26's glass, which is not rendered; use \"material\""
    }
    if plain.contains("lottie") { return "asks for a Lottie animation, which is not rendered" }
    if let nearest = Suggestion.nearest(to: key, in: keys, synonyms: synonyms) {
      return "is no key of \(title); did you mean \(nearest.quoted)?"
    }
    let list = keys.count > 12 ? "" : "; there are \(keys.joined(separator: ", "))"
    return "is no key of \(title)\(list)"
  }
}
