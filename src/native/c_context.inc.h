// What rules that were written as C work with. It is read twice: as declarations of the program, and as a text that
// the rules are put behind (write_c.c), so that the two cannot differ. COMPILED_TEXT says which. There is no directive
// in it, and no type but those of <stdint.h>. C_LEAST is the least number of the language. Functions that rules have
// in many places are not put inline, so that compiling takes a third less.
// clang-format off
COMPILED_TEXT(
struct change {
    uint32_t slot;
    int64_t old;
};

struct c_context {
    int64_t *s;         // slots: the state, then frames; they stay where they are
    int64_t top;        // the first free one
    int64_t room;       // how many there are
    int64_t state_slots;
    int64_t frame;      // where that of a rule is
    struct change *changes; // of the state, for undoing them
    uint64_t change_count;
    uint64_t change_room;
    uint64_t work;      // loops and calls since the instance began
    uint64_t most_work;
    uint32_t depth;     // calls inside of each other
    uint32_t most_depth;
    uint32_t *active;   // by function: calls that have not ended
    _Bool *covered;     // by cover statement
    // The instance at hand: by level, how many values were tried before this one; -1: none has begun.
    int64_t level;
    int64_t at[16];
    uint64_t visited;
    // Twins in the state at hand, by element; NULL: there are none. First elements of classes.
    const uint32_t *twin_first;
    const uint32_t *twins_before;
    const uint32_t *class_first;
    // Of conditions: for some instance.
    _Bool is_true;
    _Bool is_false;
    _Bool all;          // look at all instances
    void *host;
    void (*escape)(struct c_context *, int how); // does not come back
    void (*grow)(struct c_context *);        // makes room for changes
    _Bool (*step)(struct c_context *);       // a body was run; false: nobody wants the rest
    void (*undo)(struct c_context *);        // what a guard has changed
    _Bool (*is_over)(struct c_context *);    // to be asked now and then
};

typedef void c_rule(struct c_context *);

// The number is one of enum native_escape.
static inline __attribute__((noreturn)) void c_escape(struct c_context *c, int how)
{
    c->escape(c, how);
    __builtin_unreachable();
}

static inline __attribute__((noreturn)) void c_fail(struct c_context *c)
{
    c_escape(c, 1);
}

static inline void c_count(struct c_context *c)
{
    if (__builtin_expect(++c->work > c->most_work, 0))
        c_escape(c, 3);
}

static __attribute__((noinline, unused))
void c_write(struct c_context *c, int64_t slot, int64_t v)
{
    int64_t *at = c->s + slot;
    if (*at == v)
        return;
    if (slot < c->state_slots) {
        if (__builtin_expect(c->change_count == c->change_room, 0))
            c->grow(c);
        c->changes[c->change_count].slot = (uint32_t)slot;
        c->changes[c->change_count++].old = *at;
    }
    *at = v;
}

static __attribute__((noinline, unused))
void c_copy(struct c_context *c, int64_t to, int64_t from, int64_t width)
{
    if (to <= from)
        for (int64_t i = 0; i < width; i++)
            c_write(c, to + i, c->s[from + i]);
    else
        for (int64_t i = width; i-- > 0;)
            c_write(c, to + i, c->s[from + i]);
}

static __attribute__((noinline, unused))
void c_fill(struct c_context *c, int64_t to, const int64_t *words, int64_t width)
{
    for (int64_t i = 0; i < width; i++)
        c_write(c, to + i, words[i]);
}

static inline int64_t c_take(struct c_context *c, int64_t width)
{
    int64_t place = c->top;
    if (__builtin_expect(place + width > c->room, 0))
        c_escape(c, 3);
    c->top = place + width;
    return place;
}

static inline int64_t c_defined(struct c_context *c, int64_t v)
{
    if (__builtin_expect(v == INT64_MIN, 0))
        c_fail(c);
    return v;
}

static inline _Bool c_is_member(int64_t v, const int64_t *bounds, int64_t count)
{
    for (int64_t i = 0; i < count && v != INT64_MIN; i++)
        if (v >= bounds[2 * i] && v <= bounds[2 * i + 1])
            return 1;
    return 0;
}

static inline _Bool c_is_same(struct c_context *c, int64_t a, int64_t b, int64_t width)
{
    for (int64_t i = 0; i < width; i++)
        if (c->s[a + i] != c->s[b + i])
            return 0;
    return 1;
}

static __attribute__((noinline, unused))
int64_t c_free_place(struct c_context *c, int64_t multiset, int64_t width, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        if (!c->s[multiset + i * width])
            return multiset + i * width;
    c_fail(c);
}

static inline void c_enter(struct c_context *c, int64_t function, int64_t limit)
{
    if (__builtin_expect(c->active[function] >= limit, 0))
        c_fail(c);
    if (__builtin_expect(c->depth >= c->most_depth, 0))
        c_escape(c, 3);
    c->depth++;
    c->active[function]++;
}

static inline void c_leave(struct c_context *c, int64_t function)
{
    c->depth--;
    c->active[function]--;
}

// Of elements that were chosen for the levels before, and the last for this one: see native_instances.c.
static __attribute__((noinline, unused))
_Bool c_is_repetition(const struct c_context *c, const uint32_t *elements, int64_t before)
{
    uint32_t element = elements[before];
    uint32_t used = 0;
    for (int64_t k = 0; k < before; k++) {
        _Bool is_first_use = 1;
        if (elements[k] == element)
            return 0;
        for (int64_t j = 0; j < k; j++)
            is_first_use &= elements[j] != elements[k];
        used += is_first_use && c->twin_first[elements[k]] == c->twin_first[element];
    }
    return c->twins_before[element] != used;
}

static inline int64_t c_number(struct c_context *c, __int128 v)
{
    if (__builtin_expect(v < C_LEAST || v > INT64_MAX, 0))
        c_fail(c);
    return (int64_t)v;
}

static inline int64_t c_shift(struct c_context *c, int64_t v, int64_t count)
{
    if (count >= 64 || count <= -64)
        return 0;
    if (count < 0)
        return count == -63 ? (v < 0 ? -1 : 0) : v >> -count;
    return c_number(c, (__int128)v * ((__int128)1 << count));
}
)
// clang-format on
