// The exit status of the program, for scripts to rely on.
#ifndef COSET_USAGE_STATUS_H
#define COSET_USAGE_STATUS_H

enum status {
    STATUS_HOLDS = 0,     // all is well: every property that was asked for holds
    STATUS_FAILS = 1,     // some property fails
    STATUS_TROUBLE = 2,   // bad input, wrong usage, or output that could not be written
    STATUS_UNDECIDED = 3, // something could not be decided: no memory or time left, say
};

#endif
