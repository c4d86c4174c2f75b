#define _GNU_SOURCE // sched_getaffinity, CPU_COUNT
#include "base/thread_pool.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <unistd.h>

#include "base/clock.h"

// Recursions over a state are as deep as the model is nested. Only what is used becomes memory.
#ifdef __SANITIZE_ADDRESS__
#    define STACK ((size_t)128 << 20)
#else
#    define STACK ((size_t)32 << 20)
#endif

struct thread_pool {
    struct mem *mem;
    pid_t process;
    size_t size; // with the caller
    struct pool_thread {
        struct thread_pool *pool;
        size_t number;
        pthread_t thread;
        double ended; // its last piece
    } * threads;
    size_t room;
    pthread_mutex_t mutex;
    pthread_cond_t begins, ends;
    uint64_t piece; // its number
    size_t busy;    // threads that have not ended it
    bool is_over;
    void (*work)(void *context, size_t thread);
    void *context;
    double waited;
};

static void *serve(void *argument)
{
    struct pool_thread *t = argument;
    struct thread_pool *p = t->pool;
    pthread_mutex_lock(&p->mutex);
    for (uint64_t done = 0;;) {
        while (p->piece == done && !p->is_over)
            pthread_cond_wait(&p->begins, &p->mutex);
        if (p->is_over)
            break;
        done = p->piece;
        pthread_mutex_unlock(&p->mutex);
        p->work(p->context, t->number);
        t->ended = clock_now();
        pthread_mutex_lock(&p->mutex);
        if (--p->busy == 0)
            pthread_cond_signal(&p->ends);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

static bool begin(struct pool_thread *t)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    bool begun =
        pthread_attr_setstacksize(&attributes, STACK) == 0 && pthread_create(&t->thread, &attributes, serve, t) == 0;
    pthread_attr_destroy(&attributes);
    return begun;
}

static void begin_all(struct thread_pool *p)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (p->size < p->room) {
        struct pool_thread *t = &p->threads[p->size];
        *t = (struct pool_thread){.pool = p, .number = p->size};
        if (!begin(t))
            break;
        p->size++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct thread_pool *thread_pool_new(size_t threads, struct mem *mem)
{
    if (threads < 2)
        return NULL;
    struct thread_pool *p = mem_zalloc(mem, sizeof *p);
    *p = (struct thread_pool){.mem = mem, .process = getpid(), .size = 1, .room = threads};
    p->threads = mem_zalloc(mem, threads * sizeof *p->threads);
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->begins, NULL);
    pthread_cond_init(&p->ends, NULL);
    begin_all(p);
    if (p->size > 1)
        return p;
    thread_pool_free(p);
    return NULL;
}

bool thread_pool_is_here(const struct thread_pool *p)
{
    return p->process == getpid();
}

static void end_all(struct thread_pool *p)
{
    pthread_mutex_lock(&p->mutex);
    p->is_over = true;
    pthread_cond_broadcast(&p->begins);
    pthread_mutex_unlock(&p->mutex);
    for (size_t i = 1; i < p->size; i++)
        pthread_join(p->threads[i].thread, NULL);
    pthread_cond_destroy(&p->begins);
    pthread_cond_destroy(&p->ends);
    pthread_mutex_destroy(&p->mutex);
}

void thread_pool_free(struct thread_pool *p)
{
    if (!p)
        return;
    if (thread_pool_is_here(p))
        end_all(p);
    mem_free(p->mem, p->threads, p->room * sizeof *p->threads);
    mem_free(p->mem, p, sizeof *p);
}

size_t thread_pool_size(const struct thread_pool *p)
{
    return p->size;
}

void thread_pool_run(struct thread_pool *p, void (*work)(void *context, size_t thread), void *context)
{
    pthread_mutex_lock(&p->mutex);
    p->work = work;
    p->context = context;
    p->busy = p->size - 1;
    p->piece++;
    pthread_cond_broadcast(&p->begins);
    pthread_mutex_unlock(&p->mutex);
    work(context, 0);
    p->threads[0].ended = clock_now();
    pthread_mutex_lock(&p->mutex);
    while (p->busy)
        pthread_cond_wait(&p->ends, &p->mutex);
    pthread_mutex_unlock(&p->mutex);
    double last = 0;
    for (size_t i = 0; i < p->size; i++)
        last = p->threads[i].ended > last ? p->threads[i].ended : last;
    for (size_t i = 0; i < p->size; i++)
        p->waited += last - p->threads[i].ended;
}

double thread_pool_waited(const struct thread_pool *p)
{
    return p->waited;
}

size_t processor_count(void)
{
#ifdef CPU_COUNT
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (size_t)CPU_COUNT(&set);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (size_t)count : 1;
}
