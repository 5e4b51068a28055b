// Loops that no compiler finds by itself, written for each instruction set: fetching the samples of a stretched row, and
// picking from several rows. What is the same for all sets is in stretch.inc and turn.inc; lanes/ is what differs.
#include "CRows.h"
#include <math.h>
#include <string.h>
#include "sets.h"

// No fused multiplication, which would round differently on some machines.
#pragma STDC FP_CONTRACT OFF

#define BAND 32
/// What some columns of a card show in some rows.
struct band {
    /// Rows are seen where their factors lie between these limits, and inside of the picture between those: then nothing
    /// need be clamped.
    float first_seen, last_seen, first_inside, last_inside;
    /// The first row of the picture that one of the columns shows, and how many more they show at most.
    int32_t firsts[BAND], reaches[BAND];
};

INLINE void find_band(struct band *band, const struct rows_card *card, float one, float other, const float *factors,
                      intptr_t rows) {
    const float most = one < other ? other : one, least = one < other ? one : other;
    const float height = (float)card->height, last = height - 1;
    band->first_seen = -(card->centre + 1) / least;
    band->last_seen = (height - card->centre) / least;
    band->first_inside = -(card->centre - 1) / most;
    band->last_inside = (height - 4 - card->centre) / most;
    for (intptr_t y = 0; y < rows; y++) {
        // A hundredth of a row is more than rounding makes of positions.
        float first = card->centre + factors[y] * one, final = card->centre + factors[y] * other;
        float top = (first < final ? first : final) - 0.01f;
        float bottom = (first < final ? final : first) + 0.01f;
        top = top > 0 ? top : 0;
        top = top < last ? top : last;
        bottom = bottom > 0 ? bottom : 0;
        bottom = bottom < last ? bottom : last;
        band->firsts[y] = (int32_t)top;
        band->reaches[y] = (int32_t)bottom - (int32_t)top;
    }
}

#define N(name) JOIN(name, SET)

#include "lanes/portable.inc"
#include "each.inc"
#if HAS_AVX
#include "lanes/avx2.inc"
#include "each.inc"
#include "lanes/avx512.inc"
#include "each.inc"
#endif

rows_set rows_best_set(void) {
#if HAS_AVX
    if (__builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512dq"))
        return rows_set_avx512;
    if (__builtin_cpu_supports("avx2")) return rows_set_avx2;
#endif
    return rows_set_portable;
}

/// How a set fetches: how many places share a base, how many samples a window has, how many windows there may be, and
/// how many bytes tell where in them a place lies.
struct layout {
    intptr_t group, window, most, bytes;
};

static struct layout layout_of(rows_set set, intptr_t size) {
    if (set == rows_set_avx512) return (struct layout){32, 64 / size, 4, 2};
    return (struct layout){8 / size, 16 / size, 8, 2 * size};
}

/// How the places of a group are written: the offsets of all bytes of a sample and the next one, for shuffles; of
/// 16-bit samples AVX-512 moves whole ones, and fetches the next ones alike.
INLINE void write_offsets(const struct layout *layout, intptr_t size, const int32_t *indices, int32_t base,
                          void *offsets) {
    if (layout->bytes == 4) {
        uint32_t *out = offsets;
        for (intptr_t x = 0; x < layout->group; x++) out[x] = (uint32_t)(indices[x] - base) * 0x02020202 + 0x03020100;
    } else {
        uint16_t *out = offsets;
        const uint32_t factor = size == 1 ? 0x0101 : 1, next = size == 1 ? 0x0100 : 0;
        for (intptr_t x = 0; x < layout->group; x++) out[x] = (uint16_t)((uint32_t)(indices[x] - base) * factor + next);
    }
}

KERNEL static intptr_t fill_map(rows_set set, intptr_t size, const int32_t *indices, intptr_t width, intptr_t count,
                         int32_t *bases, uint8_t *offsets) {
    if (set == rows_set_portable) return 0;
    const struct layout layout = layout_of(set, size);
    intptr_t longest = 0;
    for (intptr_t x = 0; x < count; x += layout.group) {
        intptr_t length = indices[x + layout.group - 1] - indices[x] + 2;
        longest = length > longest ? length : longest;
    }
    intptr_t windows = (longest + layout.window - 1) / layout.window;
    // Windows of 64 bytes are looked at two by two.
    if (set == rows_set_avx512 && windows > 1) windows += windows % 2;
    // Nothing beyond the last sample is read; with AVX-512 the next samples are read from one sample further on.
    intptr_t last_base = width - windows * layout.window - (set == rows_set_avx512 && size == 2);
    if (windows > layout.most || last_base < 0) return 0;
    for (intptr_t x = 0; x < count; x += layout.group) {
        int32_t base = indices[x] < last_base ? indices[x] : (int32_t)last_base;
        bases[x / layout.group] = base;
        write_offsets(&layout, size, indices + x, base, offsets + x * layout.bytes);
    }
    return windows;
}

intptr_t rows_map_8(rows_set set, const int32_t *indices, intptr_t width, intptr_t count, int32_t *bases,
                    uint8_t *offsets) {
    return fill_map(set, 1, indices, width, count, bases, offsets);
}
intptr_t rows_map_16(rows_set set, const int32_t *indices, intptr_t width, intptr_t count, int32_t *bases,
                     uint8_t *offsets) {
    return fill_map(set, 2, indices, width, count, bases, offsets);
}

#if HAS_AVX
#define CHOOSE(set, name, size, ...)                                                                                   \
    switch (set) {                                                                                                     \
    case rows_set_avx512: return name##_avx512_##size(__VA_ARGS__);                                                    \
    case rows_set_avx2: return name##_avx2_##size(__VA_ARGS__);                                                        \
    default: return name##_portable_##size(__VA_ARGS__);                                                               \
    }
#else
#define CHOOSE(set, name, size, ...) return name##_portable_##size(__VA_ARGS__);
#endif

void rows_stretch_8(const struct rows_map *map, const uint8_t *row, intptr_t stride, intptr_t rows, uint16_t *out,
                    intptr_t pitch) {
    CHOOSE(map->windows > 0 ? map->set : rows_set_portable, stretch, 8, map, row, stride, rows, out, pitch)
}
void rows_stretch_16(const struct rows_map *map, const uint16_t *row, intptr_t stride, intptr_t rows, uint16_t *out,
                     intptr_t pitch) {
    CHOOSE(map->windows > 0 ? map->set : rows_set_portable, stretch, 16, map, row, stride, rows, out, pitch)
}
void rows_turn_8(rows_set set, const struct rows_card *card, const float *factors, intptr_t rows, uint8_t *out,
                 intptr_t stride) {
    CHOOSE(set, turn, 8, card, factors, rows, out, stride)
}
void rows_turn_16(rows_set set, const struct rows_card *card, const float *factors, intptr_t rows, uint16_t *out,
                  intptr_t stride) {
    CHOOSE(set, turn, 16, card, factors, rows, out, stride)
}
void rows_enlarge_8(rows_set set, const uint16_t *upper, const uint16_t *lower, int16_t row_weight, const uint8_t *far,
                    int16_t far_weight, uint8_t *out, intptr_t count) {
    CHOOSE(set, enlarge, 8, upper, lower, row_weight, far, far_weight, out, count)
}
void rows_enlarge_16(rows_set set, const uint16_t *upper, const uint16_t *lower, int16_t row_weight,
                     const uint16_t *far, int16_t far_weight, uint16_t *out, intptr_t count) {
    CHOOSE(set, enlarge, 16, upper, lower, row_weight, far, far_weight, out, count)
}

uint16_t *rows_box(rows_set set, uint16_t *values, uint16_t *spare, intptr_t level, int16_t part, intptr_t centre,
                   intptr_t step, intptr_t count) {
#if HAS_AVX
    if (set == rows_set_avx512) return box_avx512(values, spare, level, part, centre, step, count);
    if (set == rows_set_avx2) return box_avx2(values, spare, level, part, centre, step, count);
#endif
    return box_portable(values, spare, level, part, centre, step, count);
}

void rows_fade_8(rows_set set, const struct rows_fade *fade, const struct rows_layer *first,
                 const struct rows_layer *second, intptr_t count) {
    CHOOSE(set, fade, 8, fade, first, second, count)
}
void rows_fade_16(rows_set set, const struct rows_fade *fade, const struct rows_layer *first,
                  const struct rows_layer *second, intptr_t count) {
    CHOOSE(set, fade, 16, fade, first, second, count)
}
