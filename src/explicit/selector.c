// A bit for each guard, and tables that say which guards a cell's value allows.
#include <string.h>

#include "explicit/guard.h"

#define MOST_VALUES 512 // of a cell that is looked up
#define MOST_WEIGHT 200 // of a condition that is worked out for each of them

// ---- Building -------------------------------------------------------------------------------------------------------

void selector_open(struct selector *s, size_t guards, const struct sharing *sharing, const struct layout *layout,
                   struct evaluator *ev, struct mem *mem)
{
    size_t cells = layout->cells;
    *s = (struct selector){.mem = mem, .guards = guards, .words = guards / 64 + 1, .model_cells = cells};
    s->sharing = sharing;
    s->layout = layout;
    s->evaluator = ev;
    s->exprs = sharing->count;
    s->numbers = mem_zalloc(mem, (cells + 1) * sizeof *s->numbers);
    s->current = mem_zalloc(mem, (cells + 1) * sizeof *s->current);
    s->scratch = mem_zalloc(mem, (cells + 1) * sizeof *s->scratch);
    s->allowed = mem_zalloc(mem, (s->exprs + 1) * sizeof *s->allowed);
    s->is_known = mem_zalloc(mem, (s->exprs + 1) * sizeof *s->is_known);
    s->code = mem_zalloc(mem, (cells + 1) * sizeof *s->code);
    s->begin = mem_zalloc(mem, (s->words + 1) * sizeof *s->begin);
    s->selected = mem_zalloc(mem, s->words * sizeof *s->selected);
    s->all = mem_zalloc(mem, s->words * sizeof *s->all);
    for (size_t i = 0; i < guards; i++)
        s->all[i / 64] |= UINT64_C(1) << i % 64;
}

// What only building needs.
static void free_workspace(struct selector *s)
{
    mem_free(s->mem, s->numbers, (s->model_cells + 1) * sizeof *s->numbers);
    mem_free(s->mem, s->current, (s->model_cells + 1) * sizeof *s->current);
    mem_free(s->mem, s->scratch, (s->model_cells + 1) * sizeof *s->scratch);
    mem_free(s->mem, s->allowed, (s->exprs + 1) * sizeof *s->allowed);
    mem_free(s->mem, s->is_known, (s->exprs + 1) * sizeof *s->is_known);
    s->numbers = s->current = NULL;
    s->scratch = NULL;
    s->allowed = NULL;
    s->is_known = NULL;
}

void selector_close(struct selector *s)
{
    for (size_t i = 0; i < s->selections.count; i++)
        mem_free(s->mem, s->selections.at[i].rows, s->selections.at[i].row_count * sizeof(uint64_t));
    free_workspace(s);
    array_free(s->mem, &s->selections);
    array_free(s->mem, &s->cells);
    mem_free(s->mem, s->code, (s->model_cells + 1) * sizeof *s->code);
    mem_free(s->mem, s->begin, (s->words + 1) * sizeof *s->begin);
    mem_free(s->mem, s->selected, s->words * sizeof *s->selected);
    mem_free(s->mem, s->all, s->words * sizeof *s->all);
    *s = (struct selector){0};
}

void selector_copy(struct selector *s, const struct selector *of, struct mem *mem)
{
    *s = *of;
    s->mem = mem;
    s->evaluator = NULL;
    s->code = mem_zalloc(mem, (s->model_cells + 1) * sizeof *s->code);
    s->selected = mem_zalloc(mem, s->words * sizeof *s->selected);
    s->all = mem_zalloc(mem, s->words * sizeof *s->all);
    if (s->words)
        memcpy(s->all, of->all, s->words * sizeof *s->all);
}

void selector_close_copy(struct selector *s)
{
    mem_free(s->mem, s->code, (s->model_cells + 1) * sizeof *s->code);
    mem_free(s->mem, s->selected, s->words * sizeof *s->selected);
    mem_free(s->mem, s->all, s->words * sizeof *s->all);
    *s = (struct selector){0};
}

// Per row, since cells have more or fewer values.
static bool says_no_more_often(const struct selection *a, const struct selection *b)
{
    return a->excluded * b->row_count > b->excluded * a->row_count;
}

// The word has all its selections.
static void finish_word(struct selector *s)
{
    struct selection *at = s->selections.at + s->begin[s->filled];
    size_t count = s->selections.count - s->begin[s->filled];
    for (size_t i = 1; i < count; i++) {
        struct selection held = at[i];
        size_t k = i;
        for (; k > 0 && says_no_more_often(&held, &at[k - 1]); k--)
            at[k] = at[k - 1];
        at[k] = held;
    }
    memset(s->current, 0, (s->model_cells + 1) * sizeof *s->current);
    s->begin[++s->filled] = s->selections.count;
}

void selector_finish(struct selector *s)
{
    while (s->filled < s->words)
        finish_word(s);
    free_workspace(s);
}

static struct selection *selection_for(struct selector *s, cell_id cell, const struct field *f)
{
    if (!s->numbers[cell]) {
        struct selected_cell fresh = {f->word, f->shift, f->mask};
        array_push(s->mem, &s->cells, fresh);
        s->numbers[cell] = (uint32_t)s->cells.count;
    }
    if (!s->current[cell]) {
        struct selection fresh = {.cell = s->numbers[cell] - 1};
        fresh.row_count = (uint32_t)f->mask + 1; // those that stand for no value do not matter
        fresh.rows = mem_alloc(s->mem, fresh.row_count * sizeof *fresh.rows);
        memset(fresh.rows, 0xff, fresh.row_count * sizeof *fresh.rows);
        array_push(s->mem, &s->selections, fresh);
        s->current[cell] = (uint32_t)s->selections.count;
    }
    return &s->selections.at[s->current[cell] - 1];
}

static bool is_true_for(struct selector *s, expr condition, cell_id cell, uint64_t code)
{
    s->scratch[cell] = field_value(&s->layout->fields[cell], code);
    return eval_condition(s->evaluator, condition, s->scratch, NULL);
}

// Many guards say the same of a cell; what that means for each value is worked out once.
static uint64_t allowed_codes(struct selector *s, expr condition, cell_id cell)
{
    if (!s->is_known[condition]) {
        s->is_known[condition] = true;
        for (uint64_t code = 0; code <= s->layout->fields[cell].largest; code++)
            s->allowed[condition] |= (uint64_t)is_true_for(s, condition, cell, code) << code;
    }
    return s->allowed[condition];
}

bool selector_take(struct selector *s, size_t guard, struct literal l)
{
    while (s->filled < guard / 64)
        finish_word(s);
    cell_id cell = sharing_fact(s->sharing, l.condition)->support;
    if (cell == MANY_CELLS || cell == CELL_NONE || sharing_fact(s->sharing, l.condition)->weight > MOST_WEIGHT)
        return false;
    const struct field *f = &s->layout->fields[cell];
    if (f->is_input || f->largest >= MOST_VALUES)
        return false;
    struct selection *at = selection_for(s, cell, f);
    uint64_t bit = UINT64_C(1) << guard % 64, few = f->largest < 64 ? allowed_codes(s, l.condition, cell) : 0;
    for (uint64_t code = 0; code <= f->largest; code++) {
        bool holds = f->largest < 64 ? few >> code & 1 : is_true_for(s, l.condition, cell, code);
        if ((at->rows[code] & bit) && holds == l.negated) {
            at->rows[code] &= ~bit;
            at->excluded++;
        }
    }
    return true;
}

// ---- Selecting ------------------------------------------------------------------------------------------------------

void selector_select(struct selector *s, const uint64_t *state)
{
    for (size_t i = 0; i < s->cells.count; i++) {
        const struct selected_cell *c = &s->cells.at[i];
        s->code[i] = (uint32_t)(state[c->word] >> c->shift & c->mask);
    }
    for (size_t word = 0; word < s->words; word++) {
        uint64_t left = s->all[word];
        const struct selection *at = s->selections.at + s->begin[word], *end = s->selections.at + s->begin[word + 1];
        for (; at < end && left; at++)
            left &= at->rows[s->code[at->cell]];
        s->selected[word] = left;
    }
}
