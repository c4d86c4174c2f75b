// A shortest path to what is to be covered, for a certificate: breadth first, over all states.
#include "base/bytes.h"
#include "base/clock.h"
#include "circuit/state_record.h"
#include "run/certificate/proofs.h"

struct path_search {
    struct run *run;
    struct mem *mem;
    struct model *model;
    struct evaluator *evaluator, *judge;
    expr missed;
    struct layout layout;
    struct store store;
    uint64_t *packed;
    value *state;
    uint32_t from; // the state whose successors are looked at; STORE_NONE: initial states
    uint32_t found;
    enum cause_code error;
};

static bool visit(void *context, const value *inputs, const value *state)
{
    struct path_search *s = context;
    (void)inputs;
    if (!layout_pack(&s->layout, state, s->packed))
        return true;
    uint32_t before = s->store.count;
    uint32_t number = store_add(&s->store, s->packed, s->from);
    if (number == STORE_NONE) {
        s->error = CAUSE_OUT_OF_MEMORY;
        return false;
    }
    if (number == before && !eval_condition(s->judge, s->missed, state, NULL))
        s->found = number;
    return s->found == STORE_NONE;
}

static bool goes_on(struct path_search *s, const struct search_limits *limits)
{
    if (s->store.count > limits->states)
        s->error = CAUSE_PROOF_MANY_STATES;
    else if (watch_is_interrupted(s->run))
        s->error = CAUSE_INTERRUPTED;
    else if (limits->deadline > 0 && clock_now() > limits->deadline)
        s->error = CAUSE_OUT_OF_TIME;
    return !s->error;
}

static void search(struct path_search *s, const struct search_limits *limits)
{
    s->from = STORE_NONE;
    bool goes = eval_each_initial(s->evaluator, visit, s);
    for (uint32_t i = 0; goes && i < s->store.count; i++) {
        if (i % 256 == 0 && !goes_on(s, limits))
            return;
        s->from = i;
        layout_unpack(&s->layout, store_state(&s->store, i), s->state);
        goes = eval_each_successor(s->evaluator, s->state, visit, s);
    }
    // There is no such path. One that does not lead there is refuted: a wrong verdict is not to be told as one that has
    // no certificate.
    if (s->found == STORE_NONE && !s->error && s->store.count > 0)
        s->found = 0;
    if (s->found == STORE_NONE && !s->error)
        s->error = CAUSE_PROOF_NO_INITIAL;
}

static void write_path(struct path_search *s, struct str *out)
{
    struct state_records records;
    ARRAY(uint32_t) path = {0};
    for (uint32_t at = s->found; at != STORE_NONE; at = store_parent(&s->store, at))
        array_push(s->mem, &path, at);
    state_records_open(&records, s->model, s->mem);
    uint8_t *record = mem_zalloc(s->mem, records.bytes + 1);
    bytes_add_number(s->mem, out, path.count);
    for (size_t i = path.count; i-- > 0;) {
        layout_unpack(&s->layout, store_state(&s->store, path.at[i]), s->state);
        state_record_pack(&records, s->state, record);
        str_add_bytes(s->mem, out, (const char *)record, records.bytes);
    }
    mem_free(s->mem, record, records.bytes + 1);
    state_records_close(&records);
    array_free(s->mem, &path);
}

bool cover_path_write(struct run *run, struct model *model, const struct property *property,
                      const struct search_limits *limits, struct mem *mem, struct str *out, struct cause *error)
{
    struct path_search s = {.run = run, .mem = mem, .model = model, .found = STORE_NONE};
    s.missed = model_cover(model, property->formula).missed;
    s.evaluator = evaluator_new(model, mem);
    s.judge = evaluator_new(model, mem);
    layout_open(&s.layout, model, NULL, mem);
    s.packed = mem_zalloc(mem, s.layout.words * sizeof *s.packed);
    s.state = mem_zalloc(mem, s.layout.cells * sizeof *s.state);
    if (store_open(&s.store, s.layout.words, NULL, 0, mem))
        search(&s, limits);
    else
        s.error = CAUSE_OUT_OF_MEMORY;
    if (!s.error)
        write_path(&s, out);
    store_close(&s.store);
    mem_free(mem, s.packed, s.layout.words * sizeof *s.packed);
    mem_free(mem, s.state, s.layout.cells * sizeof *s.state);
    layout_close(&s.layout);
    evaluator_free(s.evaluator);
    evaluator_free(s.judge);
    *error = cause_of(s.error);
    return !s.error;
}
