// Converts the source's samples to premultiplied cells, in linear light where
// LINEAR is defined.
void main() {
  ivec2 p = firstCell() - inputOrigin;
  vec4 color[CELLS];
  for (int i = 0; i < CELLS; ++i) {
    color[i] = cell(p + ivec2(i, 0));
#ifdef LINEAR
    color[i] = decoded(color[i]);
#endif
  }
  store(color);
}
