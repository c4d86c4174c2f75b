#include "run/turns.h"

#include "base/clock.h"

#define LONGEST_WAIT 16     // times as long by the clock as the turn is
#define SOME_WORK 0.05      // of the turn: what is left is not worth another try
#define LEAST_SHARE 0.02    // of a processor that is reckoned with
#define LONGEST_EXTENSION 3 // times as long as a search has taken
#define FOR_SURPRISES 1.5   // times as long as it is expected to take

bool backend_decide(struct backend *b, struct goals *goals, double deadline)
{
    double begun = clock_process();
    bool is_hopeful = b->type->decide(b, goals, deadline);
    log_debug(&goals->run->log, "%s: worked for %.2f s, %zu left%s", b->type->name, clock_process() - begun,
              goals_waiting(goals), is_hopeful ? "" : ", can do no more");
    return is_hopeful;
}

struct turn {
    struct backend *backend;
    struct goals *goals;
    double end;
    bool is_hopeful;
};

static bool has_work(const struct turn *t)
{
    return t->is_hopeful && goals_waiting(t->goals) > 0 && !goals_are_over(t->goals) &&
           !run_is_interrupted(t->goals->run) && (t->end <= 0 || clock_now() < t->end);
}

// So much work, but no more than the clock allows.
static void work(struct turn *t, double seconds)
{
    double begun = clock_now(), worked = clock_process(), wait = seconds;
    for (double done = 0; seconds - done > SOME_WORK * seconds && wait > 0 && has_work(t);) {
        double until = clock_now() + wait;
        t->is_hopeful = backend_decide(t->backend, t->goals, t->end > 0 && t->end < until ? t->end : until);
        double taken = clock_now() - begun, share;
        done = clock_process() - worked;
        share = taken > 0 ? done / taken : 1;
        wait = (seconds - done) / (share < LEAST_SHARE ? LEAST_SHARE : share < 1 ? share : 1);
        if (wait > LONGEST_WAIT * seconds - taken)
            wait = LONGEST_WAIT * seconds - taken;
    }
}

bool turn_take(struct backend *backend, const struct explicit_backend *states, struct goals *goals, double seconds,
               double end)
{
    struct turn t = {backend, goals, end, true};
    work(&t, seconds);
    for (bool goes_on = states; goes_on && has_work(&t);) {
        double left = explicit_backend_seconds_left(states);
        goes_on = left > 0 && left <= LONGEST_EXTENSION * explicit_backend_seconds(states);
        if (goes_on)
            work(&t, left * FOR_SURPRISES);
    }
    return t.is_hopeful;
}
