// Which fonts are installed, and where their files lie.
#ifndef COMPOSE_CFONTCONFIG_SHIM_H
#define COMPOSE_CFONTCONFIG_SHIM_H
#include <fontconfig/fontconfig.h>
#endif
