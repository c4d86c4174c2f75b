// Statements, routines, and programs as a whole.
#include "explicit/compile.h"

#include <assert.h>
#include <string.h>

#include "explicit/code.h"

#define CODE_LIMIT 4000000 // instructions of programs with sets

// ---- Statements -----------------------------------------------------------------------------------------------------

uint32_t compile_begin(struct compiler *c)
{
    c->spare_used = 0;
    c->failure = code_label(c);
    return (uint32_t)c->program->code.count;
}

void compile_end(struct compiler *c)
{
    code_emit(c, RUN_END, 0, 0, 0, 0);
    code_place(c, c->failure);
    code_emit(c, RUN_FAIL, 0, 0, 0, 0);
    if (c->error) {
        code_place(c, c->error);
        code_emit(c, RUN_ERROR, 0, 0, 0, 0);
        c->error = NEVER;
    }
}

void compile_require(struct compiler *c, expr condition, bool negated)
{
    uint32_t fulfilled = code_label(c);
    code_jump_if(c, condition, negated, c->failure, negated ? fulfilled : c->failure);
    code_place(c, fulfilled);
}

void compile_copy(struct compiler *c)
{
    code_emit(c, RUN_COPY, 0, 0, 0, 0);
}

void compile_set_bits(struct compiler *c, uint32_t word, uint64_t mask, uint64_t bits)
{
    code_emit(c, RUN_SET_BITS, 0, word, code_constant(c, (value)mask), code_constant(c, (value)bits));
}

// Branches of a value are branches of the code, so that nothing is done where the cell stays as it is.
void compile_set(struct compiler *c, cell_id cell, expr e)
{
    const struct expr_node *n = code_node(c, e);
    const struct field *f = &c->layout->fields[cell];
    if (n->op == OP_CELL && (cell_id)n->data == cell)
        return;
    uint64_t code;
    if (n->op == OP_CONST && field_code(f, n->data, &code)) {
        compile_set_bits(c, f->word, f->mask << f->shift, code << f->shift);
    } else if (n->op == OP_ITE && !code_is_leaf(c, e) && !code_is_routine(c, e) && !code_find_chain(c, e).length) {
        uint32_t otherwise = code_label(c), end = code_label(c);
        code_jump_if(c, n->args[0], false, otherwise, c->failure);
        compile_set(c, cell, n->args[1]);
        code_jump(c, end);
        code_place(c, otherwise);
        compile_set(c, cell, n->args[2]);
        code_place(c, end);
    } else {
        uint32_t v = code_value(c, e, c->failure);
        code_emit(c, RUN_SET, 0, cell, v, 0);
    }
}

// A member that is undefined is none. Sets are no routines, so that one that shares much may be too much code.
void compile_members(struct compiler *c, cell_id cell, expr set)
{
    const struct expr_node *n = code_node(c, set);
    if (c->too_large || c->program->code.count > CODE_LIMIT) {
        c->too_large = true;
        return;
    }
    uint32_t end = code_label(c);
    if (n->op == OP_CHOICE) {
        for (size_t i = 0; i < n->count; i++)
            compile_members(c, cell, n->args[i]);
    } else if (n->op == OP_ITE && !code_is_routine(c, set)) {
        uint32_t otherwise = code_label(c);
        code_jump_if(c, n->args[0], false, otherwise, end);
        compile_members(c, cell, n->args[1]);
        code_jump(c, end);
        code_place(c, otherwise);
        compile_members(c, cell, n->args[2]);
    } else if (n->op == OP_SPAN) {
        uint32_t low = code_value(c, n->args[0], end), high = code_value(c, n->args[1], end);
        code_emit(c, RUN_SPAN, 0, cell, low, high);
    } else {
        uint32_t v = code_value(c, set, end);
        code_emit(c, RUN_MEMBER, 0, cell, v, 0);
    }
    code_place(c, end);
}

// ---- Procedures -----------------------------------------------------------------------------------------------------

// What cannot be worked out is of no meaning on this way, or there would have been a run-time error.
static void compile_let(struct compiler *c, uint32_t local, expr e)
{
    uint32_t end = code_label(c);
    code_compute_into(c, e, code_local(c, local), end);
    code_place(c, end);
}

static void compile_error(struct compiler *c, expr condition)
{
    if (!c->error)
        c->error = code_label(c);
    code_jump_if(c, condition, true, c->error, c->error);
}

struct open_branch {
    uint32_t otherwise, end;
};

void compile_procedure(struct compiler *c, const struct procedure_step *steps, size_t count)
{
    ARRAY(struct open_branch) branches = {0};
    for (size_t i = 0; i < count; i++) {
        const struct procedure_step *step = &steps[i];
        struct open_branch fresh;
        c->spare_used = 0;
        switch (step->kind) {
        case PROCEDURE_REQUIRE:
            compile_require(c, step->expr, false);
            break;
        case PROCEDURE_ERROR:
            compile_error(c, step->expr);
            break;
        case PROCEDURE_LET:
            compile_let(c, step->target, step->expr);
            break;
        case PROCEDURE_IF:
            fresh = (struct open_branch){code_label(c), code_label(c)};
            array_push(c->mem, &branches, fresh);
            code_jump_if(c, step->expr, false, fresh.otherwise, c->failure);
            break;
        case PROCEDURE_ELSE:
            assert(branches.count > 0);
            if (steps[i + 1].kind != PROCEDURE_END)
                code_jump(c, array_last(&branches).end);
            code_place(c, array_last(&branches).otherwise);
            break;
        case PROCEDURE_END:
            assert(branches.count > 0);
            code_place(c, array_pop(&branches).end);
            break;
        case PROCEDURE_SET: // these come with the changes
        case PROCEDURE_SORT:
            break;
        }
    }
    array_free(c->mem, &branches);
}

// ---- Programs -------------------------------------------------------------------------------------------------------

void compiler_open(struct compiler *c, const struct sharing *sharing, const struct layout *layout, struct program *p,
                   struct mem *mem)
{
    *c = (struct compiler){.model = sharing->model, .sharing = sharing, .layout = layout, .program = p, .mem = mem};
    *p = (struct program){.mem = mem};
    c->constants = mem_alloc(mem, (sharing->count + 1) * sizeof *c->constants);
    memset(c->constants, 0xff, (sharing->count + 1) * sizeof *c->constants);
    for (size_t i = 0; i < layout->cells; i++)
        code_register(c, 0);
    code_register(c, 0); // the truth values
    code_register(c, 1);
    for (size_t i = 0; i < model_local_count(c->model); i++)
        code_register(c, 0);
    for (size_t i = 0; i < sharing->routines.count; i++) {
        struct routine r = {0, code_register(c, 0)};
        const struct expr_fact *fact = sharing_fact(sharing, sharing->routines.at[i]);
        array_push(mem, &p->routines, r);
        if (fact->calls > p->call_depth)
            p->call_depth = fact->calls;
    }
    code_label(c); // NEVER; it is placed all the same
    code_place(c, NEVER);
    code_emit(c, RUN_FAIL, 0, 0, 0, 0);
}

void compiler_close(struct compiler *c)
{
    mem_free(c->mem, c->constants, (c->sharing->count + 1) * sizeof *c->constants);
    array_free(c->mem, &c->labels);
    array_free(c->mem, &c->spare);
}

static void compile_routine(struct compiler *c, uint32_t number)
{
    expr e = c->sharing->routines.at[number];
    uint32_t undefined = code_label(c);
    c->program->routines.at[number].entry = (uint32_t)c->program->code.count;
    if ((code_node(c, e)->op == OP_AND || code_node(c, e)->op == OP_OR) &&
        !code_is_simple_junction(c, code_node(c, e))) {
        uint32_t not_true = code_label(c);
        code_jump_if_inside(c, e, false, not_true, undefined);
        code_emit(c, RUN_RETURN, 0, number, code_constant(c, 1), 0);
        code_place(c, not_true);
        code_emit(c, RUN_RETURN, 0, number, code_constant(c, 0), 0);
    } else {
        uint32_t d = code_register(c, 0);
        code_compute(c, e, d, undefined);
        code_emit(c, RUN_RETURN, 0, number, d, 0);
    }
    code_place(c, undefined);
    if (code_node(c, e)->partial)
        code_emit(c, RUN_RETURN_UNDEFINED, 0, number, 0, 0);
}

void compiler_finish(struct compiler *c)
{
    c->in_routine = true;
    for (uint32_t i = 0; i < c->sharing->routines.count; i++)
        compile_routine(c, i);
    if (!c->too_large)
        code_settle_labels(c);
}
