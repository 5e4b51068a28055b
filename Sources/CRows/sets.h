// Instruction sets that loops are written for by hand: `rows_set` of CRows.h.
#ifndef SETS_H
#define SETS_H
#include <stdint.h>
#include <string.h>

// Only where the run-time library can tell what the processor has.
#if defined(__x86_64__) && (defined(__gnu_linux__) || defined(__APPLE__))
#define HAS_AVX 1
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))
// Processors since 2019 (Ice Lake, Zen 4): none of them slows down for vectors of 64 bytes.
#define AVX512 __attribute__((target("avx512vbmi,avx512bw,avx512vl,avx512dq")))
#else
#define HAS_AVX 0
#endif

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

#define INLINE static inline __attribute__((always_inline))

/// 2²³: a float of this size has no room for fractions, so adding it to a small number leaves the nearest whole number
/// in the lowest bits.
static const float wholes = 8388608;

INLINE int32_t float_bits(float value) {
    int32_t bits;
    memcpy(&bits, &value, 4);
    return bits;
}

#if defined(__x86_64__) && defined(__gnu_linux__)
// Plain loops: the loader picks the best (an "ifunc" of ELF).
#define KERNEL __attribute__((target_clones("avx512vbmi", "avx2", "default")))
#else
#define KERNEL
#endif

#define JOINED(a, b) a##_##b
#define JOIN(a, b) JOINED(a, b)
#endif
