// Seconds, for time limits and statistics.
#ifndef COSET_BASE_CLOCK_H
#define COSET_BASE_CLOCK_H

double clock_now(void);     // wall time since some fixed moment; never goes back. Tests may set COSET_CLOCK=processor
double clock_process(void); // processor time that this process has used

#endif
