#include "CRows.h"
#include <string.h>
#include "sets.h"

// An output that is an input is read before it is written at the same place, never elsewhere.
#define EACH(x)                                                                                                        \
    _Pragma("clang loop vectorize(assume_safety)") for (intptr_t x = 0; x < count; x++)

INLINE uint16_t high_unsigned(uint16_t a, uint16_t b) {
    return (uint16_t)(((uint32_t)a * b) >> 16);
}
INLINE int16_t high_signed(int16_t a, int16_t b) {
    return (int16_t)(((int32_t)a * b) >> 16);
}
/// The doubled difference brings the result into the upper half of the product; the uppermost bit of the lower half
/// rounds it. All in 16-bit lanes.
INLINE uint16_t mixed(uint16_t from, uint16_t to, int16_t weight) {
    int16_t difference = (int16_t)((uint16_t)(to - from) << 1);
    uint16_t rounding = (uint16_t)((uint16_t)((uint16_t)difference * (uint32_t)(uint16_t)weight) >> 15);
    return (uint16_t)(from + (uint16_t)high_signed(difference, weight) + rounding);
}

KERNEL void rows_ramp(const uint16_t *moments, const uint16_t *gains, uint16_t reach, uint16_t excess, uint16_t width,
                      uint16_t scale, int16_t *weights, intptr_t count) {
    uint16_t room = (uint16_t)~excess;
    EACH(x) {
        uint16_t moment = moments[x];
        uint16_t below = (uint16_t)(reach > moment ? reach - moment : 0);
        uint16_t elapsed = (uint16_t)((below < room ? below : room) + excess);
        elapsed = (uint16_t)((elapsed < width ? elapsed : width) * scale);
        uint16_t u = (uint16_t)(elapsed + high_unsigned(elapsed, gains[x]));
        // With v = u − ½ smoothstep is ½ + v · (3/2 − 2v²). The factor, 1…3/2 of 32768, is a negative number of 16
        // bits, 65536 too low: hence the added v. `^` subtracts from 49151, and is not widened to 32 bits.
        int16_t v = (int16_t)(u ^ 0x8000);
        uint16_t size = (uint16_t)(v < 0 ? ~v : v);
        int16_t factor = (int16_t)(high_unsigned(size, size) ^ 49151);
        weights[x] = (int16_t)(16384 + v + high_signed(v, factor));
    }
}

// The only floating point here: no fused multiplication, which would round differently on some machines.
#pragma STDC FP_CONTRACT OFF

INLINE int16_t part_weight(float part) {
    part = part > 0 ? part : 0;
    part = part < 1 ? part : 1;
    uint16_t weight = (uint16_t)float_bits(part * 32768 + wholes);
    return (int16_t)(weight - (weight >> 15));
}

KERNEL void rows_place(const float *positions, float last, float most, int32_t *indices, int16_t *weights,
                       int16_t *insides, intptr_t count) {
    EACH(x) {
        float position = positions[x];
        float rest = last - position;
        insides[x] = part_weight((position < rest ? position : rest) + 1);
        // The nearest whole number to half a sample before is the sample before or at the position.
        float before = position - 0.5f;
        before = before > 0 ? before : 0;
        float whole = (before < most ? before : most) + wholes;
        indices[x] = float_bits(whole) & 0x7fffff;
        weights[x] = part_weight(position - (whole - wholes));
    }
}

KERNEL void rows_ramp_slopes(const uint16_t *moments, const float *slopes, float middle, float soft, float hard,
                             float behind, int16_t *weights, intptr_t count) {
    EACH(x) {
        float slope = slopes[x];
        float width = slope * hard;
        width = width > soft ? width : soft;
        float gone = middle - (float)moments[x] - slope * behind;
        float u = gone / width + 0.5f;
        u = u > 0 ? u : 0;
        u = u < 1 ? u : 1;
        weights[x] = (int16_t)float_bits(u * u * (3 - 2 * u) * 32767 + wholes);
    }
}

// Four samples at once: the sums of a word's fields, side by side.

INLINE uint32_t pair_sums_8(const uint8_t *row, intptr_t x) {
    uint32_t four;
    memcpy(&four, row + 4 * x, 4);
    return (four & 0x00ff00ff) + (four >> 8 & 0x00ff00ff);
}
INLINE uint64_t pair_sums_16(const uint16_t *row, intptr_t x) {
    uint64_t four;
    memcpy(&four, row + 4 * x, 8);
    return (four & 0x0000ffff0000ffff) + (four >> 16 & 0x0000ffff0000ffff);
}

KERNEL void rows_shrink_8(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, uint16_t *out,
                          intptr_t count) {
    EACH(x) {
        uint32_t pairs = pair_sums_8(a, x) + pair_sums_8(b, x) + pair_sums_8(c, x) + pair_sums_8(d, x);
        out[x] = (uint16_t)(((pairs + (pairs >> 16)) & 0xffff) << 2);
    }
}
KERNEL void rows_shrink_16(const uint16_t *a, const uint16_t *b, const uint16_t *c, const uint16_t *d, uint16_t *out,
                           intptr_t count) {
    EACH(x) {
        uint64_t pairs = pair_sums_16(a, x) + pair_sums_16(b, x) + pair_sums_16(c, x) + pair_sums_16(d, x);
        out[x] = (uint16_t)(pairs + (pairs >> 32));
    }
}

// The same for both kinds of samples.
#define SAMPLE uint8_t
#define NAME(name) name##_8
#define HEADROOM 6
#include "loops/samples.inc"
#undef SAMPLE
#undef NAME
#undef HEADROOM
#define SAMPLE uint16_t
#define NAME(name) name##_16
#define HEADROOM 4
#include "loops/samples.inc"
