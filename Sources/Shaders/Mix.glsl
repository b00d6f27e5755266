// The mix of uniform blurs that a mask asks for, cell by cell.
precision highp usampler2DArray;

/// A layer for each rung, from `firstRung` on.
uniform usampler2DArray rungs;
uniform int firstRung;
uniform usampler2D mask;
/// For each mask value, 256 in a row: the first rung of its mix, and the weights
/// of that one and of the three after it.
uniform usampler2D mixStarts;
uniform sampler2D mixWeights;

vec4 rungCell(ivec2 p, int layer) {
#if INPUT == UNORM16
  uvec4 pair = texelFetch(rungs, ivec3(p.x >> 1, p.y, layer), 0);
  return fromUnorm16((p.x & 1) == 0 ? pair.xy : pair.zw);
#else
  return uintBitsToFloat(texelFetch(rungs, ivec3(p, layer), 0));
#endif
}

/// The mix for the fragment's cell `i`.
vec4 mixed(int i) {
  ivec2 p = mapped(firstCell() + ivec2(i, 0) - inputOrigin);
  int value = int(texelFetch(mask, firstTexel() + ivec2(i, 0), 0).r);
  ivec2 entry = ivec2(value & 255, value >> 8);
  int layer = int(texelFetch(mixStarts, entry, 0).r) - firstRung;
  vec4 weights = texelFetch(mixWeights, entry, 0);
  vec4 sum = vec4(0.0);
  for (int k = 0; k < 4; ++k) {
    // A weight of 0 may stand for a rung that there is not.
    if (weights[k] != 0.0) sum += weights[k] * rungCell(p, layer + k);
  }
  return clamp(sum, 0.0, 1.0);
}
