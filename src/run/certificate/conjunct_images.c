#include "run/certificate/conjunct_images.h"

#include "base/bytes.h"

// Where the instance of a property is that a conjunct is; without sites if it is none.
static struct placement placement_of(const struct model *m, size_t property, formula conjunct)
{
    struct placement at = {.family = UINT32_MAX};
    for (size_t i = 0; i < model_instance_count(m, property); i++)
        if (model_instance(m, property, i, &at) == conjunct)
            return at;
    return (struct placement){.family = UINT32_MAX};
}

// A permutation of a class that takes some elements to some others: the rest follow in their order. False if there is
// none.
static bool complete(const struct component_class *class, const uint32_t *wanted, uint32_t *images, bool *is_taken)
{
    uint32_t free = 0, turn = UINT32_MAX;
    for (uint32_t i = 0; i < class->size; i++)
        is_taken[i] = false;
    for (uint32_t i = 0; i < class->size; i++)
        if (wanted[i] != UINT32_MAX) {
            if (is_taken[wanted[i]])
                return false;
            is_taken[wanted[i]] = true;
            turn = (uint32_t)((wanted[i] + class->size - i) % class->size);
        }
    for (uint32_t i = 0; i < class->size; i++) {
        images[i] = wanted[i];
        if (class->is_ring)
            images[i] = (uint32_t)((i + (turn == UINT32_MAX ? 0 : turn)) % class->size);
        if (images[i] != UINT32_MAX)
            continue;
        while (is_taken[free])
            free++;
        images[i] = free++;
    }
    return true;
}

// The permutation that takes the sites of one placement to those of another.
static bool find_permutation(const struct conjunct_images *c, const struct placement *from, const struct placement *to,
                             uint32_t *images)
{
    const struct permuter *p = c->permuter;
    uint32_t *wanted = mem_alloc(c->mem, p->elements * sizeof *wanted);
    bool *is_taken = mem_zalloc(c->mem, p->elements),
         good = from->site_count == to->site_count && from->family == to->family;
    for (size_t i = 0; i < p->elements; i++)
        wanted[i] = UINT32_MAX;
    for (size_t i = 0; good && i < from->site_count; i++) {
        uint32_t *image = &wanted[p->first[from->sites[i].class] + from->sites[i].element];
        good = from->sites[i].class == to->sites[i].class && (*image == UINT32_MAX || *image == to->sites[i].element);
        *image = to->sites[i].element;
    }
    for (size_t k = 0; good && k < p->classes; k++)
        good = complete(model_class(p->model, k), wanted + p->first[k], images + p->first[k], is_taken);
    mem_free(c->mem, wanted, p->elements * sizeof *wanted);
    mem_free(c->mem, is_taken, p->elements);
    return good;
}

// Looks for one before it that a permutation takes to this one.
static void find_image(struct conjunct_images *c, const struct property *p, const struct placement *placements,
                       size_t number)
{
    uint32_t *images = c->permutations.at + number * c->permuter->elements;
    for (size_t i = 0; i < number; i++) {
        if (c->of.at[i] != i || placements[i].site_count == 0 ||
            !find_permutation(c, &placements[i], &placements[number], images))
            continue;
        if (permuter_allows(c->permuter, images) &&
            permutation_takes(c->permuter, images, c->conjuncts.at[i], c->conjuncts.at[number],
                              property_minds_fairness(c->permuter->model, p))) {
            c->of.at[number] = i;
            return;
        }
    }
}

void conjunct_images_open(struct conjunct_images *c, struct model *m, size_t property, const struct supervisor *watch,
                          struct mem *mem)
{
    const struct property *p = model_property(m, property);
    const char *error;
    *c = (struct conjunct_images){.mem = mem};
    property_conjuncts(m, p, mem, &c->conjuncts);
    for (size_t i = 0; i < c->conjuncts.count; i++)
        array_push(mem, &c->of, i);
    if (c->conjuncts.count < 2 || model_class_count(m) == 0 || !(c->permuter = permuter_new(m, watch, mem, &error)))
        return;
    size_t count = c->conjuncts.count * c->permuter->elements;
    array_reserve(mem, &c->permutations, count);
    c->permutations.count = count;
    struct placement *placements = mem_zalloc(mem, c->conjuncts.count * sizeof *placements);
    for (size_t i = 0; i < c->conjuncts.count; i++) {
        placements[i] = placement_of(m, property, c->conjuncts.at[i]);
        if (placements[i].site_count > 0)
            find_image(c, p, placements, i);
    }
    mem_free(mem, placements, c->conjuncts.count * sizeof *placements);
}

void conjunct_images_close(struct conjunct_images *c)
{
    array_free(c->mem, &c->conjuncts);
    array_free(c->mem, &c->of);
    array_free(c->mem, &c->permutations);
    permuter_free(c->permuter);
}

void conjunct_images_write(const struct conjunct_images *c, size_t conjunct, struct str *out)
{
    size_t elements = c->permuter->elements;
    bytes_add_number(c->mem, out, c->of.at[conjunct]);
    for (size_t e = 0; e < elements; e++)
        bytes_add_number(c->mem, out, c->permutations.at[conjunct * elements + e]);
}
