#include "guarded_models.h"

#include <stdarg.h>
#include <stdio.h>

#define MOST 16
#define TICKETS 9

// ---- Making models --------------------------------------------------------------------------------------------------

static cell_id add_cell(struct model *m, const char *name, int index, type_id type)
{
    char text[40];
    snprintf(text, sizeof text, index < 0 ? "%s" : "%s[%d]", name, index + 1);
    return model_add_cell(m, text, type, CELL_STATE);
}

static void add_array(struct model *m, const char *name, type_id type, int count, cell_id *cells)
{
    for (int i = 0; i < count; i++)
        cells[i] = add_cell(m, name, i, type);
}

static type_id add_enum(struct model *m, const char *const *names, value *symbols)
{
    size_t count = 0;
    for (; names[count]; count++)
        symbols[count] = model_symbol(m, names[count]);
    return model_enum(m, symbols, count);
}

static expr literal(struct model *m, cell_id cell, value v)
{
    return model_const(m, model_cell(m, cell)->type, v);
}

static expr is(struct model *m, cell_id cell, value v)
{
    return model_binary(m, OP_EQ, model_cell_expr(m, cell), literal(m, cell, v));
}

static expr both(struct model *m, expr a, expr b)
{
    return model_and(m, a, b);
}

// The element of an array of cells at an index from 1 on.
static expr element(struct model *m, const cell_id *cells, int count, expr index)
{
    expr result = model_cell_expr(m, cells[count - 1]);
    for (int i = count - 2; i >= 0; i--)
        result = model_ite(m, model_binary(m, OP_EQ, index, model_int(m, i + 1)), model_cell_expr(m, cells[i]), result);
    return result;
}

static void start_with(struct model *m, cell_id cell, value v)
{
    model_add_initial(m, (struct part){PART_CHOICE, cell, literal(m, cell, v)});
}

// A rule under construction: what is not changed when it is finished is kept.
struct rule {
    struct model *model;
    size_t action;
    bool changed[MOST * 8];
};

static struct rule begin_rule(struct model *m, const char *name, expr guard)
{
    struct rule r = {.model = m, .action = model_add_action(m, name)};
    model_add_to_action(m, r.action, (struct part){PART_CONDITION, CELL_NONE, guard});
    return r;
}

static void change(struct rule *r, cell_id cell, expr to)
{
    model_add_to_action(r->model, r->action, (struct part){PART_CHOICE, cell, to});
    r->changed[cell] = true;
}

static void set(struct rule *r, cell_id cell, value to)
{
    change(r, cell, literal(r->model, cell, to));
}

static void end_rule(struct rule *r)
{
    for (cell_id c = 0; c < model_cell_count(r->model); c++)
        if (!r->changed[c])
            model_keep_in_action(r->model, r->action, c);
}

static void add_invariant(struct model *m, const char *name, expr condition)
{
    struct property p = {.kind = PROPERTY_INVARIANT, .name = name, .text = name, .context = ""};
    p.formula = model_atom(m, condition);
    p.from = p.to = FORMULA_NONE;
    model_add_property(m, &p);
}

// ---- German ---------------------------------------------------------------------------------------------------------

enum { INVALID, SHARED, EXCLUSIVE, CACHE_STATES };
enum { EMPTY, REQ_S, REQ_E, INV, INV_ACK, GNT_S, GNT_E, COMMANDS };

struct german {
    struct model *m;
    int nodes;
    value cached[CACHE_STATES], command[COMMANDS];
    cell_id cache[MOST], channel1[MOST], channel2[MOST], channel3[MOST], to_invalidate[MOST], sharers[MOST];
    cell_id exclusive, current, pointer;
};

static void german_requests(struct german *g, int i)
{
    struct model *m = g->m;
    expr idle = is(m, g->channel1[i], g->command[EMPTY]), invalid = is(m, g->cache[i], g->cached[INVALID]);
    struct rule r = begin_rule(m, "SendReqS", both(m, idle, invalid));
    set(&r, g->channel1[i], g->command[REQ_S]);
    end_rule(&r);
    expr not_mine = model_or(m, invalid, is(m, g->cache[i], g->cached[SHARED]));
    r = begin_rule(m, "SendReqE", both(m, idle, not_mine));
    set(&r, g->channel1[i], g->command[REQ_E]);
    end_rule(&r);
    for (int kind = REQ_S; kind <= REQ_E; kind++) {
        expr asked = is(m, g->channel1[i], g->command[kind]);
        r = begin_rule(m, "RecvReq", both(m, is(m, g->current, g->command[EMPTY]), asked));
        set(&r, g->current, g->command[kind]);
        set(&r, g->pointer, i + 1);
        set(&r, g->channel1[i], g->command[EMPTY]);
        for (int j = 0; j < g->nodes; j++)
            change(&r, g->to_invalidate[j], model_cell_expr(m, g->sharers[j]));
        end_rule(&r);
    }
}

static void german_invalidations(struct german *g, int i)
{
    struct model *m = g->m;
    expr exclusive = is(m, g->exclusive, 1);
    expr needed =
        model_or(m, is(m, g->current, g->command[REQ_E]), both(m, is(m, g->current, g->command[REQ_S]), exclusive));
    expr free = is(m, g->channel2[i], g->command[EMPTY]);
    struct rule r = begin_rule(m, "SendInv", both(m, both(m, free, is(m, g->to_invalidate[i], 1)), needed));
    set(&r, g->channel2[i], g->command[INV]);
    set(&r, g->to_invalidate[i], 0);
    end_rule(&r);
    expr told = is(m, g->channel2[i], g->command[INV]);
    r = begin_rule(m, "SendInvAck", both(m, told, is(m, g->channel3[i], g->command[EMPTY])));
    set(&r, g->channel2[i], g->command[EMPTY]);
    set(&r, g->channel3[i], g->command[INV_ACK]);
    set(&r, g->cache[i], g->cached[INVALID]);
    end_rule(&r);
    expr busy = model_not(m, is(m, g->current, g->command[EMPTY]));
    r = begin_rule(m, "RecvInvAck", both(m, is(m, g->channel3[i], g->command[INV_ACK]), busy));
    set(&r, g->channel3[i], g->command[EMPTY]);
    set(&r, g->sharers[i], 0);
    change(&r, g->exclusive, model_ite(m, exclusive, model_false(m), model_cell_expr(m, g->exclusive)));
    end_rule(&r);
}

static void german_grants(struct german *g, int i)
{
    struct model *m = g->m;
    expr free = both(m, is(m, g->channel2[i], g->command[EMPTY]), is(m, g->exclusive, 0));
    expr mine = both(m, is(m, g->pointer, i + 1), free), nobody = model_true(m);
    for (int j = 0; j < g->nodes; j++)
        nobody = both(m, nobody, is(m, g->sharers[j], 0));
    struct rule r = begin_rule(m, "SendGntS", both(m, is(m, g->current, g->command[REQ_S]), mine));
    set(&r, g->channel2[i], g->command[GNT_S]);
    set(&r, g->sharers[i], 1);
    set(&r, g->current, g->command[EMPTY]);
    end_rule(&r);
    r = begin_rule(m, "SendGntE", both(m, both(m, is(m, g->current, g->command[REQ_E]), mine), nobody));
    set(&r, g->channel2[i], g->command[GNT_E]);
    set(&r, g->sharers[i], 1);
    set(&r, g->exclusive, 1);
    set(&r, g->current, g->command[EMPTY]);
    end_rule(&r);
    for (int kind = SHARED; kind <= EXCLUSIVE; kind++) {
        r = begin_rule(m, "RecvGnt", is(m, g->channel2[i], g->command[kind == SHARED ? GNT_S : GNT_E]));
        set(&r, g->cache[i], g->cached[kind]);
        set(&r, g->channel2[i], g->command[EMPTY]);
        end_rule(&r);
    }
}

static void german_invariant(struct german *g)
{
    struct model *m = g->m;
    expr all = model_true(m);
    for (int i = 0; i < g->nodes; i++)
        for (int j = 0; j < g->nodes; j++) {
            if (i == j)
                continue;
            expr invalid = is(m, g->cache[j], g->cached[INVALID]), shared = is(m, g->cache[j], g->cached[SHARED]);
            all = both(m, all, model_implies(m, is(m, g->cache[i], g->cached[EXCLUSIVE]), invalid));
            all = both(m, all, model_implies(m, is(m, g->cache[i], g->cached[SHARED]), model_or(m, invalid, shared)));
        }
    add_invariant(m, "one writer, or readers", all);
}

void make_german(struct model *m, int nodes)
{
    static const char *const cached[] = {"I", "S", "E", NULL};
    static const char *const commands[] = {"Empty", "ReqS", "ReqE", "Inv", "InvAck", "GntS", "GntE", NULL};
    struct german g = {.m = m, .nodes = nodes};
    type_id cache = add_enum(m, cached, g.cached), command = add_enum(m, commands, g.command);
    add_array(m, "Cache", cache, nodes, g.cache);
    add_array(m, "Chan1", command, nodes, g.channel1);
    add_array(m, "Chan2", command, nodes, g.channel2);
    add_array(m, "Chan3", command, nodes, g.channel3);
    add_array(m, "InvSet", model_boolean(m), nodes, g.to_invalidate);
    add_array(m, "ShrSet", model_boolean(m), nodes, g.sharers);
    g.exclusive = add_cell(m, "ExGntd", -1, model_boolean(m));
    g.current = add_cell(m, "CurCmd", -1, command);
    g.pointer = add_cell(m, "CurPtr", -1, model_integer(m, 1, nodes));
    for (cell_id c = 0; c < model_cell_count(m); c++)
        start_with(m, c, type_value(model_type(m, model_cell(m, c)->type), 0));
    for (int i = 0; i < nodes; i++) {
        german_requests(&g, i);
        german_invalidations(&g, i);
        german_grants(&g, i);
    }
    german_invariant(&g);
}

// ---- Peterson -------------------------------------------------------------------------------------------------------

struct peterson {
    struct model *m;
    int count;
    value at[5];
    cell_id place[MOST], level[MOST], turn[MOST];
};

static void peterson_rules(struct peterson *p, int i)
{
    struct model *m = p->m;
    expr level = model_cell_expr(m, p->level[i]), end = model_int(m, p->count);
    struct rule r = begin_rule(m, "L0", is(m, p->place[i], p->at[0]));
    set(&r, p->level[i], 1);
    set(&r, p->place[i], p->at[1]);
    end_rule(&r);
    r = begin_rule(m, "L1", both(m, is(m, p->place[i], p->at[1]), model_binary(m, OP_LT, level, end)));
    for (int j = 0; j < p->count; j++)
        change(&r, p->turn[j],
               model_ite(m, is(m, p->level[i], j + 1), model_int(m, i + 1), model_cell_expr(m, p->turn[j])));
    set(&r, p->place[i], p->at[2]);
    end_rule(&r);
    r = begin_rule(m, "L1e", both(m, is(m, p->place[i], p->at[1]), is(m, p->level[i], p->count)));
    set(&r, p->place[i], p->at[4]);
    end_rule(&r);
    expr first = model_true(m);
    for (int j = 0; j < p->count; j++)
        if (j != i)
            first = both(m, first, model_binary(m, OP_LT, model_cell_expr(m, p->level[j]), level));
    expr turn = element(m, p->turn, p->count, level);
    expr passes = model_or(m, first, model_not(m, model_binary(m, OP_EQ, turn, model_int(m, i + 1))));
    r = begin_rule(m, "L2", is(m, p->place[i], p->at[2]));
    change(&r, p->place[i], model_ite(m, passes, literal(m, p->place[i], p->at[3]), model_cell_expr(m, p->place[i])));
    end_rule(&r);
    expr higher = model_binary(m, OP_ADD, level, model_int(m, 1));
    r = begin_rule(m, "L3", is(m, p->place[i], p->at[3]));
    change(&r, p->level[i], higher);
    change(&r, p->place[i],
           model_ite(m, model_binary(m, OP_LT, higher, end), literal(m, p->place[i], p->at[1]),
                     literal(m, p->place[i], p->at[4])));
    end_rule(&r);
    r = begin_rule(m, "L4", is(m, p->place[i], p->at[4]));
    set(&r, p->place[i], p->at[0]);
    set(&r, p->level[i], 0);
    end_rule(&r);
}

void make_peterson(struct model *m, int count)
{
    static const char *const places[] = {"L0", "L1", "L2", "L3", "L4", NULL};
    struct peterson p = {.m = m, .count = count};
    add_array(m, "P", add_enum(m, places, p.at), count, p.place);
    add_array(m, "Q", model_integer(m, 0, count), count, p.level);
    add_array(m, "turn", model_integer(m, 1, count), count, p.turn);
    for (cell_id c = 0; c < model_cell_count(m); c++)
        start_with(m, c, type_value(model_type(m, model_cell(m, c)->type), 0));
    expr apart = model_true(m);
    for (int i = 0; i < count; i++) {
        peterson_rules(&p, i);
        for (int j = 0; j < i; j++)
            apart = both(m, apart, model_not(m, both(m, is(m, p.place[i], p.at[4]), is(m, p.place[j], p.at[4]))));
    }
    add_invariant(m, "mutual exclusion", apart);
}

// ---- Bakery ---------------------------------------------------------------------------------------------------------

enum { IDLE, CHOOSING, WAITING, CRITICAL, PLACES };

struct bakery {
    struct model *m;
    int count;
    value at[PLACES];
    cell_id place[MOST], ticket[MOST], look[MOST], best[MOST];
};

static void bakery_choosing(struct bakery *b, int i)
{
    struct model *m = b->m;
    expr look = model_cell_expr(m, b->look[i]), best = model_cell_expr(m, b->best[i]);
    expr other = element(m, b->ticket, b->count, look), more = model_binary(m, OP_LT, look, model_int(m, b->count));
    expr highest = model_ite(m, model_binary(m, OP_LT, best, other), other, best);
    expr done = both(m, model_not(m, more), model_binary(m, OP_LT, highest, model_int(m, TICKETS)));
    struct rule r = begin_rule(m, "choose", is(m, b->place[i], b->at[CHOOSING]));
    change(&r, b->best[i], highest);
    change(
        &r, b->look[i],
        model_ite(m, more, model_binary(m, OP_ADD, look, model_int(m, 1)), model_ite(m, done, model_int(m, 1), look)));
    change(&r, b->ticket[i],
           model_ite(m, done, model_binary(m, OP_ADD, highest, model_int(m, 1)), model_cell_expr(m, b->ticket[i])));
    change(&r, b->place[i],
           model_ite(m, done, literal(m, b->place[i], b->at[WAITING]), model_cell_expr(m, b->place[i])));
    end_rule(&r);
}

static void bakery_waiting(struct bakery *b, int i)
{
    struct model *m = b->m;
    expr look = model_cell_expr(m, b->look[i]), mine = model_cell_expr(m, b->ticket[i]);
    expr other = element(m, b->ticket, b->count, look), place = element(m, b->place, b->count, look);
    expr more = model_binary(m, OP_LT, look, model_int(m, b->count));
    expr behind =
        both(m, model_binary(m, OP_EQ, other, mine), model_not(m, model_binary(m, OP_LT, look, model_int(m, i + 1))));
    expr none = model_binary(m, OP_EQ, other, model_int(m, 0));
    expr turn = model_or(m, none, model_or(m, model_binary(m, OP_LT, mine, other), behind));
    expr settled = model_not(m, model_binary(m, OP_EQ, place, literal(m, b->place[i], b->at[CHOOSING])));
    struct rule r = begin_rule(m, "wait", both(m, both(m, is(m, b->place[i], b->at[WAITING]), settled), turn));
    change(&r, b->look[i], model_ite(m, more, model_binary(m, OP_ADD, look, model_int(m, 1)), look));
    change(&r, b->place[i],
           model_ite(m, more, model_cell_expr(m, b->place[i]), literal(m, b->place[i], b->at[CRITICAL])));
    end_rule(&r);
}

static void bakery_rules(struct bakery *b, int i)
{
    struct rule r = begin_rule(b->m, "begin", is(b->m, b->place[i], b->at[IDLE]));
    set(&r, b->place[i], b->at[CHOOSING]);
    set(&r, b->look[i], 1);
    set(&r, b->best[i], 0);
    end_rule(&r);
    bakery_choosing(b, i);
    bakery_waiting(b, i);
    r = begin_rule(b->m, "leave", is(b->m, b->place[i], b->at[CRITICAL]));
    set(&r, b->ticket[i], 0);
    set(&r, b->place[i], b->at[IDLE]);
    set(&r, b->look[i], 1);
    set(&r, b->best[i], 0);
    end_rule(&r);
}

void make_bakery(struct model *m, int count)
{
    static const char *const places[] = {"idle", "choosing", "waiting", "critical", NULL};
    struct bakery b = {.m = m, .count = count};
    add_array(m, "pc", add_enum(m, places, b.at), count, b.place);
    add_array(m, "num", model_integer(m, 0, TICKETS), count, b.ticket);
    add_array(m, "at", model_integer(m, 1, count), count, b.look);
    add_array(m, "best", model_integer(m, 0, TICKETS), count, b.best);
    for (cell_id c = 0; c < model_cell_count(m); c++)
        start_with(m, c, type_value(model_type(m, model_cell(m, c)->type), 0));
    expr all = model_true(m);
    for (int i = 0; i < count; i++) {
        bakery_rules(&b, i);
        expr has = model_not(m, is(m, b.ticket[i], 0));
        all = both(m, all, model_implies(m, is(m, b.place[i], b.at[CRITICAL]), has));
    }
    add_invariant(m, "who is inside has a ticket", all);
}

// ---- Philosophers ---------------------------------------------------------------------------------------------------

// A philosopher is thinking, wants the left or the right fork first, holds it, or eats.
enum { THINKING, WANTS_LEFT, WANTS_RIGHT, HOLDS_LEFT, HOLDS_RIGHT, EATING, MOODS };

static expr holds(struct model *m, cell_id who, const value *mood, int one_fork)
{
    return model_or(m, is(m, who, mood[one_fork]), is(m, who, mood[EATING]));
}

void make_philosophers(struct model *m, int count)
{
    static const char *const names[] = {"thinking",    "wants_left", "wants_right", "holds_left",
                                        "holds_right", "eating",     NULL};
    value mood[MOODS];
    cell_id who[MOST];
    type_id type = add_enum(m, names, mood);
    add_array(m, "philosopher", type, count, who);
    for (int i = 0; i < count; i++) {
        cell_id me = who[i];
        expr left_free = model_not(m, holds(m, who[(i + count - 1) % count], mood, HOLDS_RIGHT));
        expr right_free = model_not(m, holds(m, who[(i + 1) % count], mood, HOLDS_LEFT));
        start_with(m, me, mood[THINKING]);
        struct rule r = begin_rule(m, "hunger", is(m, me, mood[THINKING]));
        expr wants[] = {model_const(m, type, mood[WANTS_LEFT]), model_const(m, type, mood[WANTS_RIGHT])};
        change(&r, me, model_nary(m, OP_CHOICE, wants, 2));
        end_rule(&r);
        const int steps[][3] = {{WANTS_LEFT, HOLDS_LEFT, 1},
                                {HOLDS_LEFT, EATING, 0},
                                {WANTS_RIGHT, HOLDS_RIGHT, 0},
                                {HOLDS_RIGHT, EATING, 1}};
        for (int k = 0; k < 4; k++) {
            r = begin_rule(m, "take", both(m, is(m, me, mood[steps[k][0]]), steps[k][2] ? left_free : right_free));
            set(&r, me, mood[steps[k][1]]);
            end_rule(&r);
        }
        r = begin_rule(m, "leave", is(m, me, mood[EATING]));
        set(&r, me, mood[THINKING]);
        end_rule(&r);
    }
    add_invariant(m, "neighbours do not eat together",
                  model_not(m, both(m, is(m, who[0], mood[EATING]), is(m, who[1], mood[EATING]))));
}
