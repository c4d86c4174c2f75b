// Components of a model for pictures: by their class, by the name of an instance, or the first one that there is.
#include "explore/components.h"

#include <string.h>

#include "explore/graph_dot.h"

// ---- Finding them ---------------------------------------------------------------------------------------------------

static void add_component(struct components *all, struct skeleton skeleton, const char *title)
{
    struct component c = {.skeleton = skeleton};
    if (skeleton.cells.count == 0) {
        skeleton_close(&skeleton);
        return;
    }
    str_add(all->mem, &c.title, "%s", title);
    array_push(all->mem, &all->at, c);
}

static void add_class(struct components *all, uint32_t class)
{
    const struct component_class *c = model_class(all->model, class);
    struct skeleton skeleton;
    struct str title = {0};
    str_add(all->mem, &title, "%s, one of %zu of %s", model_symbol_name(all->model, c->ids[0]), c->size, c->name);
    skeleton_open_class(&skeleton, all->model, class, 0, all->mem);
    add_component(all, skeleton, str_text(&title));
    str_free(all->mem, &title);
}

static void add_named(struct components *all, const char *name)
{
    struct skeleton skeleton;
    struct str title = {0};
    str_add(all->mem, &title, "component %s", name);
    skeleton_open_name(&skeleton, all->model, name, all->mem);
    add_component(all, skeleton, str_text(&title));
    str_free(all->mem, &title);
}

// The first instance of a module, by the name of the first cell that is in one.
static void add_first_instance(struct components *all)
{
    const struct model *m = all->model;
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        const char *name = model_cell(m, c)->name, *dot = strchr(name, '.');
        if (!dot || model_cell(m, c)->role == CELL_INPUT)
            continue;
        struct str prefix = {0};
        str_add(all->mem, &prefix, "%.*s", (int)(dot - name), name);
        add_named(all, str_text(&prefix));
        str_free(all->mem, &prefix);
        return;
    }
}

static void find(struct components *all, const char *wanted)
{
    for (uint32_t i = 0; i < model_class_count(all->model); i++)
        if (!wanted || strcmp(wanted, model_class(all->model, i)->name) == 0)
            add_class(all, i);
    if (all->at.count == 0 && wanted)
        add_named(all, wanted);
    else if (all->at.count == 0)
        add_first_instance(all);
}

void components_open(struct components *all, struct model *model, const char *wanted, struct mem *mem)
{
    *all = (struct components){.model = model, .mem = mem};
    find(all, wanted);
}

void components_project(struct components *all, const char *const *names, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < all->at.count; i++) {
        struct component *one = &all->at.at[i];
        skeleton_project(&one->skeleton, names, count);
        if (one->skeleton.cells.count > 0) {
            all->at.at[kept++] = *one;
            continue;
        }
        skeleton_close(&one->skeleton);
        str_free(all->mem, &one->title);
    }
    all->at.count = kept;
}

void components_close(struct components *all)
{
    for (size_t i = 0; i < all->at.count; i++) {
        skeleton_close(&all->at.at[i].skeleton);
        str_free(all->mem, &all->at.at[i].title);
    }
    array_free(all->mem, &all->at);
}

// ---- Showing them ---------------------------------------------------------------------------------------------------

void components_add_dot(struct components *all, size_t limit, struct str *out)
{
    size_t bytes = all->at.count * sizeof(struct dot_skeleton);
    struct dot_skeleton *skeletons = mem_alloc(all->mem, bytes);
    for (size_t i = 0; i < all->at.count; i++) {
        skeleton_make(&all->at.at[i].skeleton, limit);
        skeletons[i] = (struct dot_skeleton){str_text(&all->at.at[i].title), &all->at.at[i].skeleton};
    }
    dot_add_skeletons(skeletons, all->at.count, all->mem, out);
    mem_free(all->mem, skeletons, bytes);
}

enum { MOST_NAMES = 10 }; // that are listed

void components_list(const struct model *m, struct mem *mem, struct str *out)
{
    ARRAY(char *) names = {0};
    for (uint32_t i = 0; i < model_class_count(m); i++)
        array_push(mem, &names, str_copy(mem, model_class(m, i)->name));
    for (cell_id c = 0; c < model_cell_count(m); c++) {
        const char *name = model_cell(m, c)->name;
        size_t length = strcspn(name, ".");
        struct str prefix = {0};
        str_add(mem, &prefix, "%.*s", (int)length, name);
        bool is_new = name[length] && !(names.count && strcmp(array_last(&names), prefix.at) == 0);
        if (is_new)
            array_push(mem, &names, str_copy(mem, prefix.at));
        str_free(mem, &prefix);
    }
    for (size_t i = 0; i < names.count; i++) {
        if (i <= MOST_NAMES)
            str_add(mem, out, "%s%s", i ? ", " : "; there are: ", i < MOST_NAMES ? names.at[i] : "...");
        str_release(mem, names.at[i]);
    }
    array_free(mem, &names);
}
