// The harness for Petri nets, as fuzz_smv.c is for SMV: any bytes are a document, and the sanitizers are the judge.
// What has no mistake, and small classes, is unfolded, played and lowered.
#include <stdint.h>
#include <stdlib.h>

#include "pnml/colour_symmetry.h"
#include "pnml/lower_net.h"
#include "pnml/split_classes.h"
#include "pnml/token_game.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

// Large classes and many variables ask for much work, which is slow under sanitizers and no error.
static bool is_small(const struct net *net)
{
    bool small = net->variables.count < 8;
    for (size_t i = 0; i < net->classes.count; i++)
        small = small && net->classes.at[i].size < 8;
    for (uint32_t i = 0; i < net->sorts.count; i++)
        small = small && net_sort_size(net, i) < 100;
    return small;
}

static void play(struct mem *mem, const struct net *net)
{
    struct token_game *game = token_game_open(net, 1, mem);
    for (uint32_t i = 0; game && i < 20 * net->transitions.count; i++) {
        const uint32_t *values;
        uint32_t t = i % (uint32_t)net->transitions.count;
        if (token_game_bind(game, t, &values) == BINDING_FOUND)
            token_game_fire(game, t, values);
    }
    token_game_close(game);
}

static void lower(struct mem *mem, const struct net *net, struct diag *diag)
{
    struct net_lower_options options = {.deadlock = true};
    struct lowered_net lowered;
    struct model *model = model_new(mem);
    net_lower(&lowered, net, model, &options, mem, diag);
    lowered_net_close(&lowered);
    model_free(model);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    struct mem mem = MEM_UNLIMITED;
    struct source source = {"fuzz.pnml", (const char *)bytes, length};
    struct colour_symmetry symmetry;
    struct net net;
    struct diag diag;
    struct str out = {0};
    diag_open(&diag, &mem);
    if (net_read(&net, &source, &mem, &diag) && is_small(&net)) {
        lower(&mem, &net, &diag);
        net_split_classes(&net);
        colour_symmetry_find(&symmetry, &net, &mem);
        colour_symmetry_close(&symmetry);
        play(&mem, &net);
    }
    diag_render(&diag, &out);
    str_free(&mem, &out);
    net_close(&net);
    diag_close(&diag);
    if (mem.used || mem.blocks)
        abort();
    return 0;
}
