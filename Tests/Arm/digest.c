// Runs the row kernels on seeded noise and prints a digest of everything they write: the same on every processor.
// `scripts/check-arm` compares what this machine prints with what an emulated Arm does.
#include "CRows.h"
#include <stdio.h>
#include <stdlib.h>

// No fused multiplication: the inputs must be the same, too.
#pragma STDC FP_CONTRACT OFF

enum { WIDTH = 203, HEIGHT = 97, STRIDE = 256, SPARE = 64 };

static uint64_t state = 1, digest = 0xcbf29ce484222325;

static uint32_t noise(void) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (uint32_t)(state >> 33);
}
/// FNV-1a.
static void take(const void *bytes, size_t count) {
    for (size_t x = 0; x < count; x++) digest = (digest ^ ((const uint8_t *)bytes)[x]) * 0x100000001b3;
}
static void take_rows(const void *rows, size_t stride, size_t bytes, int count) {
    for (int y = 0; y < count; y++) take((const uint8_t *)rows + (size_t)y * stride, bytes);
}

static uint8_t a8[HEIGHT * STRIDE], b8[HEIGHT * STRIDE], out8[STRIDE * STRIDE];
static uint16_t a16[HEIGHT * STRIDE], b16[HEIGHT * STRIDE], out16[STRIDE * STRIDE], values[1 << 16], spare[1 << 16];
static int16_t weights[2 * STRIDE], insides[WIDTH + SPARE];
static int32_t indices[WIDTH + SPARE], bases[STRIDE];
static int64_t starts[WIDTH + SPARE], steps[WIDTH + SPARE];
static uint8_t offsets[4 * STRIDE], windows[STRIDE / 32];

static void fill(uint32_t mask, int count) {
    for (int x = 0; x < count; x++) values[x] = (uint16_t)(noise() & mask);
}

static void mattes(rows_set set) {
    rows_mix_8(a8, b8, weights, out8, WIDTH);
    take(out8, WIDTH);
    rows_mix_16(a16, b16, weights, out16, WIDTH);
    take(out16, 2 * WIDTH);
    rows_mix_border_8(a8, 90, b8, weights, weights + 100, out8, WIDTH);
    take(out8, WIDTH);
    fill(65535, WIDTH);
    const struct rows_fade fade = {.moments = values, .reach = 40000, .width = 20000, .scale = 2, .gain = 30000};
    const struct rows_layer one = {.from = a8, .to = b8, .out = out8}, other = {.from = a16, .to = b16, .out = out16};
    rows_fade_8(set, &fade, &one, 0, WIDTH);
    take(out8, WIDTH);
    rows_fade_16(set, &fade, &other, 0, WIDTH);
    take(out16, 2 * WIDTH);
}

static void planes(void) {
    rows_transpose_8(a8, STRIDE, out8, STRIDE, WIDTH, HEIGHT);
    take_rows(out8, STRIDE, HEIGHT, WIDTH);
    rows_transpose_16(a16, 2 * STRIDE, out16, 2 * STRIDE, WIDTH, HEIGHT);
    take_rows(out16, 2 * STRIDE, 2 * HEIGHT, WIDTH);
    rows_mirror_8(a8, out8, WIDTH);
    take(out8, WIDTH);
    rows_mirror_16(a16, out16, WIDTH);
    take(out16, 2 * WIDTH);
}

static int64_t fixed(double position) { return (int64_t)(position * 4294967296.0); }

static void cards(rows_set set, int turn) {
    const double slope = 0.3 + 0.15 * turn;
    for (int x = 0; x < WIDTH + SPARE; x++) {
        const int column = x < WIDTH ? x : WIDTH - 1;
        const double position = 1 + column * 0.9 * (WIDTH - 3) / WIDTH;
        indices[x] = (int32_t)position;
        weights[x] = (int16_t)((position - indices[x]) * 32767);
        insides[x] = (int16_t)(column < 3 ? column * 9000 : 32767);
        starts[x] = fixed(-10 - 0.02 * column * turn);
        steps[x] = fixed(slope + 0.002 * column);
    }
    const struct rows_map map = {indices, weights, bases, offsets, windows, (WIDTH + 31) / 32 * 32, set};
    const struct rows_look look = {.background = 40, .gain = -186, .offset = 4};
    const struct rows_look look16 = {.background = 40, .gain = 1486, .offset = 4};
    struct rows_card card = {HEIGHT, starts, steps, insides, WIDTH, look, values};
    rows_map_8(set, indices, WIDTH, map.count, bases, offsets, windows);
    rows_turn_8(&card, &map, a8, STRIDE, out8, STRIDE, HEIGHT);
    take_rows(out8, STRIDE, WIDTH, HEIGHT);
    rows_map_16(set, indices, WIDTH, map.count, bases, offsets, windows);
    card.look = look16;
    rows_turn_16(&card, &map, a16, 2 * STRIDE, out16, 2 * STRIDE, HEIGHT);
    take_rows(out16, 2 * STRIDE, 2 * WIDTH, HEIGHT);

    struct rows_line line = {
        .upper = a8, .lower = b8, .width = WIDTH, .weight = 12345, .inside = turn % 3 ? 32767 : 20000,
        .start = fixed(-3.3), .step = fixed(slope / 2), .first = 2, .end = WIDTH - 1, .look = look, .values = values};
    rows_tilt_8(set, &line, out8);
    take(out8 + 2, WIDTH - 3);
    line.upper = a16;
    line.lower = b16;
    line.look = look16;
    rows_tilt_16(set, &line, out16);
    take(out16 + 2, 2 * (WIDTH - 3));
}

static void blurs(rows_set set) {
    rows_means_8(set, a8, 0, values, WIDTH / 4);
    take(values, WIDTH / 4 * 2);
    rows_means_16(set, a16, 0, values, WIDTH / 4);
    take(values, WIDTH / 4 * 2);
    const uint8_t *rows[4] = {a8, a8 + STRIDE, a8 + 2 * STRIDE, b8};
    rows_stack_8(set, rows, (intptr_t[4]){0}, values, WIDTH);
    take(values, 2 * WIDTH);
    fill(16383, 4 * STRIDE);
    rows_quadruple_8(set, values, out8, 0, WIDTH);
    take(out8, WIDTH);
    rows_quadruple_16(set, values, out16, 0, WIDTH);
    take(out16, 2 * WIDTH);
    rows_between_8(set, values, values + 30, 3, out8, 0, WIDTH);
    take(out8, WIDTH);
    const struct rows_mixture mixture = {.upper = values, .lower = values + STRIDE, .row_weight = 1234, .far_weight = 22222};
    rows_enlarge_16(set, &mixture, b16, out16, WIDTH);
    take(out16, 2 * WIDTH);
    take(rows_box(set, values, spare, 4, 12345, 0, 1, WIDTH), 2 * WIDTH);
    for (int x = 0; x < 2 * STRIDE; x++) values[x] = (uint16_t)(ROWS_STRETCHED_8 * (int)(noise() & 255));
    rows_enlarge_8(set, &mixture, b8, out8, WIDTH);
    take(out8, WIDTH);
}

/// Without an argument the best instruction set, else the set of that number.
int main(int count, char **words) {
    const rows_set set = count > 1 ? (rows_set)atoi(words[1]) : rows_best_set();
    if (set > rows_best_set()) return 1;
    for (int x = 0; x < HEIGHT * STRIDE; x++) {
        a8[x] = (uint8_t)noise(), b8[x] = (uint8_t)noise();
        a16[x] = noise() & 1023, b16[x] = noise() & 1023;
    }
    for (int x = 0; x < 2 * STRIDE; x++) weights[x] = noise() & 32767;
    mattes(set);
    planes();
    for (int turn = 0; turn < 20; turn++) cards(set, turn);
    blurs(set);
    printf("%016llx\n", (unsigned long long)digest);
    return 0;
}
