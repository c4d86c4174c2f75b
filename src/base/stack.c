#define _GNU_SOURCE // pthread_getattr_np
#include "base/stack.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>

// Of a thread that was given a stack, its size. The first thread's grows up to the limit of the process.
size_t stack_size(void)
{
    size_t size = 0;
#ifdef __GLIBC__
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
        if (pthread_attr_getstacksize(&attributes, &size) != 0)
            size = 0;
        pthread_attr_destroy(&attributes);
    }
    if (size > 0)
        return size;
#endif
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur == RLIM_INFINITY)
        return SIZE_MAX;
    return (size_t)stack.rlim_cur;
}

bool stack_call(size_t bytes, void *(*function)(void *), void *context)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool begun = pthread_attr_setstacksize(&attributes, bytes) == 0 &&
                 pthread_create(&thread, &attributes, function, context) == 0;
    pthread_attr_destroy(&attributes);
    if (!begun)
        return false;
    // They shall interrupt what the one that works waits for.
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_join(thread, NULL);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return true;
}
