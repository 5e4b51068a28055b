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
    const char *line = (const char *)((uintptr_t)start & ~(uintptr_t)63);
    for (const char *end = (const char *)start + bytes; line < end; line += 64) __builtin_prefetch(line);
}

/// out = mix(from, to)
void rows_mix_8(const uint8_t *from, const uint8_t *to, const int16_t *weights, uint8_t *out, intptr_t count);
void rows_mix_16(const uint16_t *from, const uint16_t *to, const int16_t *weights, uint16_t *out, intptr_t count);

/// out = mix(from, color)
void rows_mix_color_8(const uint8_t *from, uint8_t color, const int16_t *weights, uint8_t *out, intptr_t count);
void rows_mix_color_16(const uint16_t *from, uint16_t color, const int16_t *weights, uint16_t *out, intptr_t count);

/// out = mix(mix(from, color, outer), to, inner)
void rows_mix_border_8(const uint8_t *from, uint8_t color, const uint8_t *to, const int16_t *outer,
                       const int16_t *inner, uint8_t *out, intptr_t count);
void rows_mix_border_16(const uint16_t *from, uint16_t color, const uint16_t *to, const int16_t *outer,
                        const int16_t *inner, uint16_t *out, intptr_t count);

/// Weights of a soft edge: `Ramp.fillWeights`.
void rows_ramp(const uint16_t *moments, const uint16_t *gains, uint16_t reach, uint16_t excess, uint16_t width,
               uint16_t scale, int16_t *weights, intptr_t count);

/// Weights of an edge whose width is the larger of `soft` and `hard` samples of the slope at each place, `behind` samples
/// behind `middle`: `MatteEdge.weightReference`.
void rows_ramp_slopes(const uint16_t *moments, const float *slopes, float middle, float soft, float hard, float behind,
                      int16_t *weights, intptr_t count);

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
/// Where positions lie in a line of samples: `PlacedLine.place`.
void rows_place(const float *positions, float last, float most, int32_t *indices, int16_t *weights, int16_t *insides,
                intptr_t count);

/// The instruction sets that some loops are written for by hand. All give the same bits.
typedef enum { rows_set_portable, rows_set_avx2, rows_set_avx512 } rows_set;
/// The best of them on this machine; those before it are there, too.
rows_set rows_best_set(void);

/// Where the samples of a stretched row come from. All arrays have `count` places, a multiple of 32.
struct rows_map {
    /// The sample at or before each place, rising, and the weight of the next one.
    const int32_t *indices;
    const int16_t *weights;
    /// What `rows_map_8` or `rows_map_16` has written for this set.
    const int32_t *bases;
    const uint8_t *offsets;
    const uint8_t *windows;
    intptr_t count;
    rows_set set;
};
/// Prepares a map for rows of `width` samples, two at least.
///
/// `bases` has room for count / 4 numbers, `offsets` for 4 · count bytes and `windows` for count / 32: 0 where the set
/// cannot fetch what is so far apart or so near to the end of a row, and samples are fetched one by one.
void rows_map_8(rows_set set, const int32_t *indices, intptr_t width, intptr_t count, int32_t *bases,
                uint8_t *offsets, uint8_t *windows);
void rows_map_16(rows_set set, const int32_t *indices, intptr_t width, intptr_t count, int32_t *bases,
                 uint8_t *offsets, uint8_t *windows);
/// Stretched values are wide, but those of 8-bit samples −128 times a sample: mixed by weights of 7 bits, in one step.
#define ROWS_STRETCHED_8 -128
#define ROWS_STRETCHED_16 16
/// The samples at the places of a map and the next ones, mixed: stretched values, as many as the map has places.
void rows_stretch_8(const struct rows_map *map, const uint8_t *row, uint16_t *out);
void rows_stretch_16(const struct rows_map *map, const uint16_t *row, uint16_t *out);
/// Where several rows are stretched, they lie in blocks of 32 columns: all rows of the first, of the second, …
#define ROWS_BLOCK 32

/// A soft edge in a row of moments: `Ramp.fillWeights`.
struct rows_fade {
    const uint16_t *moments;
    intptr_t moments_soon;
    uint16_t reach, excess, width, scale, gain;
};
/// Each row, and how many bytes further memory is fetched meanwhile.
struct rows_layer {
    const void *from;
    const void *to;
    void *out;
    intptr_t from_soon;
    intptr_t to_soon;
    intptr_t out_soon;
};
/// out = mix(from, to) by the weights of an edge, in one layer or in two that share them.
void rows_fade_8(rows_set set, const struct rows_fade *fade, const struct rows_layer *first,
                 const struct rows_layer *second, intptr_t count);
void rows_fade_16(rows_set set, const struct rows_fade *fade, const struct rows_layer *first,
                  const struct rows_layer *second, intptr_t count);

/// A box blur of wide values: `boxBlur`. Both memories go on for 32 values; returns the one with the result.
uint16_t *rows_box(rows_set set, uint16_t *values, uint16_t *spare, intptr_t level, int16_t part, intptr_t center,
                   intptr_t step, intptr_t count);

/// out = mix(narrowed mix(upper, lower, row weight), far, far weight): upper and lower are stretched, and go on for 32
/// values beyond `count`. `soon` tells how many bytes further in `far` and in `out` memory is fetched meanwhile.
struct rows_mixture {
    const uint16_t *upper;
    const uint16_t *lower;
    int16_t row_weight;
    int16_t far_weight;
    intptr_t far_soon;
    intptr_t out_soon;
};
void rows_enlarge_8(rows_set set, const struct rows_mixture *mixture, const uint8_t *far, uint8_t *out, intptr_t count);
void rows_enlarge_16(rows_set set, const struct rows_mixture *mixture, const uint16_t *far, uint16_t *out,
                     intptr_t count);

/// Cards that are turned in space: `Projector`. Positions are told as 2³² times rows or columns; what they are at every
/// thirty-second place is exact, between them steps are rounded to 65536ths.
#define ROWS_BAND 32
struct rows_look {
    uint16_t background;
    /// A shaded sample is a stretched value times gain / 32768, to the nearest, and the offset.
    int16_t gain;
    uint16_t offset;
};
/// A card that turns around the vertical axis. All arrays go on for 32 columns beyond `count`, like the last one.
struct rows_card {
    intptr_t height;
    /// The row of the picture that each column shows in the first row, and how much further that is from row to row; 0 or
    /// more. From column to column, both change in one direction.
    const int64_t *starts;
    const int64_t *steps;
    /// How much of each column is inside the picture.
    const int16_t *insides;
    intptr_t count;
    struct rows_look look;
    /// Room for 2 · height + 4 rows of ROWS_BLOCK values: no more rows are stretched than the picture has, but as many may
    /// be looked at beyond the last of them.
    uint16_t *values;
};
/// out = mix(background, shaded mix of two stretched rows, least inside), row by row.
void rows_turn_8(const struct rows_card *card, const struct rows_map *map, const uint8_t *source,
                 intptr_t source_stride, uint8_t *out, intptr_t stride, intptr_t rows);
void rows_turn_16(const struct rows_card *card, const struct rows_map *map, const uint16_t *source,
                  intptr_t source_stride, uint16_t *out, intptr_t stride, intptr_t rows);
/// One row of a card that turns around the horizontal axis.
struct rows_line {
    /// The rows of the picture around the line that is seen, the weight of the second, and how much of the line is inside.
    const void *upper;
    const void *lower;
    intptr_t width;
    int16_t weight;
    int16_t inside;
    /// The column of the picture that the first column shows, and how much further that is from column to column.
    int64_t start;
    int64_t step;
    /// The columns that are drawn.
    intptr_t first;
    intptr_t end;
    struct rows_look look;
    /// Room for width + 64 values.
    uint16_t *values;
    /// How many bytes after the lower row and after the output memory is fetched meanwhile.
    intptr_t soon;
    intptr_t out_soon;
};
/// out = mix(background, shaded mix of two columns of the line, least inside)
void rows_tilt_8(rows_set set, const struct rows_line *line, uint8_t *out);
void rows_tilt_16(rows_set set, const struct rows_line *line, uint16_t *out);

// Four samples to one wide value and back. `soon` tells how many bytes further memory is fetched meanwhile.

/// Wide means of every four samples of a row, `count` of them.
void rows_means_8(rows_set set, const uint8_t *row, intptr_t soon, uint16_t *out, intptr_t count);
void rows_means_16(rows_set set, const uint16_t *row, intptr_t soon, uint16_t *out, intptr_t count);
/// Wide means of the samples of four rows.
void rows_stack_8(rows_set set, const uint8_t *const *rows, const intptr_t *soon, uint16_t *out, intptr_t count);
void rows_stack_16(rows_set set, const uint16_t *const *rows, const intptr_t *soon, uint16_t *out, intptr_t count);
/// `count` samples, four from each wide value and its neighbors, bilinear; `values` starts with the one before the
/// first.
void rows_quadruple_8(rows_set set, const uint16_t *values, uint8_t *out, intptr_t soon, intptr_t count);
void rows_quadruple_16(rows_set set, const uint16_t *values, uint16_t *out, intptr_t soon, intptr_t count);
/// A row of samples between two rows of wide values, which go on for 32 values: an odd number of eighths, 1 or 3, of the
/// way from one to the other.
void rows_between_8(rows_set set, const uint16_t *here, const uint16_t *neighbor, uint16_t eighths, uint8_t *out,
                     intptr_t soon, intptr_t count);
void rows_between_16(rows_set set, const uint16_t *here, const uint16_t *neighbor, uint16_t eighths, uint16_t *out,
                     intptr_t soon, intptr_t count);

// Whole planes. Strides are in bytes, and may be negative.

/// Row x of `out` becomes column x of the source, which has `width` columns and `height` rows.
void rows_transpose_8(const uint8_t *source, intptr_t source_stride, uint8_t *out, intptr_t stride, intptr_t width,
                      intptr_t height);
void rows_transpose_16(const uint16_t *source, intptr_t source_stride, uint16_t *out, intptr_t stride, intptr_t width,
                       intptr_t height);
/// out = row, from right to left; not in place.
void rows_mirror_8(const uint8_t *row, uint8_t *out, intptr_t count);
void rows_mirror_16(const uint16_t *row, uint16_t *out, intptr_t count);
#endif
