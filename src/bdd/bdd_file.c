// Functions in files. The format, all numbers being little-endian and 32 bits wide unless said otherwise:
//
//   "COSETBDD", version, number of variables, of nodes, of functions
//   each variable:  length of its name, name            (those in the support, in the order of the writing manager)
//   each node:      variable's place, low edge, high edge     (children first; edges: 2 * node + complement; node 0
//                                                              is the constant, the first one written is node 1)
//   each function:  length of its name, name, edge
//   checksum of all bytes before it (64 bits)
//
// Reading looks at the whole file before anything happens to the manager. Another variable order costs time, no more.
#include "bdd/bdd_internal.h"

#include <string.h>

static const char magic[8] = {'C', 'O', 'S', 'E', 'T', 'B', 'D', 'D'};

#define VERSION 1
#define CHECKSUM_BYTES 8

static bool refuse(struct mem *mem, struct str *error, const char *why)
{
    str_add(mem, error, "%s", why);
    return false;
}

// ---- Writing --------------------------------------------------------------------------------------------------------

static void put32(struct mem *mem, struct str *out, uint32_t value)
{
    char bytes[4];
    for (int i = 0; i < 4; i++)
        bytes[i] = (char)(unsigned char)(value >> 8 * i);
    str_add_bytes(mem, out, bytes, 4);
}

static void put_name(struct mem *mem, struct str *out, const char *name)
{
    size_t length = strlen(name);
    put32(mem, out, (uint32_t)length);
    str_add_bytes(mem, out, name, length);
}

static uint32_t stored_edge(const struct walk *walk, bdd f)
{
    return f >> 1 ? (*int_map_find(&walk->place, f >> 1) + 1) << 1 | (f & 1) : f;
}

// Gives each variable that occurs its place, from the top, and writes the names.
static bool put_variables(const bdd_manager *m, const struct walk *walk, uint32_t *place, struct mem *mem,
                          struct str *out, struct str *error)
{
    for (size_t i = 0; i < walk->nodes.count; i++)
        place[m->nodes[walk->nodes.at[i]].var] = 1;
    uint32_t used = 0;
    for (size_t level = 0; level < m->vars; level++)
        if (place[m->var_at[level]]) {
            if (!m->names[m->var_at[level]])
                return refuse(mem, error, "a variable in the support has no name");
            place[m->var_at[level]] = used++;
            put_name(mem, out, m->names[m->var_at[level]]);
        }
    return true;
}

static size_t count_variables(const bdd_manager *m, const struct walk *walk, uint32_t *seen)
{
    size_t count = 0;
    for (size_t i = 0; i < walk->nodes.count; i++) {
        int32_t var = m->nodes[walk->nodes.at[i]].var;
        count += !seen[var];
        seen[var] = 1;
    }
    return count;
}

static bool put_all(const bdd_manager *m, const struct walk *walk, const struct bdd_stored *stored, size_t count,
                    uint32_t *place, struct mem *mem, struct str *out, struct str *error)
{
    str_add_bytes(mem, out, magic, sizeof magic);
    put32(mem, out, VERSION);
    put32(mem, out, (uint32_t)count_variables(m, walk, place));
    put32(mem, out, (uint32_t)walk->nodes.count);
    put32(mem, out, (uint32_t)count);
    if (!put_variables(m, walk, place, mem, out, error))
        return false;
    for (size_t i = 0; i < walk->nodes.count; i++) {
        const struct node *n = &m->nodes[walk->nodes.at[i]];
        put32(mem, out, place[n->var]);
        put32(mem, out, stored_edge(walk, n->low));
        put32(mem, out, stored_edge(walk, n->high));
    }
    for (size_t i = 0; i < count; i++) {
        put_name(mem, out, stored[i].name);
        put32(mem, out, stored_edge(walk, stored[i].function));
    }
    uint64_t checksum = hash_bytes(HASH_BYTES_START, out->at, out->count);
    put32(mem, out, (uint32_t)checksum);
    put32(mem, out, (uint32_t)(checksum >> 32));
    return true;
}

bool bdd_save(bdd_manager *m, FILE *file, const struct bdd_stored *stored, size_t count, struct mem *mem,
              struct str *error)
{
    ARRAY(bdd) functions = {0};
    array_reserve(mem, &functions, count);
    for (size_t i = 0; i < count; i++)
        functions.at[functions.count++] = stored[i].function;
    uint32_t *place = mem_zalloc(mem, (m->vars + 1) * sizeof *place);
    struct str out = {0};
    struct walk walk;
    bool saved = bdd_walk(m, &walk, functions.at, count) || refuse(mem, error, "a function is missing, or no memory");
    saved = saved && put_all(m, &walk, stored, count, place, mem, &out, error);
    if (saved && (fwrite(out.at, 1, out.count, file) != out.count || fflush(file) != 0))
        saved = refuse(mem, error, "the file cannot be written");
    bdd_walk_free(m, &walk);
    str_free(mem, &out);
    mem_free(mem, place, (m->vars + 1) * sizeof *place);
    array_free(mem, &functions);
    return saved;
}

// ---- Reading --------------------------------------------------------------------------------------------------------

struct reader {
    struct mem *mem;
    struct str bytes; // the whole file
    size_t at, end;   // the end is where the checksum begins
    uint32_t vars, nodes, functions;
    int *var; // by place
    struct edges {
        uint32_t var, low, high;
    } * node;
    struct bdd_stored *stored; // their functions are edges of the file until they are built
    bdd *built;                // by node of the file
};

static uint64_t get(const struct reader *r, size_t at, int bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint64_t)(unsigned char)r->bytes.at[at + (size_t)i] << 8 * i;
    return value;
}

static bool get32(struct reader *r, uint32_t *value)
{
    if (r->end - r->at < 4)
        return false;
    *value = (uint32_t)get(r, r->at, 4);
    r->at += 4;
    return true;
}

// A name, copied; NULL when the file ends before it does.
static char *get_name(struct reader *r)
{
    uint32_t length;
    if (!get32(r, &length) || r->end - r->at < length || memchr(r->bytes.at + r->at, '\0', length))
        return NULL;
    char *name = mem_alloc(r->mem, (size_t)length + 1);
    memcpy(name, r->bytes.at + r->at, length);
    name[length] = '\0';
    r->at += length;
    return name;
}

static bool read_file(struct reader *r, FILE *file, struct str *error)
{
    char buffer[4096];
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
        str_add_bytes(r->mem, &r->bytes, buffer, got);
    if (ferror(file))
        return refuse(r->mem, error, "the file cannot be read");
    size_t least = sizeof magic + 4 * 4 + CHECKSUM_BYTES;
    if (r->bytes.count < sizeof magic || memcmp(r->bytes.at, magic, sizeof magic) != 0)
        return refuse(r->mem, error, "this is not a file of stored diagrams");
    if (r->bytes.count < least)
        return refuse(r->mem, error, "the file is truncated");
    r->at = sizeof magic;
    r->end = r->bytes.count - CHECKSUM_BYTES;
    uint32_t version;
    get32(r, &version);
    if (version != VERSION) {
        str_add(r->mem, error, "the file has version %u; this program reads version %d", version, VERSION);
        return false;
    }
    if (get(r, r->end, CHECKSUM_BYTES) != hash_bytes(HASH_BYTES_START, r->bytes.at, r->end))
        return refuse(r->mem, error, "the file is damaged or truncated: its checksum is wrong");
    get32(r, &r->vars);
    get32(r, &r->nodes);
    get32(r, &r->functions);
    // No record is shorter than four bytes: larger numbers are nonsense, and are not worth memory.
    if ((uint64_t)r->vars + r->nodes + r->functions > r->end / 4)
        return refuse(r->mem, error, "the file's numbers do not fit its length");
    return true;
}

static bool read_variables(struct reader *r, bdd_manager *m, struct str *error)
{
    r->var = mem_alloc(r->mem, (r->vars + (size_t)1) * sizeof *r->var);
    for (uint32_t i = 0; i < r->vars; i++) {
        char *name = get_name(r);
        if (!name)
            return refuse(r->mem, error, "the list of variables is damaged");
        r->var[i] = bdd_find_var(m, name);
        if (r->var[i] == BDD_NO_VAR)
            str_add(r->mem, error, "there is no variable \"%s\"", name);
        mem_free(r->mem, name, strlen(name) + 1);
        if (r->var[i] == BDD_NO_VAR)
            return false;
    }
    return true;
}

static bool read_nodes(struct reader *r, struct str *error)
{
    r->node = mem_alloc(r->mem, (r->nodes + (size_t)1) * sizeof *r->node);
    for (uint32_t i = 1; i <= r->nodes; i++) {
        struct edges *n = &r->node[i];
        if (!get32(r, &n->var) || !get32(r, &n->low) || !get32(r, &n->high) || n->var >= r->vars || n->low >> 1 >= i ||
            n->high >> 1 >= i || n->low & 1 || n->low == n->high)
            return refuse(r->mem, error, "the list of nodes is damaged");
    }
    return true;
}

static bool read_functions(struct reader *r, struct str *error)
{
    r->stored = mem_zalloc(r->mem, (r->functions + (size_t)1) * sizeof *r->stored);
    for (uint32_t i = 0; i < r->functions; i++) {
        r->stored[i].name = get_name(r);
        if (!r->stored[i].name || !get32(r, &r->stored[i].function) || r->stored[i].function >> 1 > r->nodes)
            return refuse(r->mem, error, "the list of functions is damaged");
    }
    return r->at == r->end || refuse(r->mem, error, "the file has more than its lists");
}

static bdd built_edge(const struct reader *r, uint32_t edge)
{
    return r->built[edge >> 1] ^ (edge & 1);
}

static bdd run_build(bdd_manager *m, const struct operands *o)
{
    const struct reader *r = o->extra;
    r->built[0] = BDD_FALSE;
    for (uint32_t i = 1; i <= r->nodes; i++) {
        bdd low = built_edge(r, r->node[i].low), high = built_edge(r, r->node[i].high);
        int32_t var = r->var[r->node[i].var];
        if (m->level[var] < level_of(m, low) && m->level[var] < level_of(m, high))
            r->built[i] = make_node(m, var, low, high);
        else
            r->built[i] = bdd_ite_rec(m, make_node(m, var, BDD_FALSE, BDD_TRUE), high, low);
    }
    return BDD_TRUE;
}

// Builds all functions in one operation, and gives them to the current scope.
static bool build(struct reader *r, bdd_manager *m, struct str *error)
{
    r->built = mem_alloc(r->mem, (r->nodes + (size_t)1) * sizeof *r->built);
    if (!array_try_reserve(&m->mem, &m->results, m->results.count + r->functions + 4) ||
        !bdd_is_valid(bdd_operate(m, run_build, &(struct operands){.extra = r})))
        return refuse(r->mem, error, "not enough memory for the functions");
    for (uint32_t i = 0; i < r->functions; i++) {
        r->stored[i].function = built_edge(r, r->stored[i].function);
        m->results.at[m->results.count++] = r->stored[i].function;
    }
    return true;
}

static void release(struct reader *r)
{
    str_free(r->mem, &r->bytes);
    mem_free(r->mem, r->var, (r->vars + (size_t)1) * sizeof *r->var);
    mem_free(r->mem, r->node, (r->nodes + (size_t)1) * sizeof *r->node);
    mem_free(r->mem, r->built, (r->nodes + (size_t)1) * sizeof *r->built);
}

bool bdd_load(bdd_manager *m, FILE *file, struct mem *mem, struct bdd_stored **stored, size_t *count, struct str *error)
{
    struct reader r = {.mem = mem};
    bool loaded = read_file(&r, file, error) && read_variables(&r, m, error) && read_nodes(&r, error) &&
                  read_functions(&r, error) && build(&r, m, error);
    if (loaded) {
        *stored = r.stored;
        *count = r.functions;
    } else
        bdd_stored_free(mem, r.stored, r.functions);
    release(&r);
    return loaded;
}

void bdd_stored_free(struct mem *mem, struct bdd_stored *stored, size_t count)
{
    if (!stored)
        return;
    for (size_t i = 0; i < count; i++)
        str_release(mem, stored[i].name);
    mem_free(mem, stored, (count + 1) * sizeof *stored);
}
