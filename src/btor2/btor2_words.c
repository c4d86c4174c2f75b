// Words of a line, numbers, and what ids stand for.
#include <string.h>

#include "btor2/btor2_reading.h"

struct diag_range btor2_here(const struct btor2_reading *r)
{
    size_t offset = r->word.at ? (size_t)(r->word.at - r->source->text) : r->at;
    return (struct diag_range){r->source, offset, r->word.length ? r->word.length : 1};
}

bool btor2_fail(struct btor2_reading *r, const char *message)
{
    diag_error(r->diag, btor2_here(r), "%s", message);
    return false;
}

// The next word of the line; false at its end, or at a comment.
bool btor2_has_word(struct btor2_reading *r)
{
    const char *text = r->source->text;
    while (r->at < r->source->length && (text[r->at] == ' ' || text[r->at] == '\t' || text[r->at] == '\r'))
        r->at++;
    size_t from = r->at;
    r->word = (struct btor2_word){text + from, 0};
    if (from == r->source->length || text[from] == ';' || text[from] == '\n')
        return false;
    while (r->at < r->source->length && !strchr(" \t\r\n;", text[r->at]))
        r->at++;
    if (r->at == from) // a zero byte
        r->at++;
    r->word.length = r->at - from;
    return true;
}

bool btor2_need_word(struct btor2_reading *r, const char *what)
{
    if (btor2_has_word(r))
        return true;
    diag_error(r->diag, btor2_here(r), "expected %s", what);
    return false;
}

bool btor2_is_word(const struct btor2_reading *r, const char *word)
{
    return strlen(word) == r->word.length && memcmp(word, r->word.at, r->word.length) == 0;
}

bool btor2_to_number(struct btor2_reading *r, uint32_t most, uint32_t *number)
{
    uint64_t n = 0;
    for (size_t i = 0; i < r->word.length; i++) {
        if (r->word.at[i] < '0' || r->word.at[i] > '9')
            return btor2_fail(r, "expected a number");
        n = n * 10 + (uint64_t)(r->word.at[i] - '0');
        if (n > most)
            return btor2_fail(r, "the number is too large");
    }
    *number = (uint32_t)n;
    return true;
}

bool btor2_read_number(struct btor2_reading *r, const char *what, uint32_t most, uint32_t *number)
{
    return btor2_need_word(r, what) && btor2_to_number(r, most, number);
}

bool btor2_define(struct btor2_reading *r, uint32_t id, enum btor2_id kind, size_t position)
{
    bool added;
    uint32_t value = (uint32_t)position * ID_KINDS + kind;
    if (!int_map_try_add(r->b->mem, &r->ids, id, value, &added))
        mem_exhausted(r->b->mem);
    return added || btor2_fail(r, "a line before this one has the same number");
}

static bool find(struct btor2_reading *r, uint32_t id, uint32_t kind, uint32_t *position)
{
    const uint32_t *value = int_map_find(&r->ids, id);
    if (!value || *value % ID_KINDS != kind) {
        diag_error(r->diag, btor2_here(r), "there is no %s %u before this line", kind == ID_SORT ? "sort" : "node", id);
        return false;
    }
    *position = *value / ID_KINDS;
    return true;
}

bool btor2_read_sort(struct btor2_reading *r, struct btor2_sort *sort)
{
    uint32_t id, position;
    if (!btor2_read_number(r, "the number of a sort", BTOR2_MOST_ID, &id) || !find(r, id, ID_SORT, &position))
        return false;
    *sort = r->sorts.at[position];
    return true;
}

const struct btor2_node *btor2_node_of(const struct btor2_reading *r, struct btor2_operand operand)
{
    return &r->b->nodes.at[operand.node];
}

bool btor2_read_operand(struct btor2_reading *r, struct btor2_operand *operand)
{
    uint32_t id;
    if (!btor2_need_word(r, "the number of a node"))
        return false;
    operand->is_negated = r->word.at[0] == '-';
    struct btor2_word whole = r->word;
    if (operand->is_negated) {
        r->word.at++;
        r->word.length--;
    }
    if (r->word.length == 0)
        return btor2_fail(r, "expected the number of a node");
    if (!btor2_to_number(r, BTOR2_MOST_ID, &id) || !find(r, id, ID_NODE, &operand->node))
        return false;
    r->word = whole;
    if (operand->is_negated && btor2_node_of(r, *operand)->sort.index)
        return btor2_fail(r, "an array has no negation");
    return true;
}

const char *btor2_read_symbol(struct btor2_reading *r)
{
    return btor2_has_word(r) ? arena_copy(&r->b->arena, r->word.at, r->word.length) : NULL;
}
