#include "explicit/ltl_automaton.h"

#include <string.h>

#include "base/hash.h"
#include "explicit/ltl_automaton_parts.h"

#define MOST_SETS 1000 // of promises, to claim one part

// ---- Claims ---------------------------------------------------------------------------------------------------------

// Without claims (NULL) there are parts without parts only.
static bool is_claimed(const bool *claims, uint32_t part)
{
    return claims && part != NO_PART && claims[part];
}

static bool claim(const struct piece *part, const struct point *at, const bool *claims)
{
    bool first = is_claimed(claims, part->first), second = is_claimed(claims, part->second);
    bool any = part->first == NO_PART; // F and O: anything may be in between
    bool promised = at->promised >> part->bit & 1, before = at->past >> part->bit & 1;
    switch (part->op) {
    case PART_LABEL:
        return (at->labels >> part->bit & 1) == part->truth;
    case PART_AND:
        return first && second;
    case PART_OR:
        return first || second;
    case PART_NEXT:
        return promised;
    case PART_UNTIL:
        return second || ((first || any) && promised);
    case PART_RELEASE:
        return second && (first || promised);
    case PART_BEFORE:
        return before;
    case PART_SINCE:
        return second || ((first || any) && before);
    default:
        return second && (first || before);
    }
}

static void find_claims(const struct ltl_automaton *p, const struct point *at, bool *claims)
{
    for (uint32_t i = 0; i < p->count; i++)
        claims[i] = claim(&p->parts[i], at, claims);
}

static void complete_point(const struct ltl_automaton *p, struct point *at, const bool *claims)
{
    for (uint32_t i = 0; i < p->memory_count; i++)
        at->remembered |= (uint32_t)claims[p->remembered[i]] << i;
    for (uint32_t i = 0; i < p->waiting_count; i++) {
        const struct piece *part = &p->parts[p->waiting[i]];
        bool waits = at->promised >> part->bit & 1;
        at->kept |= (uint64_t)(!waits || claims[part->second]) << i;
    }
}

// Lists are not complete any more, and nobody looks at them.
static bool has_given_up(const struct ltl_automaton *p)
{
    return p->is_lost || p->is_exhausted;
}

// Room for one more in an array; numbers of points and places of lists are of 32 bits.
#define has_room(p, array) \
    (!has_given_up(p) && (array)->count < NO_PART && array_try_reserve((p)->mem, array, (array)->count + 1))

// NO_PART if there is no memory.
static uint32_t find_point(struct ltl_automaton *p, const struct point *wanted)
{
    uint64_t hash = hash_pair((uint64_t)wanted->labels << 32 | wanted->promised, wanted->past);
    uint32_t *last = &p->last_point[hash % BUCKETS];
    for (uint32_t i = *last; i != NO_PART; i = p->points.at[i].next) {
        const struct point *q = &p->points.at[i].point;
        if (q->labels == wanted->labels && q->promised == wanted->promised && q->past == wanted->past)
            return i;
    }
    if (!has_room(p, &p->points))
        return NO_PART;
    p->points.at[p->points.count++] = (struct known_point){*wanted, *last};
    return *last = (uint32_t)p->points.count - 1;
}

static void add_point(struct ltl_automaton *p, struct step *s, uint32_t promised)
{
    bool claims[MOST_PARTS];
    struct point at = {.labels = s->labels, .promised = promised, .past = s->past};
    find_claims(p, &at, claims);
    complete_point(p, &at, claims);
    uint32_t point = find_point(p, &at);
    if (point == NO_PART || !has_room(p, &p->lists)) {
        p->is_exhausted = true;
        return;
    }
    p->lists.at[p->lists.count++] = point;
    s->count++;
}

// ---- Which promises are needed --------------------------------------------------------------------------------------

// Adds a set of promises, if none that is there is a part of it; those that it is a part of go.
static void add_set(struct ltl_automaton *p, set_array *sets, uint32_t set)
{
    size_t kept = 0;
    for (size_t i = 0; i < sets->count; i++)
        if ((sets->at[i] & set) == sets->at[i])
            return;
    for (size_t i = 0; i < sets->count; i++)
        if ((sets->at[i] & set) != set)
            sets->at[kept++] = sets->at[i];
    sets->count = kept;
    p->is_lost |= sets->count == MOST_SETS;
    p->is_exhausted |= !array_try_reserve(p->mem, sets, sets->count + 1);
    if (!has_given_up(p))
        sets->at[sets->count++] = set;
}

// Those that make both claims, each with these promises besides.
static void add_both(struct ltl_automaton *p, set_array *out, const set_array *first, const set_array *second,
                     uint32_t more)
{
    for (size_t i = 0; i < first->count && !has_given_up(p); i++)
        for (size_t k = 0; k < second->count && !has_given_up(p); k++)
            add_set(p, out, first->at[i] | second->at[k] | more);
}

static void find_cover(struct ltl_automaton *p, const struct piece *part, const struct point *at, set_array *out)
{
    uint32_t none[] = {0};
    const set_array always = {.at = none, .count = 1, .capacity = 1}, never = {0};
    const set_array *first = part->first == NO_PART ? &never : &p->covers[part->first];
    const set_array *second = part->second == NO_PART ? &never : &p->covers[part->second];
    const set_array *between = part->first == NO_PART ? &always : first; // F and O: anything
    uint32_t promise = part->op >= PART_NEXT && part->op <= PART_RELEASE ? UINT32_C(1) << part->bit : 0;
    bool before = at->past >> part->bit & 1;
    out->count = 0;
    switch (part->op) {
    case PART_LABEL:
        if (claim(part, at, NULL))
            add_set(p, out, 0);
        break;
    case PART_AND:
        add_both(p, out, first, second, 0);
        break;
    case PART_OR:
        add_both(p, out, first, &always, 0);
        add_both(p, out, second, &always, 0);
        break;
    case PART_NEXT:
        add_set(p, out, promise);
        break;
    case PART_UNTIL:
        add_both(p, out, second, &always, 0);
        add_both(p, out, between, &always, promise);
        break;
    case PART_RELEASE:
        add_both(p, out, first, second, 0);
        add_both(p, out, second, &always, promise);
        break;
    case PART_BEFORE:
        if (before)
            add_set(p, out, 0);
        break;
    case PART_SINCE:
        add_both(p, out, second, &always, 0);
        if (before)
            add_both(p, out, between, &always, 0);
        break;
    default:
        add_both(p, out, first, second, 0);
        if (before)
            add_both(p, out, second, &always, 0);
    }
}

// ---- Points ---------------------------------------------------------------------------------------------------------

// The parts that are asked for; how many.
static uint32_t find_asked(const struct ltl_automaton *p, const struct step *s, uint32_t *asked)
{
    uint32_t count = 0;
    if (s->is_first && p->whole != NO_PART)
        asked[count++] = p->whole;
    for (uint32_t i = 0; i < p->promise_count; i++)
        if (s->promised >> i & 1)
            asked[count++] = p->promised[i];
    return count;
}

// Each part is covered by what covers its operands, which come before it.
static void add_covering_points(struct ltl_automaton *p, struct step *s, const uint32_t *asked, uint32_t count)
{
    struct point at = {.labels = s->labels, .past = s->past};
    set_array sets = {0}, joined = {0};
    for (uint32_t i = 0; i < p->count && !has_given_up(p); i++)
        find_cover(p, &p->parts[i], &at, &p->covers[i]);
    add_set(p, &sets, 0);
    for (uint32_t i = 0; i < count && !has_given_up(p); i++) {
        joined.count = 0;
        add_both(p, &joined, &sets, &p->covers[asked[i]], 0);
        set_array held = sets;
        sets = joined;
        joined = held;
    }
    for (size_t i = 0; i < sets.count && !has_given_up(p); i++)
        add_point(p, s, sets.at[i]);
    array_free(p->mem, &sets);
    array_free(p->mem, &joined);
}

// Where the past speaks of the future, what is claimed without being asked for matters, too.
static void add_all_points(struct ltl_automaton *p, struct step *s, const uint32_t *asked, uint32_t count)
{
    bool claims[MOST_PARTS];
    for (uint32_t promised = 0; promised < UINT32_C(1) << p->promise_count && !has_given_up(p); promised++) {
        struct point at = {.labels = s->labels, .promised = promised, .past = s->past};
        find_claims(p, &at, claims);
        bool good = true;
        for (uint32_t i = 0; i < count; i++)
            good &= claims[asked[i]];
        if (good)
            add_point(p, s, promised);
    }
}

static struct point_list list_of(const struct ltl_automaton *p, const struct step *s)
{
    return (struct point_list){p->lists.at + s->begin, s->count};
}

// Points that promise the same and remember the same go on to the same.
static struct point_list find_step(struct ltl_automaton *p, struct step s)
{
    uint32_t asked[MOST_PROMISES + 1];
    uint32_t *last = &p->last_step[hash_pair((uint64_t)s.promised << 32 | s.past, s.labels) % BUCKETS];
    for (uint32_t i = *last; i != NO_PART; i = p->steps.at[i].next) {
        const struct step *t = &p->steps.at[i];
        if (t->promised == s.promised && t->past == s.past && t->labels == s.labels && t->is_first == s.is_first)
            return list_of(p, t);
    }
    uint32_t count = find_asked(p, &s, asked);
    s.begin = (uint32_t)p->lists.count;
    if (p->past_of_future)
        add_all_points(p, &s, asked, count);
    else
        add_covering_points(p, &s, asked, count);
    if (!has_room(p, &p->steps)) {
        p->is_exhausted |= !p->is_lost;
        return (struct point_list){0};
    }
    s.next = *last;
    *last = (uint32_t)p->steps.count;
    p->steps.at[p->steps.count++] = s;
    return list_of(p, &s);
}

struct point_list ltl_automaton_begin(struct ltl_automaton *p, uint32_t labels)
{
    return find_step(p, (struct step){.is_first = true, .past = p->first_past, .labels = labels});
}

struct point_list ltl_automaton_go_on(struct ltl_automaton *p, uint32_t point, uint32_t labels)
{
    const struct point *from = &p->points.at[point].point;
    return find_step(p, (struct step){.promised = from->promised, .past = from->remembered, .labels = labels});
}

// ---- The whole ------------------------------------------------------------------------------------------------------

struct ltl_automaton *ltl_automaton_new(const struct model *m, const struct path_term *terms, size_t count,
                                        struct mem *mem)
{
    struct ltl_automaton *p = mem_try_zalloc(mem, sizeof *p);
    if (!p)
        return NULL;
    p->mem = mem;
    p->model = m;
    memset(p->last_point, 0xff, sizeof p->last_point); // NO_PART
    memset(p->last_step, 0xff, sizeof p->last_step);
    ltl_automaton_read(p, terms, count);
    if (p->is_too_large || p->is_exhausted) {
        ltl_automaton_free(p);
        return NULL;
    }
    return p;
}

void ltl_automaton_free(struct ltl_automaton *p)
{
    if (!p)
        return;
    array_free(p->mem, &p->points);
    array_free(p->mem, &p->lists);
    array_free(p->mem, &p->steps);
    array_free(p->mem, &p->readings);
    for (uint32_t i = 0; i < p->count; i++)
        array_free(p->mem, &p->covers[i]);
    mem_free(p->mem, p, sizeof *p);
}

size_t ltl_automaton_label_count(const struct ltl_automaton *p)
{
    return p->label_count;
}

formula ltl_automaton_label(const struct ltl_automaton *p, size_t i)
{
    return p->labels[i];
}

const struct point *ltl_automaton_point(const struct ltl_automaton *p, uint32_t point)
{
    return &p->points.at[point].point;
}

uint64_t ltl_automaton_all_kept(const struct ltl_automaton *p)
{
    return (UINT64_C(1) << p->waiting_count) - 1;
}

bool ltl_automaton_are_lost(const struct ltl_automaton *p)
{
    return p->is_lost;
}

bool ltl_automaton_are_exhausted(const struct ltl_automaton *p)
{
    return p->is_exhausted;
}
