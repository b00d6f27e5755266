// Vectors of CK_VECTOR_BYTES bytes of 16-bit lanes, in the compiler's own
// vector types: the same source for every instruction set.

#include "Shuffles.h"

enum { LANES = CK_VECTOR_BYTES / 2 };

typedef uint16_t u16v __attribute__((vector_size(CK_VECTOR_BYTES)));
typedef int16_t i16v __attribute__((vector_size(CK_VECTOR_BYTES)));
typedef uint32_t u32v __attribute__((vector_size(CK_VECTOR_BYTES)));
typedef int32_t i32v __attribute__((vector_size(CK_VECTOR_BYTES)));
typedef uint64_t u64v __attribute__((vector_size(CK_VECTOR_BYTES)));
typedef uint32_t u32wide __attribute__((vector_size(2 * CK_VECTOR_BYTES)));
typedef uint8_t u8v __attribute__((vector_size(CK_VECTOR_BYTES / 2)));

typedef u16v u16v_at __attribute__((aligned(2)));
typedef u8v u8v_at __attribute__((aligned(1)));

CK_INLINE u16v load(const uint16_t *p) { return *(const u16v_at *)p; }
CK_INLINE void store(uint16_t *p, u16v v) { *(u16v_at *)p = v; }
CK_INLINE u16v load_bytes(const uint8_t *p) {
  return __builtin_convertvector(*(const u8v_at *)p, u16v);
}
CK_INLINE u16v splat(uint16_t x) { return (u16v){} + x; }

#if defined(__x86_64__)
#if CK_VECTOR_BYTES == 16
#define CK_X86(name) _mm_##name
typedef __m128i x86v;
#elif CK_VECTOR_BYTES == 32
#define CK_X86(name) _mm256_##name
typedef __m256i x86v;
#else
#define CK_X86(name) _mm512_##name
typedef __m512i x86v;
#endif
#endif

/// (a * b) >> 16, which every instruction set has. Written out, the compiler
/// would move the widening of a constant factor out of the loop and miss it.
CK_INLINE u16v mulhi(u16v a, u16v b) {
#if defined(__x86_64__)
  return (u16v)CK_X86(mulhi_epu16)((x86v)a, (x86v)b);
#else
  const u32wide product = __builtin_convertvector(a, u32wide) * __builtin_convertvector(b, u32wide);
  return __builtin_convertvector(product >> 16, u16v);
#endif
}

/// (a + b + 1) >> 1 without overflow.
CK_INLINE u16v average(u16v a, u16v b) {
#if defined(__x86_64__)
  return (u16v)CK_X86(avg_epu16)((x86v)a, (x86v)b);
#else
  const u32wide sum = __builtin_convertvector(a, u32wide) + __builtin_convertvector(b, u32wide);
  return __builtin_convertvector((sum + 1) >> 1, u16v);
#endif
}

/// (x + 2) >> 2 of a signed difference.
CK_INLINE u16v quarter(u16v difference) { return (u16v)(((i16v)difference + 2) >> 2); }

/// Lanes in 0...255 (more saturates) as bytes.
CK_INLINE u8v narrow(u16v v) {
#if defined(__x86_64__) && CK_VECTOR_BYTES == 32
  const __m256i x = (__m256i)v;
  return (u8v)_mm_packus_epi16(_mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1));
#elif defined(__x86_64__) && CK_VECTOR_BYTES == 16
  const __m128i packed = _mm_packus_epi16((__m128i)v, (__m128i)v);
  u8v bytes;
  __builtin_memcpy(&bytes, &packed, sizeof bytes);
  return bytes;
#else
  return __builtin_convertvector(__builtin_elementwise_min(v, splat(255)), u8v);
#endif
}

/// Whether stores that bypass the caches may start at `p`.
CK_INLINE bool can_stream(const uint8_t *p) { return (uintptr_t)p % sizeof(u8v) == 0; }

CK_INLINE void put_bytes(uint8_t *p, u8v bytes, bool stream) {
  if (stream) __builtin_nontemporal_store(bytes, (u8v *)p);
  else *(u8v_at *)p = bytes;
}

#define CK_PASTE(a, b) a##b
#define CK_ORDER(name, n) CK_PASTE(name, n)
#if CK_VECTOR_BYTES == 16
#define CK_HALF 8
#define CK_N1 8
#define CK_N2 4
#define CK_N4 2
#elif CK_VECTOR_BYTES == 32
#define CK_HALF 16
#define CK_N1 16
#define CK_N2 8
#define CK_N4 4
#else
#define CK_HALF 32
#define CK_N1 32
#define CK_N2 16
#define CK_N4 8
#endif

#define CK_SHUFFLE(type, a, b, order) \
  (u16v)__builtin_shufflevector((type)(a), (type)(b), order)

/// The cells of `n` lanes at even and at odd places of the row a, b.
CK_INLINE void split(const int n, u16v a, u16v b, u16v *even, u16v *odd) {
  if (n == 1) {
    *even = CK_SHUFFLE(u16v, a, b, CK_ORDER(CK_EVEN_, CK_N1));
    *odd = CK_SHUFFLE(u16v, a, b, CK_ORDER(CK_ODD_, CK_N1));
  } else if (n == 2) {
    *even = CK_SHUFFLE(u32v, a, b, CK_ORDER(CK_EVEN_, CK_N2));
    *odd = CK_SHUFFLE(u32v, a, b, CK_ORDER(CK_ODD_, CK_N2));
  } else {
    *even = CK_SHUFFLE(u64v, a, b, CK_ORDER(CK_EVEN_, CK_N4));
    *odd = CK_SHUFFLE(u64v, a, b, CK_ORDER(CK_ODD_, CK_N4));
  }
}

/// The row whose cells of `n` lanes are `even` and `odd` by turns.
CK_INLINE void interleave(const int n, u16v even, u16v odd, u16v *a, u16v *b) {
  if (n == 1) {
    *a = CK_SHUFFLE(u16v, even, odd, CK_ORDER(CK_LOW_, CK_N1));
    *b = CK_SHUFFLE(u16v, even, odd, CK_ORDER(CK_HIGH_, CK_N1));
  } else if (n == 2) {
    *a = CK_SHUFFLE(u32v, even, odd, CK_ORDER(CK_LOW_, CK_N2));
    *b = CK_SHUFFLE(u32v, even, odd, CK_ORDER(CK_HIGH_, CK_N2));
  } else {
    *a = CK_SHUFFLE(u64v, even, odd, CK_ORDER(CK_LOW_, CK_N4));
    *b = CK_SHUFFLE(u64v, even, odd, CK_ORDER(CK_HIGH_, CK_N4));
  }
}

/// Calls `function` with the number of lanes of a cell as a constant.
#define CK_BY_LANES(lanes, function, ...)         \
  switch (lanes) {                                \
    case 1: function(1, __VA_ARGS__); break;      \
    case 2: function(2, __VA_ARGS__); break;      \
    default: function(4, __VA_ARGS__); break;     \
  }
