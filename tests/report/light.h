// A small model for the reports, made by hand: a light with a timer, a word and an input, its properties and results.
#ifndef COSET_TESTS_REPORT_LIGHT_H
#define COSET_TESTS_REPORT_LIGHT_H

#include "../unit.h"

#include "report/report.h"

enum { COLOUR, TIMER, LAMPS, BUTTON, CELLS };

enum { NEVER_GREEN, NAMED, IN_LIGHT, STEPS, UNDECIDED, PROPERTIES };

struct light {
    struct mem mem;
    struct model *model;
    value red, green;
    struct result results[PROPERTIES];
};

void light_open(struct light *);
void light_close(struct light *);

// A result with a run of three states, with or without a loop back to the second.
void light_give_trace(struct light *, size_t property, bool loop);

#endif
