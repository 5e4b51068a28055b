// Row kernels that are compiled for more than one instruction set, and chosen when the program starts.
//
// Swift can do neither yet, and the baseline of x86-64 costs twice the time of AVX2 [measured]. Everything here is a
// plain loop over integers, the same bits on every machine; what each must compute is written down in Swift
// (`mixedReference`, `Ramp.weightReference`), and the tests compare.
//
// The suffix tells what a sample is stored in. A weight is 0…32767 of 32768; a wide value has 14 bits.
// `out` may be one of the inputs.
#ifndef CROWS_H
#define CROWS_H
#include <stdint.h>

/// Tells the processor what will be read or written soon: rows that are used in pieces, or with long work between them,
/// are too short for it to see where reading goes on.
static inline void rows_prefetch(const void *start, intptr_t bytes) {
    for (intptr_t x = 0; x < bytes; x += 64) __builtin_prefetch((const char *)start + x);
}

/// out = mix(from, to)
void rows_mix_8(const uint8_t *from, const uint8_t *to, const int16_t *weights, uint8_t *out, intptr_t count);
void rows_mix_16(const uint16_t *from, const uint16_t *to, const int16_t *weights, uint16_t *out, intptr_t count);

/// out = mix(from, colour)
void rows_mix_colour_8(const uint8_t *from, uint8_t colour, const int16_t *weights, uint8_t *out, intptr_t count);
void rows_mix_colour_16(const uint16_t *from, uint16_t colour, const int16_t *weights, uint16_t *out, intptr_t count);

/// out = mix(mix(from, colour, outer), to, inner)
void rows_mix_border_8(const uint8_t *from, uint8_t colour, const uint8_t *to, const int16_t *outer,
                       const int16_t *inner, uint8_t *out, intptr_t count);
void rows_mix_border_16(const uint16_t *from, uint16_t colour, const uint16_t *to, const int16_t *outer,
                        const int16_t *inner, uint16_t *out, intptr_t count);

/// out = mix(narrowed mix(upper, lower, row weights), far, far weights): upper and lower are wide.
void rows_mix_wide_8(const uint16_t *upper, const uint16_t *lower, const int16_t *row_weights, const uint8_t *far_row,
                     const int16_t *far_weights, uint8_t *out, intptr_t count);
void rows_mix_wide_16(const uint16_t *upper, const uint16_t *lower, const int16_t *row_weights,
                      const uint16_t *far_row, const int16_t *far_weights, uint16_t *out, intptr_t count);

/// Weights of a soft edge: `Ramp.fillWeights`.
void rows_ramp(const uint16_t *moments, const uint16_t *gains, uint16_t reach, uint16_t excess, uint16_t width,
               uint16_t scale, int16_t *weights, intptr_t count);

/// Weights of an edge whose width is the larger of `soft` and `hard` samples of the slope at each place, `behind` samples
/// behind `middle`: `MatteEdge.weightReference`.
void rows_ramp_slopes(const uint16_t *moments, const float *slopes, float middle, float soft, float hard, float behind,
                      int16_t *weights, intptr_t count);

/// out = (a + b + 1) / 2
void rows_average(const uint16_t *a, const uint16_t *b, uint16_t *out, intptr_t count);
/// out = mix(shorter, (longer + other + 1) / 2)
void rows_blend(const uint16_t *shorter, const uint16_t *longer, const uint16_t *other, const int16_t *weights,
                uint16_t *out, intptr_t count);

/// Samples to wide values, and back to the nearest.
void rows_widen_8(const uint8_t *row, uint16_t *out, intptr_t count);
void rows_widen_16(const uint16_t *row, uint16_t *out, intptr_t count);
void rows_narrow_8(const uint16_t *values, uint8_t *out, intptr_t count);
void rows_narrow_16(const uint16_t *values, uint16_t *out, intptr_t count);

/// Wide means of the 4 × 4 samples of four rows, `count` of them.
void rows_shrink_8(const uint8_t *a, const uint8_t *b, const uint8_t *c, const uint8_t *d, uint16_t *out,
                   intptr_t count);
void rows_shrink_16(const uint16_t *a, const uint16_t *b, const uint16_t *c, const uint16_t *d, uint16_t *out,
                    intptr_t count);
/// Means of every four wide values, `count` of them.
void rows_quarter(const uint16_t *values, uint16_t *out, intptr_t count);
/// Where positions lie in a line of samples: `PlacedLine.place`.
void rows_place(const float *positions, float last, float most, int32_t *indices, int16_t *weights, int16_t *insides,
                intptr_t count);
/// The samples at some places of a row and the next ones, mixed: wide values.
void rows_stretch_8(const uint8_t *row, const int32_t *indices, const int16_t *weights, uint16_t *pairs, uint16_t *out,
                    intptr_t count);
void rows_stretch_16(const uint16_t *row, const int32_t *indices, const int16_t *weights, uint32_t *pairs,
                     uint16_t *out, intptr_t count);
/// The byte offset of each place of a plane.
void rows_offsets(const int32_t *rows, int32_t stride, const int32_t *columns, int32_t size, int32_t *offsets,
                  intptr_t count);
/// The samples at byte offsets and the next ones, mixed, and the same `below` bytes further: wide values.
void rows_fetch_8(const uint8_t *base, intptr_t below, const int32_t *offsets, const int16_t *weights, uint32_t *fours,
                  uint16_t *upper, uint16_t *lower, intptr_t count);
void rows_fetch_16(const uint8_t *base, intptr_t below, const int32_t *offsets, const int16_t *weights,
                   uint64_t *fours, uint16_t *upper, uint16_t *lower, intptr_t count);
/// out = mix(background, mix(narrowed mix(upper, lower, row weights), shade, shade weights), least inside)
void rows_shade_8(const uint16_t *upper, const uint16_t *lower, const int16_t *row_weights, uint8_t shade,
                  const int16_t *shade_weights, uint8_t background, const int16_t *inside_x, const int16_t *inside_y,
                  uint8_t *out, intptr_t count);
void rows_shade_16(const uint16_t *upper, const uint16_t *lower, const int16_t *row_weights, uint16_t shade,
                   const int16_t *shade_weights, uint16_t background, const int16_t *inside_x,
                   const int16_t *inside_y, uint16_t *out, intptr_t count);

/// Four samples from each wide value and its neighbours, bilinear; `values` starts with the one before the first.
void rows_quadruple_8(const uint16_t *values, uint8_t *out, intptr_t count);
void rows_quadruple_16(const uint16_t *values, uint16_t *out, intptr_t count);
#endif
