// The harness for Murphi, as fuzz_smv.c is for SMV: any bytes are a model, and the sanitizers are the judge. The text
// is parsed, checked and printed back, and what has no mistake is run symbolically.
//
// A few letters can ask for very much work, which is no error. So loops are cut short, and memory has a limit: what
// goes beyond it is abandoned by a jump, and the process gives back what was left behind.
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/diag.h"
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
