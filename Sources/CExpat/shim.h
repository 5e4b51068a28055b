// Expat, a stream-oriented XML parser; bounds how far entities may grow (2.4.0).
#ifndef COMPOSE_CEXPAT_SHIM_H
#define COMPOSE_CEXPAT_SHIM_H
#include <expat.h>
#endif
