#include "pnml/slice_net.h"

#include <string.h>

bool slice_net_is_for(const struct mcc_formula *f)
{
    switch (f->op) {
    case MCC_DEADLOCK: // it is about all transitions of the net
        return false;
    case MCC_NOT:
        return slice_net_is_for(f->operands[0]);
    case MCC_AND:
    case MCC_OR:
        return slice_net_is_for(f->operands[0]) && slice_net_is_for(f->operands[1]);
    case MCC_A:
    case MCC_E: {
        const struct mcc_formula *path = f->operands[0];
        if (path->op != (f->op == MCC_A ? MCC_G : MCC_F) && (f->op == MCC_A || path->op != MCC_U))
            return false;
        return slice_net_is_for(path->operands[0]) && (path->op != MCC_U || slice_net_is_for(path->operands[1]));
    }
    case MCC_X:
    case MCC_F:
    case MCC_G:
    case MCC_U:
        return false;
    default:
        return true;
    }
}

struct slicing {
    const struct flat_net *from;
    struct slice_net *to;
    struct mem *mem;
    bool *is_asked;          // by place of the net
    bool *is_fired;          // by transition of the net: whether it can fire is asked
    uint32_t *starts, *of;   // by flat place: events that change it
    ARRAY(uint32_t) pending; // places of the slice whose events were not looked at
};

// ---- What is asked --------------------------------------------------------------------------------------------------

static void ask_sum(struct slicing *s, const struct mcc_sum *sum)
{
    for (size_t i = 0; i < sum->count; i++)
        s->is_asked[sum->places[i]] = true;
}

static void ask_formula(struct slicing *s, const struct mcc_formula *f)
{
    if (f->op == MCC_LE) {
        ask_sum(s, &f->left);
        ask_sum(s, &f->right);
    }
    for (size_t i = 0; f->op == MCC_FIREABLE && i < f->transition_count; i++)
        s->is_fired[f->transitions[i]] = true;
    for (int i = 0; i < 2; i++)
        if (f->operands[i])
            ask_formula(s, f->operands[i]);
}

// ---- What that needs ------------------------------------------------------------------------------------------------

static void keep_place(struct slicing *s, uint32_t place)
{
    if (s->to->is_kept[place])
        return;
    s->to->is_kept[place] = true;
    array_push(s->mem, &s->pending, place);
}

static void keep_event(struct slicing *s, uint32_t event)
{
    const struct flat_event *e = &s->from->events.at[event];
    if (s->to->is_event_kept[event])
        return;
    s->to->is_event_kept[event] = true;
    for (size_t k = 0; k < e->change_count; k++)
        if (s->from->changes.at[e->change + k].need > 0)
            keep_place(s, s->from->changes.at[e->change + k].place);
}

static void index_events(struct slicing *s)
{
    const struct flat_net *n = s->from;
    for (uint32_t i = 0; i < n->events.count; i++)
        for (size_t k = 0; k < n->events.at[i].change_count; k++) {
            const struct flat_change *c = &n->changes.at[n->events.at[i].change + k];
            s->starts[c->place + 2] += c->delta != 0;
        }
    for (size_t p = 2; p < n->places.count + 2; p++)
        s->starts[p] += s->starts[p - 1];
    for (uint32_t i = 0; i < n->events.count; i++)
        for (size_t k = 0; k < n->events.at[i].change_count; k++) {
            const struct flat_change *c = &n->changes.at[n->events.at[i].change + k];
            if (c->delta != 0)
                s->of[s->starts[c->place + 1]++] = i;
        }
}

// Places that are asked of, and those that transitions need of which it is asked whether they can fire.
static void observe(const struct slicing *s, bool *is_observed)
{
    const struct flat_net *n = s->from;
    for (size_t i = 0; i < n->places.count; i++)
        for (size_t k = 0; k < n->places.at[i].share_count; k++)
            is_observed[i] |= s->is_asked[n->shares.at[n->places.at[i].share + k].place];
    for (size_t i = 0; i < n->events.count; i++)
        for (size_t k = 0; s->is_fired[n->events.at[i].transition] && k < n->events.at[i].change_count; k++) {
            const struct flat_change *c = &n->changes.at[n->events.at[i].change + k];
            is_observed[c->place] |= c->need > 0;
        }
}

static void find_needed(struct slicing *s)
{
    const struct flat_net *n = s->from;
    bool *is_observed = mem_zalloc(s->mem, n->places.count + 1);
    observe(s, is_observed);
    for (uint32_t i = 0; i < n->places.count; i++)
        if (is_observed[i])
            keep_place(s, i);
    for (uint32_t i = 0; i < n->events.count; i++)
        if (s->is_fired[n->events.at[i].transition])
            keep_event(s, i);
    while (s->pending.count > 0) {
        uint32_t place = array_pop(&s->pending);
        for (uint32_t i = s->starts[place]; i < s->starts[place + 1]; i++)
            keep_event(s, s->of[i]);
    }
    mem_free(s->mem, is_observed, n->places.count + 1);
}

// ---- The net of it --------------------------------------------------------------------------------------------------

static void copy_net(struct slicing *s)
{
    const struct flat_net *n = s->from;
    struct flat_net *to = &s->to->net;
    uint32_t *numbers = mem_alloc(s->mem, (n->places.count + 1) * sizeof *numbers);
    *to = (struct flat_net){.net = n->net, .mem = s->mem, .most_constant = n->most_constant};
    to->constant = mem_alloc(s->mem, (n->net->places.count + 1) * sizeof *to->constant);
    memcpy(to->constant, n->constant, (n->net->places.count + 1) * sizeof *to->constant);
    for (uint32_t i = 0; i < n->places.count; i++) {
        struct flat_place p = n->places.at[i];
        if (!s->to->is_kept[i])
            continue;
        numbers[i] = (uint32_t)to->places.count;
        for (size_t k = 0; k < p.share_count; k++)
            array_push(s->mem, &to->shares, n->shares.at[p.share + k]);
        p.share = to->shares.count - p.share_count;
        array_push(s->mem, &to->places, p);
    }
    for (size_t i = 0; i < n->events.count; i++) {
        struct flat_event e = n->events.at[i];
        size_t first = to->changes.count;
        if (!s->to->is_event_kept[i])
            continue;
        for (size_t k = 0; k < e.change_count; k++) {
            struct flat_change c = n->changes.at[e.change + k];
            if (!s->to->is_kept[c.place])
                continue;
            c.place = numbers[c.place];
            array_push(s->mem, &to->changes, c);
        }
        e.change = first;
        e.change_count = to->changes.count - first;
        array_push(s->mem, &to->events, e);
    }
    mem_free(s->mem, numbers, (n->places.count + 1) * sizeof *numbers);
}

static void open_question(struct slicing *s, const struct mcc_formula *f, const struct mcc_sum *sum)
{
    s->is_asked = mem_zalloc(s->mem, s->from->net->places.count + 1);
    s->is_fired = mem_zalloc(s->mem, s->from->net->transitions.count + 1);
    if (f)
        ask_formula(s, f);
    else
        ask_sum(s, sum);
}

static void close_question(struct slicing *s)
{
    mem_free(s->mem, s->is_fired, s->from->net->transitions.count + 1);
    mem_free(s->mem, s->is_asked, s->from->net->places.count + 1);
}

void slice_net_observe(const struct flat_net *n, const struct mcc_formula *f, const struct mcc_sum *sum,
                       bool *is_observed)
{
    struct slicing s = {.from = n, .mem = n->mem};
    open_question(&s, f, sum);
    observe(&s, is_observed);
    close_question(&s);
}

void slice_net_open(struct slice_net *to, const struct flat_net *from, const struct mcc_formula *f,
                    const struct mcc_sum *sum, struct mem *mem)
{
    size_t places = from->places.count, changes = from->changes.count;
    struct slicing s = {.from = from, .to = to, .mem = mem};
    to->place_count = places;
    to->event_count = from->events.count;
    to->is_kept = mem_zalloc(mem, places + 1);
    to->is_event_kept = mem_zalloc(mem, from->events.count + 1);
    s.starts = mem_zalloc(mem, (places + 2) * sizeof *s.starts);
    s.of = mem_alloc(mem, (changes + 1) * sizeof *s.of);
    open_question(&s, f, sum);
    index_events(&s);
    find_needed(&s);
    copy_net(&s);
    close_question(&s);
    array_free(mem, &s.pending);
    mem_free(mem, s.of, (changes + 1) * sizeof *s.of);
    mem_free(mem, s.starts, (places + 2) * sizeof *s.starts);
}

void slice_net_close(struct slice_net *s)
{
    struct mem *mem = s->net.mem;
    flat_net_close(&s->net);
    mem_free(mem, s->is_kept, s->place_count + 1);
    mem_free(mem, s->is_event_kept, s->event_count + 1);
}

bool slice_net_has(const struct slice_net *s, const struct slice_net *other)
{
    for (size_t i = 0; i < s->place_count; i++)
        if (other->is_kept[i] && !s->is_kept[i])
            return false;
    for (size_t i = 0; i < s->event_count; i++)
        if (other->is_event_kept[i] && !s->is_event_kept[i])
            return false;
    return true;
}
