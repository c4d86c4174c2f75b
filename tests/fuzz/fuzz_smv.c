// The harness for libFuzzer, and for AFL++ through its driver: any bytes are a model, and the sanitizers are the judge.
// The text goes the whole way of the front end: it is parsed and printed back, and then given its meaning, obligations
// included, so that the evaluator meets expressions that nobody would write.
#include <stdint.h>
#include <stdlib.h>

#include "group/cycles.h"
#include "model/eval.h"
#include "smv/parser.h"
#include "smv/print.h"
#include "smv/smv.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

static void print_all(struct mem *mem, const struct smv_tree *tree)
{
    for (const struct smv_module *module = tree->modules; module; module = module->next) {
        for (const struct smv_decl *decl = module->decls; decl; decl = decl->next) {
            struct str out = {0};
            if (decl->expr)
                smv_print(mem, &out, decl->expr, SMV_PRINT_NUSMV);
            str_free(mem, &out);
        }
    }
}

static void parse_and_print(struct mem *mem, const struct source *source)
{
    struct diag diag;
    struct smv_tree tree;
    struct str out = {0};
    diag_open(&diag, mem);
    smv_tree_open(&tree, mem, source);
    smv_parse(&tree, &diag);
    diag_render(&diag, &out);
    print_all(mem, &tree);
    str_free(mem, &out);
    smv_tree_close(&tree);
    diag_close(&diag);
}

static void read_annotations(struct mem *mem, const struct model *model, struct diag *diag)
{
    generator_array generators = {0};
    cycles_read(model, 0, &generators, diag, mem);
    generators_free(mem, &generators);
}

static void read_meaning(struct mem *mem, const struct source *source)
{
    struct diag diag;
    struct str out = {0};
    diag_open(&diag, mem);
    struct smv *smv = smv_read(source, mem, &diag);
    diag_render(&diag, &out);
    if (smv) {
        read_annotations(mem, smv_model(smv), &diag);
        smv_free(smv);
    }
    str_free(mem, &out);
    diag_close(&diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"fuzz.smv", (const char *)bytes, length};
    parse_and_print(&mem, &source);
    read_meaning(&mem, &source);
    if (mem.used || mem.blocks)
        abort();
    return 0;
}
