// Linear timecode (SMPTE ST 12-1), read by libltc.
#ifndef COMPOSE_CLTC_SHIM_H
#define COMPOSE_CLTC_SHIM_H
#include <ltc.h>

static inline int compose_ltc_is_drop_frame(const LTCFrame *frame) { return frame->dfbit; }
#endif
