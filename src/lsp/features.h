// What an editor asks about a text: definitions, hover, outline, completion, rename. Each gives the result of its
// request, null where there is nothing to say.
#ifndef COSET_LSP_FEATURES_H
#define COSET_LSP_FEATURES_H

#include <jansson.h>

#include "base/source.h"
#include "run/job.h"

struct document {
    char *uri;
    struct source source; // its name is the URI
    enum job_language language;
};

json_t *feature_definition(const struct document *, size_t offset, struct mem *);
json_t *feature_references(const struct document *, size_t offset, struct mem *);
json_t *feature_hover(const struct document *, size_t offset, struct mem *);
json_t *feature_outline(const struct document *, struct mem *);
json_t *feature_completion(const struct document *, size_t offset, struct mem *);
// NULL, and *why, if the name cannot be changed.
json_t *feature_rename(const struct document *, size_t offset, const char *name, const char **why, struct mem *);

#endif
