// Doubles both axes with the interpolation of UPSAMPLE.
void main() { store(interpolated(firstCell())); }
