// Landlock, with which a process gives up its rights to files (Linux 5.13 and newer; Documentation/userspace-api/landlock).
#ifndef COMPOSE_CLANDLOCK_SHIM_H
#define COMPOSE_CLANDLOCK_SHIM_H

#if defined(__linux__)
#include <linux/landlock.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/// The newest version that the kernel knows; below 1 if it has none.
static inline int compose_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

static inline int compose_landlock_ruleset(unsigned long long rights) {
    struct landlock_ruleset_attr attributes = {.handled_access_fs = rights};
    return (int)syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0);
}

static inline int compose_landlock_allow(int ruleset, int folder, unsigned long long rights) {
    struct landlock_path_beneath_attr attributes = {.allowed_access = rights, .parent_fd = folder};
    return (int)syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &attributes, 0);
}

/// For the calling thread, and all threads and processes that it starts from now on.
static inline int compose_landlock_restrict(int ruleset) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}
#else
static inline int compose_landlock_version(void) { return 0; }
static inline int compose_landlock_ruleset(unsigned long long rights) { return -1; }
static inline int compose_landlock_allow(int ruleset, int folder, unsigned long long rights) { return -1; }
static inline int compose_landlock_restrict(int ruleset) { return -1; }
#endif
#endif
