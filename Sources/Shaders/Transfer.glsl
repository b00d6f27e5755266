// sRGB's transfer function (IEC 61966-2-1) on the colours of premultiplied
// cells. Drivers' pow differ by up to some thousandths of a level, which dark
// colours magnify; a step of Newton's method makes each as good as float is.

/// x to the power of 2.4, for x from 0.09 to 1: y^5 = x^12.
vec3 power(vec3 x) {
  vec3 y = pow(x, vec3(2.4));
  vec3 x3 = x * x * x;
  vec3 x12 = (x3 * x3) * (x3 * x3);
  return 0.8 * y + 0.2 * x12 / ((y * y) * (y * y));
}

/// x to the power of 1 / 2.4, for x from 0.003 to 1: y^12 = x^5.
vec3 root(vec3 x) {
  vec3 y = pow(x, vec3(1.0 / 2.4));
  vec3 y3 = y * y * y;
  vec3 y11 = (y3 * y3) * y3 * (y * y);
  return (11.0 * y + (x * x) * (x * x) * x / y11) / 12.0;
}

/// The cell in linear light.
vec4 decoded(vec4 color) {
  if (color.a <= 0.0) return vec4(0.0);
  vec3 c = min(color.rgb / color.a, 1.0);
  vec3 curve = power((max(c, 0.04) + 0.055) / 1.055);
  return vec4(color.a * mix(curve, c / 12.92, lessThanEqual(c, vec3(0.04045))), color.a);
}

/// The cell whose linear light is `color`.
vec4 encoded(vec4 color) {
  if (color.a <= 0.0) return vec4(0.0);
  vec3 c = min(color.rgb / color.a, 1.0);
  vec3 curve = 1.055 * root(max(c, 0.003)) - 0.055;
  return vec4(color.a * mix(curve, c * 12.92, lessThanEqual(c, vec3(0.0031308))), color.a);
}
