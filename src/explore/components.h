// The components of a model whose skeletons (explore/skeleton.h) are drawn.
#ifndef COSET_EXPLORE_COMPONENTS_H
#define COSET_EXPLORE_COMPONENTS_H

#include "base/str.h"
#include "explore/skeleton.h"

struct component {
    struct skeleton skeleton;
    struct str title;
};

struct components {
    struct model *model;
    struct mem *mem;
    ARRAY(struct component) at; // none: the model has no such component
};

// One element of each class, or of the class that is wanted; where there is none, the instance or index of that name;
// where nothing is wanted (NULL), the first instance of a module.
void components_open(struct components *, struct model *, const char *wanted, struct mem *);
void components_close(struct components *);
// Of each, only these variables: see skeleton_project. Components without any are gone.
void components_project(struct components *, const char *const *names, size_t count);
// Their skeletons with so many local states each, for graphviz.
void components_add_dot(struct components *, size_t limit, struct str *out);

// "; there are: Proc, a, b", the first of classes and of instances of modules; nothing if there are none.
void components_list(const struct model *, struct mem *, struct str *out);

#endif
