// Symmetry_MC and Hints_Sym: on-the-fly search with symmetry reduction and under-approximation (seed 000, Figures
// 1 and 3). Lines are those of Figure 3; without hints it is Figure 1.
#include "orbit/dense_queue.h"
#include "orbit/onthefly.h"
#include "orbit/xi.h"

struct hints_sym {
    struct onthefly *o;
    bdd_manager *m;
    struct search_listener *listener;
    bdd goal;
    size_t hint;     // that is searched by
    bdd reach_rep;   // representatives that were found
    bdd todo;        // those of them that were not searched from yet, by this hint
    bdd full_reach;  // states of their orbits; BDD_NONE: not known now
    bool is_of_hint; // it was found since the hint changed
    bool is_found;
    size_t rounds;
    bool is_stopped;          // there were too many
    struct dense_queue queue; // parts of what is to do, where dense ones come first
};

static bdd this_hint(const struct hints_sym *h)
{
    return h->o->options->hint_count ? h->o->hints[h->hint] : BDD_TRUE;
}

// Where dense parts come first: the densest one that waits, or a part of it that has few nodes; the rest waits on. What
// the hint leaves nothing of waits for the next one.
static bdd choose_dense(struct hints_sym *h)
{
    size_t most = h->o->options->dense_nodes;
    bdd under = BDD_FALSE;
    if (h->queue.count == 0 && !dense_queue_push(&h->queue, h->todo))
        return BDD_NONE;
    while (under == BDD_FALSE && h->queue.count > 0) {
        bdd part = bdd_and(h->m, dense_queue_pop(&h->queue), h->todo);
        under = bdd_and(h->m, part, this_hint(h));
        if (!bdd_is_valid(under) || under == BDD_FALSE || bdd_size(h->m, under) <= most)
            continue;
        under = bdd_subset_dense(h->m, under, most);
        bdd rest = bdd_minus(h->m, part, bdd_exists(h->m, under, encode_input_cube(h->o->encoding)));
        if (!bdd_is_valid(rest) || !dense_queue_push(&h->queue, rest))
            return BDD_NONE;
    }
    return under;
}

// Line 4: what is searched from next.
static bdd choose_under(struct hints_sym *h)
{
    return h->o->options->dense_nodes ? choose_dense(h) : bdd_and(h->m, h->todo, this_hint(h));
}

// States that wait need not be searched from if all steps from another one of their orbit were made (section 8).
static bdd drop_explored(struct hints_sym *h, bdd waiting, bdd explored)
{
    bool is_whole;
    if (waiting == BDD_FALSE || this_hint(h) != BDD_TRUE || !sigma_count(h->o->sigma))
        return waiting;
    bdd left = bdd_minus(h->m, waiting, onthefly_orbits(h->o, explored, true, &is_whole));
    h->o->is_reduced |= left != waiting;
    return left;
}

// Line 6. Dropping it before the image saves memory, keeping it saves time.
static bdd known_orbits(struct hints_sym *h)
{
    bool lasts = h->o->options->once_per_hint;
    if (lasts && h->is_of_hint)
        return bdd_or(h->m, h->full_reach, h->reach_rep);
    // Of what is kept, only new representatives are missing.
    bool is_kept = bdd_is_valid(h->full_reach);
    bdd from = is_kept ? bdd_minus(h->m, h->reach_rep, h->full_reach) : h->reach_rep;
    bool is_whole;
    bdd orbits = onthefly_orbits(h->o, from, true, &is_whole); // some of their states will do
    bdd all = bdd_or(h->m, orbits, is_kept ? h->full_reach : BDD_FALSE);
    if (lasts || h->o->options->keep_full_reach)
        h->full_reach = all;
    h->is_of_hint = bdd_is_valid(all);
    return all;
}

static bool take(struct hints_sym *h, bdd layer)
{
    enum bdd_answer apart = bdd_is_disjoint(h->m, layer, h->goal);
    h->is_found = apart == BDD_NO;
    return apart != BDD_UNKNOWN && h->listener->take(h->listener->context, layer);
}

// Lines 5 to 9.
static bool step(struct hints_sym *h, bdd under)
{
    bdd_scope scope = bdd_open_scope(h->m);
    struct onthefly *o = h->o;
    bdd inputs = encode_input_cube(o->encoding);
    bdd explored = bdd_exists(h->m, under, inputs);
    bdd left = drop_explored(h, bdd_minus(h->m, h->todo, explored), explored);
    bdd found = bdd_minus(h->m, onthefly_steps(o, under), h->reach_rep);
    bdd next = bdd_minus(h->m, found, known_orbits(h));
    if (!o->options->keep_all_found)
        next = sigma_thin(o->sigma, next);
    o->is_reduced |= next != found;
    bdd reach_rep = bdd_or(h->m, h->reach_rep, next), todo = bdd_or(h->m, left, next);
    bool good = bdd_is_valid(todo) && bdd_is_valid(reach_rep);
    good = good && (!o->options->dense_nodes || dense_queue_push(&h->queue, next));
    if (good) {
        h->reach_rep = reach_rep;
        h->todo = todo;
        good = next == BDD_FALSE || take(h, next);
    }
    bdd_close_scope(h->m, scope);
    return good;
}

// Lines 11 to 14: all that was found is searched from again, by the next hint.
static bool next_hint(struct hints_sym *h)
{
    h->hint++;
    h->todo = h->reach_rep;
    dense_queue_clear(&h->queue);
    h->is_of_hint = false;
    if (!h->o->options->keep_full_reach)
        h->full_reach = BDD_NONE;
    return h->hint < h->o->options->hint_count;
}

// Between two steps: from here the search can go on.
static void note_place(struct hints_sym *h)
{
    struct cursor *cursor = h->listener->cursor;
    if (!cursor)
        return;
    cursor->is_begun = true;
    cursor->reached = h->reach_rep;
    cursor->todo = h->todo;
    cursor->full_reach = h->full_reach;
    cursor->hint = h->hint;
    cursor->rounds = h->rounds;
}

static bool begin(struct hints_sym *h, bdd from)
{
    const struct cursor *cursor = h->listener->cursor;
    if (cursor && cursor->is_begun) {
        h->reach_rep = cursor->reached;
        h->todo = cursor->todo;
        h->full_reach = cursor->full_reach;
        h->is_of_hint = bdd_is_valid(h->full_reach); // a place is noted after a step
        h->hint = cursor->hint;
        h->rounds = cursor->rounds;
        h->o->is_reduced = true; // for all that is known
        return true;
    }
    h->o->is_reduced = false;
    if (from != BDD_FALSE && !take(h, from))
        return false;
    note_place(h);
    return true;
}

static bool search(struct hints_sym *h)
{
    do
        for (bool done = false; !done && !h->is_found;) {
            size_t most = h->o->abstraction->most_rounds;
            if (most && h->rounds == most) {
                h->is_stopped = h->o->abstraction->was_stopped = true;
                return true;
            }
            h->rounds++;
            bdd_scope scope = bdd_open_scope(h->m);
            bdd under = choose_under(h);
            bool good = bdd_is_valid(under);
            done = under == BDD_FALSE;
            good = good && (done || step(h, under));
            bdd_close_scope(h->m, scope);
            if (!good)
                return false;
            note_place(h);
        }
    while (!h->is_found && next_hint(h));
    return true;
}

// Whether nothing is left to search, and nothing was left out that had to be.
static enum cause_code why_partial(const struct hints_sym *h)
{
    const struct onthefly *o = h->o;
    if (h->is_stopped)
        return CAUSE_NO_VIOLATION_SO_FAR;
    if (sigma_count(o->sigma) && !o->options->are_symmetries && o->is_reduced)
        return CAUSE_NO_VIOLATION_UNKNOWN_SYMMETRY;
    if (o->options->hint_count && o->hints[o->options->hint_count - 1] != BDD_TRUE)
        return CAUSE_NO_VIOLATION_LAST_HINT;
    return CAUSE_NONE;
}

bdd onthefly_search(struct image *image, bdd from, bdd goal, struct search_listener *listener)
{
    struct onthefly *o = (struct onthefly *)image;
    bdd_manager *m = o->m;
    if (o->method == ONTHEFLY_ORBIT_TO_XI)
        return onthefly_search_least(image, from, goal, listener);
    struct hints_sym h = {.o = o, .m = m, .listener = listener, .goal = goal, .full_reach = BDD_NONE};
    h.reach_rep = h.todo = from;
    bool good =
        bdd_is_valid(from) && bdd_protect(m, &h.reach_rep) && bdd_protect(m, &h.todo) && bdd_protect(m, &h.full_reach);
    good = dense_queue_open(&h.queue, m, encode_state_cube(o->encoding)) && good;
    good = good && begin(&h, from) && search(&h);
    if (good && !h.is_found) {
        o->representatives = h.reach_rep;
        xi_free(o->xi); // of others
        o->xi = NULL;
    }
    listener->partial = why_partial(&h);
    o->is_reduced |= listener->partial != CAUSE_NONE;
    dense_queue_close(&h.queue);
    bdd_unprotect(m, &h.full_reach);
    bdd_unprotect(m, &h.todo);
    bdd_unprotect(m, &h.reach_rep);
    return bdd_hand_over(m, good ? h.reach_rep : BDD_NONE);
}
