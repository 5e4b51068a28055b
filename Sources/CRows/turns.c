// Turning whole planes: transposition and mirroring.
#include "CRows.h"
#include <string.h>
#include "sets.h"

/// Tiles are as wide as a line of cache, and stay in the cache of the first level on both sides.
#define TILE 64

// Rows of a block, interleaved sample by sample with those half a block further on, are a step of a transposition: after
// log₂ of their number of such steps columns have become rows.
#define LOW_8 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define HIGH_8 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define LOW_16 0, 8, 1, 9, 2, 10, 3, 11
#define HIGH_16 4, 12, 5, 13, 6, 14, 7, 15

#define SIZE 8
#define SAMPLE uint8_t
#define BLOCK 16
#define NAME(name) name##_8
#include "loops/transpose.inc"
#undef SIZE
#undef SAMPLE
#undef BLOCK
#undef NAME
#define SIZE 16
#define SAMPLE uint16_t
#define BLOCK 8
#define NAME(name) name##_16
#include "loops/transpose.inc"
