// swift-tools-version: 6.2
import PackageDescription

// The import rule of ARCHITECTURE.md is held by these targets: a target can
// only see what its `dependencies` name, and every arrow points down.

let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let cSettings: [CSetting] = [.treatAllWarnings(as: .error)]

func library(_ name: String, at path: String, uses: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: uses, path: path, swiftSettings: swiftSettings)
}

func cLibrary(
  _ name: String, at path: String, uses: [Target.Dependency] = [], embeds: [String] = []
) -> Target {
  .target(name: name, dependencies: uses, path: path, exclude: embeds, cSettings: cSettings)
}

func tests(_ name: String, uses: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: uses + ["TestSupport"], path: "Tests/\(name)",
    swiftSettings: swiftSettings)
}

let package = Package(
  name: "vfx-gpu",
  products: [
    .executable(name: "vfx-gpu", targets: ["vfx-gpu"]),
    .library(name: "GPUEffects", targets: ["GPUEffects"]),
  ],
  targets: [
    // C libraries of the system, found through pkg-config.
    .systemLibrary(name: "CLibPNG", path: "Sources/CLibPNG", pkgConfig: "libpng"),
    .systemLibrary(name: "CLibJPEG", path: "Sources/CLibJPEG", pkgConfig: "libjpeg"),
    .systemLibrary(name: "CWebP", path: "Sources/CWebP", pkgConfig: "libwebpmux"),
    .systemLibrary(name: "CISAL", path: "Sources/CISAL", pkgConfig: "libisal"),
    .systemLibrary(name: "CPopt", path: "Sources/CPopt", pkgConfig: "popt"),
    .systemLibrary(name: "CJansson", path: "Sources/CJansson", pkgConfig: "jansson"),

    // Thin C: what Swift can't do or does measurably worse.
    cLibrary("CEGL", at: "Sources/CEGL"),
    cLibrary("CKernels", at: "Sources/CKernels"),
    cLibrary(
      "CImageCodecs", at: "Sources/CImageCodecs", uses: ["CLibPNG", "CLibJPEG", "CISAL"]),
    cLibrary(
      "GPUEffectsShaders", at: "Sources/Shaders",
      embeds: [
        "Prelude.glsl", "Triangle.glsl", "Transfer.glsl", "Mix.glsl", "Load.glsl",
        "Downsample.glsl", "Convolve.glsl", "Upsample.glsl", "Composite.glsl",
      ]),

    // The model: numbers, curves and plans. No GL, no files, no loops over pixels.
    library("GPUEffectsModel", at: "Sources/GPUEffects/Model"),

    library(
      "GPUEffectsCodecs", at: "Sources/Codecs",
      uses: ["GPUEffectsModel", "CImageCodecs", "CWebP"]),
    library("GPUEffectsSceneFile", at: "Sources/SceneFile", uses: ["GPUEffectsModel", "CJansson"]),

    // Three executors; none knows the others.
    library(
      "GPUEffectsGL", at: "Sources/GPUEffects/GL",
      uses: ["GPUEffectsModel", "CEGL", "GPUEffectsShaders"]),
    library("GPUEffectsCPU", at: "Sources/GPUEffects/CPU", uses: ["GPUEffectsModel", "CKernels"]),
    library("GPUEffectsReference", at: "Sources/GPUEffects/Reference", uses: ["GPUEffectsModel"]),

    // Chooses an executor; re-exports the model.
    library(
      "GPUEffects", at: "Sources/GPUEffects/Engine",
      uses: ["GPUEffectsModel", "GPUEffectsGL", "GPUEffectsCPU", "GPUEffectsReference"]),

    // Rows that every executor must pass, and who judges them.
    cLibrary(
      "CParityTexts", at: "Sources/CParityTexts",
      embeds: ["manifest.txt", "page.html", "program.c.txt"]),
    library(
      "GPUEffectsParity", at: "Sources/Parity",
      uses: [
        "GPUEffects", "GPUEffectsModel", "GPUEffectsGL", "GPUEffectsCPU", "GPUEffectsReference",
        "GPUEffectsSceneFile", "CParityTexts", "CEGL",
      ]),

    // What the program and the benchmarks time, and how.
    library(
      "GPUEffectsMeasuring", at: "Sources/Measuring",
      uses: ["GPUEffectsModel", "GPUEffectsGL", "GPUEffectsCPU"]),

    .executableTarget(
      name: "vfx-gpu",
      dependencies: [
        "GPUEffects", "GPUEffectsCodecs", "GPUEffectsSceneFile", "GPUEffectsMeasuring",
        "GPUEffectsParity", "CPopt",
      ],
      path: "Sources/vfx-gpu", swiftSettings: swiftSettings),

    .executableTarget(
      name: "vfx-bench",
      dependencies: [
        "GPUEffects", "GPUEffectsModel", "GPUEffectsGL", "GPUEffectsCodecs",
        "GPUEffectsMeasuring", "CEGL",
      ], path: "Benchmarks/vfx-bench", swiftSettings: swiftSettings),

    .target(
      name: "TestSupport",
      dependencies: [
        "GPUEffectsModel", "GPUEffectsReference", "GPUEffectsCodecs", "GPUEffectsParity",
        "GPUEffectsSceneFile", "GPUEffectsGL", "CEGL",
      ],
      path: "Tests/TestSupport", swiftSettings: swiftSettings),
    tests("ModelTests", uses: ["GPUEffectsModel"]),
    tests("AnimationTests", uses: ["GPUEffectsModel"]),
    tests("SceneTests", uses: ["GPUEffectsModel", "GPUEffectsSceneFile"]),
    tests("ReferenceTests", uses: ["GPUEffectsModel", "GPUEffectsReference"]),
    tests(
      "CPUTests", uses: ["GPUEffectsModel", "GPUEffectsCPU", "GPUEffectsReference", "CKernels"]),
    tests("GLTests", uses: ["GPUEffectsModel", "GPUEffectsGL", "GPUEffectsReference", "CEGL"]),
    tests(
      "ParityTests",
      uses: [
        "GPUEffects", "GPUEffectsModel", "GPUEffectsGL", "GPUEffectsCPU", "GPUEffectsParity",
        "GPUEffectsSceneFile", "CEGL",
      ]),
    tests("CodecsTests", uses: ["GPUEffectsModel", "GPUEffectsCodecs"]),
    tests(
      "EngineTests",
      uses: [
        "GPUEffects", "GPUEffectsModel", "GPUEffectsCPU", "GPUEffectsReference",
        "GPUEffectsSceneFile", "GPUEffectsCodecs", "GPUEffectsGL", "CEGL",
      ]),
    tests(
      "CommandLineTests",
      uses: [
        "vfx-gpu", "GPUEffects", "GPUEffectsModel", "GPUEffectsGL", "GPUEffectsCodecs",
        "GPUEffectsMeasuring", "GPUEffectsParity", "GPUEffectsSceneFile", "GPUEffectsCPU", "CEGL",
      ]),
  ],
  cLanguageStandard: .c2x
)
