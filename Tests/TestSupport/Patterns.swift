// The patterns and comparisons of `vfx-gpu parity` are those of the tests.
@_exported public import GPUEffectsParity
