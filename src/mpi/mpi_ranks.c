// Sends do not wait, and neither do receives: a message that has come is matched and taken while work goes on, in the
// order of its arrival.
#define _GNU_SOURCE // on_exit
#include "mpi/mpi_ranks.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TAG 1
#define MOST_SENDS 16     // under way to one rank
#define MOST_RECEIVES 8   // matched, and under way
#define LEAST_REST 10000  // nanoseconds
#define MOST_REST 1000000 // for ranks that have had nothing to do for a while
#define RANKS_THAT_FIT 65535

struct sending {
    struct sending *next;
    MPI_Request request;
    uint64_t words[];
};

struct receiving {
    MPI_Request request;
    uint32_t from;
    size_t count;
    uint64_t *words;
};

struct mpi_ranks {
    struct ranks ranks;
    struct sending **sends; // by rank, the oldest first
    size_t *send_counts;
    struct receiving receives[MOST_RECEIVES]; // a ring
    size_t first, receive_count;
    uint64_t *taken; // the message that was given last
    long rest;       // nanoseconds
    bool is_silent;
};

// Where there is no memory for messages there is no way on: all ranks end.
static void *take_memory(size_t bytes)
{
    void *block = malloc(bytes ? bytes : 1);
    if (!block)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return block;
}

// ---- Sending --------------------------------------------------------------------------------------------------------

static void drop_sent(struct mpi_ranks *m, uint32_t to)
{
    while (m->sends[to]) {
        struct sending *oldest = m->sends[to];
        int is_done;
        MPI_Test(&oldest->request, &is_done, MPI_STATUS_IGNORE);
        if (!is_done)
            return;
        m->sends[to] = oldest->next;
        m->send_counts[to]--;
        free(oldest);
    }
}

static void send_words(void *context, uint32_t to, const uint64_t *words, size_t count)
{
    struct mpi_ranks *m = context;
    struct sending *s = take_memory(sizeof *s + count * sizeof *words), **end = &m->sends[to];
    memcpy(s->words, words, count * sizeof *words);
    s->next = NULL;
    MPI_Isend(s->words, (int)count, MPI_UINT64_T, (int)to, TAG, MPI_COMM_WORLD, &s->request);
    while (*end)
        end = &(*end)->next;
    *end = s;
    m->send_counts[to]++;
    drop_sent(m, to);
}

static bool is_busy(void *context, uint32_t to)
{
    struct mpi_ranks *m = context;
    drop_sent(m, to);
    return m->send_counts[to] >= MOST_SENDS;
}

// ---- Receiving ------------------------------------------------------------------------------------------------------

// What has come is taken as far as there are places for it.
static void match(struct mpi_ranks *m)
{
    while (m->receive_count < MOST_RECEIVES) {
        struct receiving *r = &m->receives[(m->first + m->receive_count) % MOST_RECEIVES];
        int is_there, count;
        MPI_Message message;
        MPI_Status status;
        MPI_Improbe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &is_there, &message, &status);
        if (!is_there)
            return;
        MPI_Get_count(&status, MPI_UINT64_T, &count);
        r->from = (uint32_t)status.MPI_SOURCE;
        r->count = (size_t)count;
        r->words = take_memory(r->count * sizeof *r->words);
        MPI_Imrecv(r->words, count, MPI_UINT64_T, &message, &r->request);
        m->receive_count++;
    }
}

static bool receive(void *context, struct rank_message *message)
{
    struct mpi_ranks *m = context;
    int is_done = 0;
    match(m);
    free(m->taken);
    m->taken = NULL;
    struct receiving *oldest = &m->receives[m->first];
    if (m->receive_count > 0)
        MPI_Test(&oldest->request, &is_done, MPI_STATUS_IGNORE);
    if (!is_done)
        return false;
    m->taken = oldest->words;
    *message = (struct rank_message){oldest->from, oldest->words, oldest->count};
    m->first = (m->first + 1) % MOST_RECEIVES;
    m->receive_count--;
    m->rest = LEAST_REST;
    return true;
}

// Longer and longer, so that ranks that share a processor do not take it from those that work.
static void rest(void *context)
{
    struct mpi_ranks *m = context;
    struct timespec time = {0, m->rest};
    for (uint32_t to = 0; to < m->ranks.count; to++)
        drop_sent(m, to);
    nanosleep(&time, NULL);
    m->rest = m->rest * 2 > MOST_REST ? MOST_REST : m->rest * 2;
}

static void note_silence(void *context)
{
    struct mpi_ranks *m = context;
    m->is_silent = true;
}

// ---- Beginning and end ----------------------------------------------------------------------------------------------

static uint32_t count_neighbours(void)
{
    MPI_Comm machine;
    int count = 1;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &count);
    MPI_Comm_free(&machine);
    return (uint32_t)count;
}

// A process that ends in the middle of its work takes the others with it, which would wait for it.
static void end_all(int status, void *context)
{
    int is_begun, is_over;
    (void)context;
    MPI_Initialized(&is_begun);
    MPI_Finalized(&is_over);
    if (is_begun && !is_over)
        MPI_Abort(MPI_COMM_WORLD, status);
}

const struct ranks *mpi_ranks_open(void)
{
    int provided, rank, ranks;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &provided);
    on_exit(end_all, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (ranks >= RANKS_THAT_FIT)
        return NULL;
    struct mpi_ranks *m = calloc(1, sizeof *m);
    if (!m)
        MPI_Abort(MPI_COMM_WORLD, 3);
    m->ranks = (struct ranks){m,       (uint32_t)rank, (uint32_t)ranks, count_neighbours(), send_words, is_busy,
                              receive, rest,           note_silence};
    m->sends = calloc((size_t)ranks, sizeof(struct sending *));
    m->send_counts = calloc((size_t)ranks, sizeof *m->send_counts);
    m->rest = LEAST_REST;
    if (!m->sends || !m->send_counts)
        MPI_Abort(MPI_COMM_WORLD, 3);
    return &m->ranks;
}

void mpi_ranks_close(const struct ranks *ranks, int status)
{
    struct mpi_ranks *m = ranks->context;
    if (m->is_silent)
        MPI_Abort(MPI_COMM_WORLD, status);
    for (uint32_t to = 0; to < m->ranks.count; to++)
        while (m->sends[to])
            rest(m);
    MPI_Finalize();
    free(m->taken);
    free(m->sends);
    free(m->send_counts);
    free(m);
}
