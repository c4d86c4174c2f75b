// How compiled code finds representatives: the part that is the same for all models, a text that write_canonical.c puts
// what it knows of one model before and behind. It does what group/canonical.c does (colours by keys, refinement by
// facts, twins), with numbers that the compiler knows in place of tables. There is no directive in it. Before it come
// C_ELEMENTS, C_WORDS, C_KEY_WORDS, C_LINKS, C_FACTS, C_PARTIES (the most that there can be), C_HAS_FACTS, c_begins and
// c_blocks.
// clang-format off
COMPILED_TEXT(
struct c_link {
    uint64_t label;
    uint8_t from;
    uint8_t to;
};

struct c_fact {
    uint64_t label;
    uint32_t begin;
    uint32_t count;
};

struct c_colours {
    uint32_t cells;
    uint32_t links;
    uint32_t facts;
    uint32_t parties;
    uint8_t order[C_ELEMENTS];
    uint8_t colour[C_ELEMENTS];
    uint8_t size[C_ELEMENTS];
    uint8_t twin[C_ELEMENTS];
    _Bool is_in_facts[C_ELEMENTS];
    struct c_link link[C_LINKS + 1];
    struct c_fact fact[C_FACTS + 1];
    uint8_t party[C_PARTIES + 1];
};

struct c_place {
    uint16_t word;
    uint8_t shift;
};

static void c_find_keys(const uint64_t *w, uint32_t word, uint64_t *keys);
static void c_find_facts(const uint64_t *w, struct c_colours *p);
static void c_apply(const uint64_t *w, const uint8_t *to, uint64_t *out);

static inline uint64_t c_mix(uint64_t x)
{
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    x ^= x >> 32;
    x *= 0xd6e8feb86659fd93u;
    return x ^ x >> 32;
}

static inline uint64_t c_pair(uint64_t x, uint64_t y)
{
    return c_mix(x * 0x9e3779b97f4a7c15u ^ c_mix(y));
}

static inline __attribute__((unused))
void c_add_link(struct c_colours *p, uint64_t label, uint32_t from, uint32_t to)
{
    struct c_link *l = &p->link[p->links++];
    l->label = label;
    l->from = from;
    l->to = to;
    p->is_in_facts[from] = p->is_in_facts[to] = 1;
}

static inline __attribute__((unused))
void c_add_fact(struct c_colours *p, uint64_t label, uint32_t begin)
{
    uint32_t count = p->parties - begin;
    const uint8_t *at = p->party + begin;
    if (count == 2) {
        p->parties = begin;
        c_add_link(p, label, at[0], at[1]);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        p->is_in_facts[at[i]] = 1;
    struct c_fact *f = &p->fact[p->facts++];
    f->label = label;
    f->begin = begin;
    f->count = count;
}

static inline void c_split(struct c_colours *p, const uint64_t *keys)
{
    for (uint32_t begin = 0, size; begin < C_ELEMENTS; begin += size) {
        uint8_t *at = p->order + begin;
        uint32_t first = 0;
        size = p->size[begin];
        if (size == 1)
            continue;
        for (uint32_t i = 1; i < size; i++) {
            uint32_t element = at[i];
            uint32_t k = i;
            uint64_t key = keys[element];
            for (; k > 0 && keys[at[k - 1]] > key; k--)
                at[k] = at[k - 1];
            at[k] = element;
        }
        for (uint32_t i = 1; i < size; i++) {
            if (keys[at[i]] != keys[at[i - 1]]) {
                p->size[begin + first] = i - first;
                p->cells++;
                first = i;
            }
            p->colour[at[i]] = begin + first;
        }
        p->size[begin + first] = size - first;
    }
}

static void c_refine(struct c_colours *p)
{
    uint32_t before;
    uint64_t hashes[C_ELEMENTS];
    do {
        before = p->cells;
        memset(hashes, 0, sizeof hashes);
        for (uint32_t i = 0; i < p->links; i++) {
            const struct c_link *l = &p->link[i];
            uint32_t from = p->colour[l->from];
            uint32_t to = p->colour[l->to];
            if (l->from == l->to) {
                hashes[l->from] += c_mix(l->label);
                continue;
            }
            if (p->size[from] > 1)
                hashes[l->from] += c_mix(l->label + (to + 1) * 0x9e3779b97f4a7c15u);
            if (p->size[to] > 1)
                hashes[l->to] += c_mix(~l->label - (from + 1) * 0x9e3779b97f4a7c15u);
        }
        for (uint32_t i = 0; i < p->facts; i++) {
            const struct c_fact *f = &p->fact[i];
            const uint8_t *parties = p->party + f->begin;
            for (uint32_t k = 0; k < f->count; k++) {
                uint64_t hash = f->label + k;
                if (p->size[p->colour[parties[k]]] == 1)
                    continue;
                for (uint32_t j = 0; j < f->count; j++)
                    hash = c_pair(hash, parties[j] == parties[k] ? ~(uint64_t)0 : p->colour[parties[j]]);
                hashes[parties[k]] += hash;
            }
        }
        c_split(p, hashes);
    } while (p->cells > before && p->cells < C_ELEMENTS);
}

static void c_begin(const uint64_t *w, struct c_colours *p)
{
    p->cells = C_BLOCKS;
    p->links = p->facts = p->parties = 0;
    memcpy(p->order, c_order, sizeof c_order);
    memcpy(p->colour, c_colour, sizeof c_colour);
    memcpy(p->size, c_size, sizeof c_size);
    for (uint32_t word = 0; word < C_KEY_WORDS && p->cells < C_ELEMENTS; word++) {
        uint64_t keys[C_ELEMENTS];
        c_find_keys(w, word, keys);
        c_split(p, keys);
    }
    if (!C_HAS_FACTS || p->cells == C_ELEMENTS)
        return;
    memset(p->is_in_facts, 0, sizeof p->is_in_facts);
    c_find_facts(w, p);
    if (p->links || p->facts)
        c_refine(p);
}

static _Bool c_are_twins(const uint64_t *w, const struct c_colours *p, uint32_t a, uint32_t b)
{
    uint8_t to[C_ELEMENTS];
    uint64_t exchanged[C_WORDS];
    if (!p->is_in_facts[a] && !p->is_in_facts[b])
        return 1;
    for (uint32_t i = 0; i < C_ELEMENTS; i++)
        to[i] = i;
    to[a] = b;
    to[b] = a;
    c_apply(w, to, exchanged);
    return memcmp(w, exchanged, sizeof exchanged) == 0;
}

static _Bool c_find_twins(const uint64_t *w, struct c_colours *p)
{
    _Bool all = 1;
    for (uint32_t begin = 0, size; begin < C_ELEMENTS; begin += size) {
        const uint8_t *at = p->order + begin;
        size = p->size[begin];
        p->twin[at[0]] = at[0];
        for (uint32_t i = 1; i < size; i++) {
            p->twin[at[i]] = C_HAS_FACTS ? at[i] : at[0];
            for (uint32_t k = 0; k < i && p->twin[at[i]] == at[i]; k++)
                if (p->twin[at[k]] == at[k] && c_are_twins(w, p, at[k], at[i]))
                    p->twin[at[i]] = at[k];
            all &= p->twin[at[i]] == at[0];
        }
    }
    return all;
}

_Bool coset_represent(uint64_t *w)
{
    struct c_colours p;
    uint8_t to[C_ELEMENTS];
    uint64_t result[C_WORDS];
    c_begin(w, &p);
    if (C_HAS_FACTS && p.cells < C_ELEMENTS && !c_find_twins(w, &p))
        return 0;
    for (uint32_t i = 0; i < C_ELEMENTS; i++)
        to[p.order[i]] = c_order[i];
    c_apply(w, to, result);
    memcpy(w, result, sizeof result);
    return 1;
}

_Bool coset_find_twins(const uint64_t *w, uint32_t *first, uint32_t *before)
{
    struct c_colours p;
    uint8_t lowest[C_ELEMENTS];
    uint8_t count[C_ELEMENTS];
    _Bool any = 0;
    c_begin(w, &p);
    c_find_twins(w, &p);
    memset(count, 0, sizeof count);
    for (uint32_t e = 0; e < C_ELEMENTS; e++) {
        uint32_t group = p.twin[e];
        if (!count[group])
            lowest[group] = e;
        first[e] = lowest[group];
        before[e] = count[group]++;
        any |= before[e] > 0;
    }
    return any;
}
)
// clang-format on
