// The harness for Murphi, as fuzz_smv.c is for SMV: any bytes are a model, and the sanitizers are the judge. The text
// is parsed, checked and printed back, and what has no mistake is run symbolically.
#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/diag.h"
#include "group/cycles.h"
#include "murphi/lower.h"
#include "murphi/murphi.h"
#include "murphi/print.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void print_all(struct mem *mem, const struct murphi_tree *tree)
{
    for (const struct murphi_rule *rule = tree->rules; rule; rule = rule->next) {
        struct str out = {0};
        if (rule->guard)
            murphi_print(mem, &out, rule->guard);
        str_free(mem, &out);
    }
}

// A large number can ask for a million steps of a rule, which is slow under sanitizers and no error.
static bool has_large_number(const uint8_t *bytes, size_t length)
{
    for (size_t i = 1; i < length; i++)
        if (isdigit(bytes[i - 1]) && isxdigit(bytes[i]))
            return true;
    return false;
}

static void lower(struct mem *mem, struct murphi_tree *tree, struct diag *diag)
{
    struct murphi_lower_options options = {.loop_limit = 4, .recursion_limit = 3};
    struct model *model = model_new(mem);
    generator_array generators = {0};
    if (murphi_lower(tree, model, &options, mem, diag))
        cycles_read(model, 0, &generators, diag, mem);
    generators_free(mem, &generators);
    model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"fuzz.m", (const char *)bytes, length};
    struct murphi_tree tree;
    struct diag diag;
    struct str out = {0};
    diag_open(&diag, &mem);
    bool good = murphi_read_tree(&tree, &source, NULL, 0, &mem, &diag);
    if (good)
        print_all(&mem, &tree);
    if (good && !has_large_number(bytes, length))
        lower(&mem, &tree, &diag);
    diag_render(&diag, &out);
    str_free(&mem, &out);
    murphi_tree_close(&tree);
    diag_close(&diag);
    if (mem.used || mem.blocks)
        abort();
    return 0;
}
