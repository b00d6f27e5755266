// Orders of elements for two vectors of n elements each: those at even and at
// odd places, and the halves of the two interleaved.

#pragma once

#define CK_EVEN_2 0, 2
#define CK_ODD_2 1, 3
#define CK_LOW_2 0, 2
#define CK_HIGH_2 1, 3
#define CK_EVEN_4 0, 2, 4, 6
#define CK_ODD_4 1, 3, 5, 7
#define CK_LOW_4 0, 4, 1, 5
#define CK_HIGH_4 2, 6, 3, 7
#define CK_EVEN_8 0, 2, 4, 6, 8, 10, 12, 14
#define CK_ODD_8 1, 3, 5, 7, 9, 11, 13, 15
#define CK_LOW_8 0, 8, 1, 9, 2, 10, 3, 11
#define CK_HIGH_8 4, 12, 5, 13, 6, 14, 7, 15
#define CK_EVEN_16 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define CK_ODD_16 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define CK_LOW_16 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define CK_HIGH_16 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define CK_EVEN_32 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, \
  40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62
#define CK_ODD_32 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, \
  41, 43, 45, 47, 49, 51, 53, 55, 57, 59, 61, 63
#define CK_LOW_32 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 8, 40, 9, 41, 10, \
  42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47
#define CK_HIGH_32 16, 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55, 24, 56, 25, \
  57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63

// Of n bytes, the colours of pixels of four; then anything.

#define CK_PIXELS_8 0, 1, 2, 4, 5, 6, 6, 6
#define CK_PIXELS_16 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 14, 14, 14, 14
#define CK_PIXELS_32 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 16, 17, 18, 20, 21, 22, 24, 25, \
  26, 28, 29, 30, 30, 30, 30, 30, 30, 30, 30, 30
