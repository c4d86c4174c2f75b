#include "report/html_lanes.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

#define MOST_CELLS_BY_NAME 20000 // beyond that nobody reads lanes

static uint32_t add_lane(struct lanes *l, const char *title)
{
    array_push(l->mem, &l->titles, str_copy(l->mem, title));
    return (uint32_t)l->titles.count - 1;
}

// ---- By classes -----------------------------------------------------------------------------------------------------

static void number_elements(struct lanes *l)
{
    for (size_t i = 0; i < model_class_count(l->model); i++) {
        array_push(l->mem, &l->first_of, (uint32_t)l->of_element.count);
        for (size_t e = 0; e < model_class(l->model, i)->size; e++)
            array_push(l->mem, &l->of_element, LANE_NONE);
    }
}

uint32_t lanes_of_site(const struct lanes *l, struct site site)
{
    return site.class < l->first_of.count ? l->of_element.at[l->first_of.at[site.class] + site.element] : LANE_NONE;
}

// Elements with cells get lanes, class by class.
static void take_classes(struct lanes *l)
{
    for (cell_id cell = 0; cell < model_cell_count(l->model); cell++) {
        struct placement p = model_placement(l->model, cell);
        if (p.site_count > 0 && model_class(l->model, p.sites[0].class)->size > 1)
            l->of_element.at[l->first_of.at[p.sites[0].class] + p.sites[0].element] = 0; // there is one
    }
    for (size_t i = 0; i < model_class_count(l->model); i++) {
        const struct component_class *class = model_class(l->model, i);
        for (size_t e = 0; e < class->size; e++) {
            uint32_t *lane = &l->of_element.at[l->first_of.at[i] + e];
            if (*lane != LANE_NONE)
                *lane = add_lane(l, model_symbol_name(l->model, class->ids[e]));
        }
    }
    for (cell_id cell = 0; cell < model_cell_count(l->model); cell++) {
        struct placement p = model_placement(l->model, cell);
        if (p.site_count > 0)
            l->of_cell[cell] = lanes_of_site(l, p.sites[0]);
    }
}

// ---- By names -------------------------------------------------------------------------------------------------------

// A piece of a name that may be a part: what stands before a dot, or in brackets. The shape is the name without it.
struct piece {
    uint64_t shape, key;
    cell_id cell;
    uint32_t begin, end; // of the piece in the name
    bool is_index, is_part;
};

typedef ARRAY(struct piece) piece_array;

static void add_piece(struct lanes *l, piece_array *pieces, cell_id cell, size_t begin, size_t end, bool is_index)
{
    const char *name = model_cell(l->model, cell)->name;
    struct piece p = {.cell = cell, .begin = (uint32_t)begin, .end = (uint32_t)end, .is_index = is_index};
    p.key = hash_bytes(HASH_BYTES_START, name + begin, end - begin);
    p.shape = hash_bytes(HASH_BYTES_START, name, begin);
    p.shape = hash_bytes(hash_mix(p.shape), name + end, strlen(name + end));
    array_push(l->mem, pieces, p);
}

static void add_pieces(struct lanes *l, piece_array *pieces, cell_id cell)
{
    const char *name = model_cell(l->model, cell)->name;
    size_t begin = 0;
    for (size_t i = 0; name[i]; i++) {
        if (name[i] == '.') {
            if (i > begin && !memchr(name + begin, '[', i - begin))
                add_piece(l, pieces, cell, begin, i, false);
            begin = i + 1;
        } else if (name[i] == '[') {
            size_t length = strcspn(name + i, "]");
            if (name[i + length] && length > 1)
                add_piece(l, pieces, cell, i + 1, i + length, true);
        }
    }
}

static int by_shape(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    if (a->shape != b->shape)
        return a->shape < b->shape ? -1 : 1;
    return (a->key > b->key) - (a->key < b->key);
}

static int by_place(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    if (a->cell != b->cell)
        return a->cell < b->cell ? -1 : 1;
    return (a->begin > b->begin) - (a->begin < b->begin);
}

// Parts are pieces of which there are several for one shape.
static void mark_parts(piece_array *pieces)
{
    for (size_t i = 0; i < pieces->count;) {
        size_t end = i;
        bool differ = false;
        for (; end < pieces->count && pieces->at[end].shape == pieces->at[i].shape; end++)
            differ |= pieces->at[end].key != pieces->at[i].key;
        for (; i < end; i++)
            pieces->at[i].is_part = differ;
    }
}

// The part with what stands before it; of an array's name only what is before that.
static void add_title(const struct lanes *l, const struct piece *p, struct str *title)
{
    const char *name = model_cell(l->model, p->cell)->name;
    size_t before = p->begin;
    if (p->is_index)
        while (before > 0 && name[before - 1] != '.')
            before--;
    str_add_bytes(l->mem, title, name, before);
    str_add_bytes(l->mem, title, name + p->begin, p->end - p->begin);
}

static uint32_t find_lane(struct lanes *l, const char *title)
{
    for (size_t i = l->titles.count; i-- > 0;)
        if (strcmp(l->titles.at[i], title) == 0)
            return (uint32_t)i;
    return add_lane(l, title);
}

static void take_names(struct lanes *l)
{
    piece_array pieces = {0};
    struct str title = {0};
    for (cell_id cell = 0; cell < model_cell_count(l->model); cell++)
        if (model_cell(l->model, cell)->role != CELL_INPUT)
            add_pieces(l, &pieces, cell);
    if (pieces.count > 0)
        qsort(pieces.at, pieces.count, sizeof *pieces.at, by_shape);
    mark_parts(&pieces);
    if (pieces.count > 0)
        qsort(pieces.at, pieces.count, sizeof *pieces.at, by_place);
    for (size_t i = 0; i < pieces.count; i++) {
        const struct piece *p = &pieces.at[i];
        if (!p->is_part || l->of_cell[p->cell] != LANE_NONE)
            continue;
        str_clear(&title);
        add_title(l, p, &title);
        l->of_cell[p->cell] = find_lane(l, str_text(&title));
    }
    str_free(l->mem, &title);
    array_free(l->mem, &pieces);
}

// ---- Making ---------------------------------------------------------------------------------------------------------

void lanes_open(struct lanes *l, const struct model *model, struct mem *mem)
{
    size_t cells = model_cell_count(model);
    *l = (struct lanes){.model = model, .mem = mem};
    l->of_cell = mem_alloc(mem, (cells + 1) * sizeof *l->of_cell);
    for (size_t i = 0; i <= cells; i++)
        l->of_cell[i] = LANE_NONE;
    number_elements(l);
    take_classes(l);
    if (l->titles.count == 0 && cells <= MOST_CELLS_BY_NAME)
        take_names(l);
}

void lanes_close(struct lanes *l)
{
    for (size_t i = 0; i < l->titles.count; i++)
        str_release(l->mem, l->titles.at[i]);
    array_free(l->mem, &l->titles);
    array_free(l->mem, &l->first_of);
    array_free(l->mem, &l->of_element);
    mem_free(l->mem, l->of_cell, (model_cell_count(l->model) + 1) * sizeof *l->of_cell);
}
