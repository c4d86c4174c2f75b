// Ctrl-C: the first one asks for what is known so far, the second one ends the program at once.
//
// This is the only mutable state at file scope in the program: a signal handler can be told nothing.
#include <signal.h>

#include "cli/cli.h"

static volatile sig_atomic_t came;

static void take(int signal_number)
{
    if (came) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
    came = 1;
}

static void catch_one(int signal_number)
{
    struct sigaction old, action = {.sa_handler = take, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    // Who started the program in the background, say, may want it to ignore the signal.
    if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
        return;
    sigaction(signal_number, &action, NULL);
}

void interrupt_catch(void)
{
    catch_one(SIGINT);
    catch_one(SIGTERM);
}

// A terminal sends Ctrl-C to all processes; which one is the first of them is for the parent to say.
void interrupt_obey(void)
{
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
}

bool interrupt_came(void)
{
    return came;
}
