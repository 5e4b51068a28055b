// YAML 1.1, read by libyaml.
#ifndef COMPOSE_CYAML_SHIM_H
#define COMPOSE_CYAML_SHIM_H
#include <yaml.h>
#endif
