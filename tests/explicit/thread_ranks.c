#include "thread_ranks.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"

struct message {
    struct message *next;
    size_t count;
    uint64_t words[];
};

// From one rank to another.
struct queue {
    pthread_mutex_t mutex;
    struct message *first, *last;
    size_t length;
};

struct one_rank {
    struct thread_ranks *of;
    struct ranks ranks;
    struct rank_engines engines;
    struct mem mem;
    uint64_t random;
    struct message *taken;
    pthread_t thread;
};

struct thread_ranks {
    uint32_t count;
    struct queue *queues; // by receiver and sender
    struct one_rank *at;
    const struct model *model;
    struct explicit_options options;
    bool is_silent;
};

static struct queue *queue_of(struct thread_ranks *t, uint32_t to, uint32_t from)
{
    return &t->queues[to * t->count + from];
}

static void send_words(void *context, uint32_t to, const uint64_t *words, size_t count)
{
    struct one_rank *r = context;
    struct queue *q = queue_of(r->of, to, r->ranks.rank);
    struct message *m = malloc(sizeof *m + count * sizeof *words);
    m->next = NULL;
    m->count = count;
    memcpy(m->words, words, count * sizeof *words);
    pthread_mutex_lock(&q->mutex);
    if (q->first)
        q->last->next = m;
    else
        q->first = m;
    q->last = m;
    q->length++;
    pthread_mutex_unlock(&q->mutex);
}

static bool is_busy(void *context, uint32_t to)
{
    struct one_rank *r = context;
    struct queue *q = queue_of(r->of, to, r->ranks.rank);
    pthread_mutex_lock(&q->mutex);
    bool busy = q->length > 4;
    pthread_mutex_unlock(&q->mutex);
    return busy;
}

// Of a sender by chance, and one time in four of nobody.
static bool receive(void *context, struct rank_message *m)
{
    struct one_rank *r = context;
    uint32_t from = (uint32_t)random_below(&r->random, r->of->count);
    struct queue *q = queue_of(r->of, r->ranks.rank, from);
    free(r->taken);
    r->taken = NULL;
    if (random_below(&r->random, 4) == 0)
        return false;
    pthread_mutex_lock(&q->mutex);
    r->taken = q->first;
    if (q->first) {
        q->first = q->first->next;
        q->length--;
    }
    pthread_mutex_unlock(&q->mutex);
    if (r->taken)
        *m = (struct rank_message){from, r->taken->words, r->taken->count};
    return r->taken;
}

static void rest(void *context)
{
    (void)context;
    sched_yield();
}

static void note_silence(void *context)
{
    struct one_rank *r = context;
    r->of->is_silent = true;
}

static void open_engine(void *context, uint32_t backend, uint32_t group)
{
    struct one_rank *r = context;
    struct explicit_options options = r->of->options;
    (void)backend;
    (void)group;
    options.ranks = &r->engines;
    options.interrupted = NULL;
    options.progress = NULL;
    explicit_new(r->of->model, &options, &r->mem); // it is among the engines
}

static void *serve(void *context)
{
    struct one_rank *r = context;
    rank_engines_serve(&r->engines);
    for (size_t i = 0; i < r->engines.at.count; i++)
        explicit_free(r->engines.at.at[i]);
    rank_engines_close(&r->engines);
    return NULL;
}

struct thread_ranks *thread_ranks_new(uint32_t count, const struct model *model, const struct explicit_options *options,
                                      uint64_t seed)
{
    struct thread_ranks *t = calloc(1, sizeof *t);
    *t = (struct thread_ranks){.count = count, .model = model, .options = *options};
    t->queues = calloc((size_t)count * count, sizeof *t->queues);
    t->at = calloc(count, sizeof *t->at);
    for (size_t i = 0; i < (size_t)count * count; i++)
        pthread_mutex_init(&t->queues[i].mutex, NULL);
    for (uint32_t i = 0; i < count; i++) {
        struct one_rank *r = &t->at[i];
        r->of = t;
        r->random = seed + i;
        r->ranks = (struct ranks){r, i, count, count, send_words, is_busy, receive, rest, note_silence};
        r->engines = (struct rank_engines){.to = &r->ranks, .mem = &r->mem, .open = open_engine, .context = r};
    }
    for (uint32_t i = 1; i < count; i++)
        pthread_create(&t->at[i].thread, NULL, serve, &t->at[i]);
    return t;
}

struct explicit_engine *thread_ranks_engine(struct thread_ranks *t, const struct explicit_options *own, struct mem *mem)
{
    struct explicit_options options = *own;
    options.ranks = &t->at[0].engines;
    rank_engines_open(&t->at[0].engines, 0, 0);
    return explicit_new(t->model, &options, mem);
}

bool thread_ranks_free(struct thread_ranks *t)
{
    bool good = !t->is_silent;
    rank_engines_quit(&t->at[0].engines);
    for (uint32_t i = 0; i < t->count; i++) {
        if (i > 0)
            pthread_join(t->at[i].thread, NULL);
        else
            rank_engines_close(&t->at[0].engines);
        free(t->at[i].taken);
        good &= t->at[i].mem.used == 0;
    }
    for (size_t i = 0; i < (size_t)t->count * t->count; i++) {
        for (struct message *m = t->queues[i].first, *next; m; m = next) {
            next = m->next;
            free(m);
        }
        pthread_mutex_destroy(&t->queues[i].mutex);
    }
    free(t->queues);
    free(t->at);
    free(t);
    return good;
}
