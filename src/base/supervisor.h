// Who is told now and then what is being done, and how far that is, and says whether to go on.
#ifndef COSET_BASE_SUPERVISOR_H
#define COSET_BASE_SUPERVISOR_H

#include <stdbool.h>
#include <stdint.h>

struct supervisor {
    bool (*look)(void *context, const char *what, uint64_t done, uint64_t all); // 0 of 0: nobody knows how far
    void *context;
};

#define SUPERVISOR_STOPPED "out of time"
// Nobody looks if there is no supervisor.
static inline bool supervisor_goes_on(const struct supervisor *s, const char *what, uint64_t done, uint64_t all)
{
    return !s || s->look(s->context, what, done, all);
}

#endif
