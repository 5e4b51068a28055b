// Loops that no compiler finds by itself, written for each instruction set: fetching the samples of a stretched row, and
// picking from several rows. What is the same for all sets is in loops/; lanes/ is what differs.
#include "CRows.h"
#include <string.h>
#include "sets.h"

/// More than rounding makes of a position, in 65536ths: half of one for each row of a band.
#define MARGIN 64

/// What the columns of one vector show in some rows of a card; positions and steps are 65536ths of a row.
struct band {
    intptr_t y, rows;
    int32_t positions[ROWS_BLOCK], steps[ROWS_BLOCK];
    /// No position of the band lies beyond these.
    int32_t least, most;
    /// How many rows more than the first one the columns show at most.
    intptr_t reach;
    /// The first row that has been stretched.
    intptr_t top;
};

/// Positions are bilinear in row and column, and have their extremes at corners.
INLINE void find_reach(struct band *band, intptr_t lanes) {
    const int32_t rows = (int32_t)band->rows - 1;
    const int32_t one = band->positions[0], other = band->positions[lanes - 1];
    const int32_t one_end = one + rows * band->steps[0], other_end = other + rows * band->steps[lanes - 1];
    band->least = (one < other ? one : other) - MARGIN;
    band->most = (one_end > other_end ? one_end : other_end) + MARGIN;
    const int32_t first = one < other ? other - one : one - other;
    const int32_t final = one_end < other_end ? other_end - one_end : one_end - other_end;
    band->reach = (((first > final ? first : final) + 2 * MARGIN) >> 16) + 1;
}

/// The band from a later row on.
INLINE void skip_rows(struct band *band, const struct band *whole, intptr_t rows, intptr_t lanes) {
    for (intptr_t lane = 0; lane < lanes; lane++) {
        band->positions[lane] = whole->positions[lane] + (int32_t)rows * whole->steps[lane];
    }
}

/// Which rows show nothing beyond the first and the last row of the picture: from `above` to `below`.
INLINE void find_inside(const struct band *band, int32_t last, intptr_t lanes, intptr_t *above, intptr_t *below) {
    *above = 0;
    *below = band->rows;
    if (band->least >= 0 && band->most < last) return;
    int32_t one = band->positions[0], other = band->positions[lanes - 1];
    intptr_t end = 0;
    for (intptr_t y = 0; y < band->rows; y++) {
        if ((one < other ? one : other) < MARGIN) *above = y + 1;
        if ((one < other ? other : one) + MARGIN < last) end = y + 1;
        one += band->steps[0];
        other += band->steps[lanes - 1];
    }
    *below = end < *above ? *above : end;
}

/// How much of a sample is inside of a picture, 0…32767.
INLINE uint16_t inside_of(int32_t position, int32_t last) {
    int32_t nearer = position < last - position ? position : last - position;
    nearer = nearer + 65536 < 0 ? 0 : nearer > 0 ? 65536 : nearer + 65536;
    return (uint16_t)((nearer >> 1) - (nearer >> 16));
}
INLINE int32_t clamped_to(int32_t position, int32_t last) {
    return position < 0 ? 0 : position < last ? position : last;
}

/// How many rows of the picture, from its first, the rows before `end` show something of.
INLINE intptr_t seen_before(const struct rows_card *card, intptr_t end) {
    const int64_t one = card->starts[0] + end * card->steps[0];
    const int64_t other = card->starts[card->count - 1] + end * card->steps[card->count - 1];
    const int64_t rows = ((one > other ? one : other) >> 32) + 2;
    return rows < 0 ? 0 : rows < card->height ? rows : card->height;
}

/// Memory that is read or written soon, asked for bit by bit: line of cache after line, so that the processor joins in.
/// Where columns of lines were asked for it did not, and turning a card took a sixth longer [measured].
struct ahead {
    const uint8_t *row;
    intptr_t stride, bytes, rows;
    /// How much of the first of the rows has been asked for.
    intptr_t done;
    /// How many lines at a time.
    intptr_t share;
};

INLINE struct ahead ahead_of(const void *row, intptr_t stride, intptr_t bytes, intptr_t rows, intptr_t times) {
    const intptr_t before = (uintptr_t)row & 63;
    const intptr_t lines = rows > 0 ? (bytes + before + 63) / 64 * rows : 0;
    return (struct ahead){(const uint8_t *)row - before, stride, bytes + before, rows, 0, (lines + times - 1) / times};
}

INLINE void ask(struct ahead *ahead, int writes) {
    for (intptr_t lines = ahead->share; lines > 0 && ahead->rows > 0;) {
        const intptr_t wanted = ahead->done + 64 * lines, end = wanted < ahead->bytes ? wanted : ahead->bytes;
        lines -= (end - ahead->done + 63) / 64;
        for (; ahead->done < end; ahead->done += 64) {
            if (writes) __builtin_prefetch(ahead->row + ahead->done, 1);
            else __builtin_prefetch(ahead->row + ahead->done);
        }
        if (end < ahead->bytes) continue;
        ahead->done = 0;
        ahead->row += ahead->stride;
        ahead->rows--;
    }
}

#define N(name) JOIN(name, SET)

#include "lanes/portable.inc"
#include "loops/each.inc"
#if HAS_AVX
#include "lanes/avx2.inc"
#include "loops/each.inc"
#include "lanes/avx512.inc"
#include "loops/each.inc"
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

KERNEL static void fill_map(rows_set set, intptr_t size, const int32_t *indices, intptr_t width, intptr_t count,
                            int32_t *bases, uint8_t *offsets, uint8_t *windows) {
    const struct layout layout = layout_of(set, size);
    for (intptr_t block = 0; block < count; block += ROWS_BLOCK) {
        intptr_t longest = 0;
        for (intptr_t x = block; x < block + ROWS_BLOCK; x += layout.group) {
            intptr_t length = indices[x + layout.group - 1] - indices[x] + 2;
            longest = length > longest ? length : longest;
        }
        intptr_t needed = (longest + layout.window - 1) / layout.window;
        // Windows of 64 bytes are looked at two by two.
        if (set == rows_set_avx512 && needed > 1) needed += needed % 2;
        // Nothing beyond the last sample is read; with AVX-512 the next samples are read from one sample further on.
        const intptr_t last_base = width - needed * layout.window - (set == rows_set_avx512 && size == 2);
        const int isOne = set == rows_set_portable || needed > layout.most || last_base < 0;
        windows[block / ROWS_BLOCK] = isOne ? 0 : (uint8_t)needed;
        if (isOne) continue;
        for (intptr_t x = block; x < block + ROWS_BLOCK; x += layout.group) {
            int32_t base = indices[x] < last_base ? indices[x] : (int32_t)last_base;
            bases[x / layout.group] = base;
            write_offsets(&layout, size, indices + x, base, offsets + x * layout.bytes);
        }
    }
}

void rows_map_8(rows_set set, const int32_t *indices, intptr_t width, intptr_t count, int32_t *bases,
                uint8_t *offsets, uint8_t *windows) {
    fill_map(set, 1, indices, width, count, bases, offsets, windows);
}
void rows_map_16(rows_set set, const int32_t *indices, intptr_t width, intptr_t count, int32_t *bases,
                 uint8_t *offsets, uint8_t *windows) {
    fill_map(set, 2, indices, width, count, bases, offsets, windows);
}

#if HAS_AVX
#define CHOOSE(set, name, size, ...)                                                                                   \
    switch (set) {                                                                                                     \
    case rows_set_avx512: return name##_avx512_##size(__VA_ARGS__);                                                    \
    case rows_set_avx2: return name##_avx2_##size(__VA_ARGS__);                                                        \
    default: return name##_portable_##size(__VA_ARGS__);                                                               \
    }
#else
#define CHOOSE(set, name, size, ...)                                                                                   \
    (void)(set);                                                                                                       \
    return name##_portable_##size(__VA_ARGS__);
#endif

void rows_stretch_8(const struct rows_map *map, const uint8_t *row, uint16_t *out) {
    CHOOSE(map->set, stretch, 8, map, row, out)
}
void rows_stretch_16(const struct rows_map *map, const uint16_t *row, uint16_t *out) {
    CHOOSE(map->set, stretch, 16, map, row, out)
}
void rows_turn_8(const struct rows_card *card, const struct rows_map *map, const uint8_t *source,
                 intptr_t source_stride, uint8_t *out, intptr_t stride, intptr_t rows) {
    CHOOSE(map->set, turn, 8, card, map, source, source_stride, out, stride, rows)
}
void rows_turn_16(const struct rows_card *card, const struct rows_map *map, const uint16_t *source,
                  intptr_t source_stride, uint16_t *out, intptr_t stride, intptr_t rows) {
    CHOOSE(map->set, turn, 16, card, map, source, source_stride, out, stride, rows)
}
void rows_tilt_8(rows_set set, const struct rows_line *line, uint8_t *out) { CHOOSE(set, tilt, 8, line, out) }
void rows_tilt_16(rows_set set, const struct rows_line *line, uint16_t *out) { CHOOSE(set, tilt, 16, line, out) }
void rows_enlarge_8(rows_set set, const struct rows_mixture *mixture, const uint8_t *far, uint8_t *out,
                    intptr_t count) {
    CHOOSE(set, enlarge, 8, mixture, far, out, count)
}
void rows_enlarge_16(rows_set set, const struct rows_mixture *mixture, const uint16_t *far, uint16_t *out,
                     intptr_t count) {
    CHOOSE(set, enlarge, 16, mixture, far, out, count)
}

void rows_means_8(rows_set set, const uint8_t *row, intptr_t soon, uint16_t *out, intptr_t count) {
    CHOOSE(set, means, 8, row, soon, out, count)
}
void rows_stack_8(rows_set set, const uint8_t *const *rows, const intptr_t *soon, uint16_t *out, intptr_t count) {
    CHOOSE(set, stack, 8, rows, soon, out, count)
}
void rows_quadruple_8(rows_set set, const uint16_t *values, uint8_t *out, intptr_t soon, intptr_t count) {
    CHOOSE(set, quadruple, 8, values, out, soon, count)
}
void rows_between_8(rows_set set, const uint16_t *here, const uint16_t *neighbor, uint16_t eighths, uint8_t *out,
                     intptr_t soon, intptr_t count) {
    CHOOSE(set, between, 8, here, neighbor, eighths, out, soon, count)
}
void rows_means_16(rows_set set, const uint16_t *row, intptr_t soon, uint16_t *out, intptr_t count) {
    CHOOSE(set, means, 16, row, soon, out, count)
}
void rows_stack_16(rows_set set, const uint16_t *const *rows, const intptr_t *soon, uint16_t *out, intptr_t count) {
    CHOOSE(set, stack, 16, rows, soon, out, count)
}
void rows_quadruple_16(rows_set set, const uint16_t *values, uint16_t *out, intptr_t soon, intptr_t count) {
    CHOOSE(set, quadruple, 16, values, out, soon, count)
}
void rows_between_16(rows_set set, const uint16_t *here, const uint16_t *neighbor, uint16_t eighths, uint16_t *out,
                     intptr_t soon, intptr_t count) {
    CHOOSE(set, between, 16, here, neighbor, eighths, out, soon, count)
}

uint16_t *rows_box(rows_set set, uint16_t *values, uint16_t *spare, intptr_t level, int16_t part, intptr_t center,
                   intptr_t step, intptr_t count) {
#if HAS_AVX
    if (set == rows_set_avx512) return box_avx512(values, spare, level, part, center, step, count);
    if (set == rows_set_avx2) return box_avx2(values, spare, level, part, center, step, count);
#endif
    return box_portable(values, spare, level, part, center, step, count);
}

void rows_fade_8(rows_set set, const struct rows_fade *fade, const struct rows_layer *first,
                 const struct rows_layer *second, intptr_t count) {
    CHOOSE(set, fade, 8, fade, first, second, count)
}
void rows_fade_16(rows_set set, const struct rows_fade *fade, const struct rows_layer *first,
                  const struct rows_layer *second, intptr_t count) {
    CHOOSE(set, fade, 16, fade, first, second, count)
}
