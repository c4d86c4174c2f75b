// Sizes of a family in words: for which of them a property holds, and how it was proved for every size.
#include <inttypes.h>
#include <string.h>

#include "report/report.h"

#define MOST_COMBINATIONS 12 // of several constants that are listed

// 1, 3, 5..9: three and more in a row are shortened.
void report_text_numbers(const struct size_grid *grid, const int64_t *at, size_t count, struct mem *mem,
                         struct str *out)
{
    for (size_t i = 0; i < count;) {
        size_t end = i + 1;
        while (!grid && end < count && at[end] == at[end - 1] + 1)
            end++;
        str_add(mem, out, "%s", i > 0 ? ", " : "");
        if (grid && i == MOST_COMBINATIONS && count > i + 1) {
            str_add(mem, out, "and %zu more", count - i);
            return;
        }
        size_add_text(grid, at[i], mem, out);
        if (end - i > 2)
            str_add(mem, out, "..%" PRId64, at[end - 1]);
        i = end - i > 2 ? end : i + 1;
    }
}

// Every size is asked for, and those from one on are undecided.
static bool is_known_below(const struct result_sizes *s)
{
    return s->is_unbounded && s->undecided_count && s->undecided[s->undecided_count - 1] == s->high &&
           s->undecided[0] == s->high + 1 - (int64_t)s->undecided_count;
}

static void add_known_below(const struct result_sizes *s, struct mem *mem, struct str *out)
{
    if (s->undecided[0] == s->low) {
        str_add(mem, out, "undecided for every %s >= %" PRId64, s->name, s->low);
        return;
    }
    str_add(mem, out, "holds for %s = %" PRId64, s->name, s->low);
    if (s->undecided[0] > s->low + 1)
        str_add(mem, out, "..%" PRId64, s->undecided[0] - 1);
    str_add(mem, out, ", undecided for larger ones");
}

void report_text_sizes(const struct result_sizes *s, struct mem *mem, struct str *out)
{
    if (s->failing_count && s->is_unbounded) {
        bool is_smallest = !s->undecided_count || s->undecided[0] > s->failing[0];
        str_add(mem, out, "fails for %s = %" PRId64 "%s", s->name, s->failing[0],
                is_smallest ? ", the smallest size that does" : "");
        return;
    }
    if (is_known_below(s)) {
        add_known_below(s, mem, out);
        return;
    }
    if (s->failing_count) {
        str_add(mem, out, "fails for %s = ", s->name);
        report_text_numbers(s->grid, s->failing, s->failing_count, mem, out);
    }
    if (s->undecided_count) {
        str_add(mem, out, "%sundecided for %s = ", s->failing_count ? ", " : "", s->name);
        report_text_numbers(s->grid, s->undecided, s->undecided_count, mem, out);
    }
    if (s->failing_count || s->undecided_count)
        return;
    if (s->is_proved)
        str_add(mem, out, "holds for every %s >= %" PRId64, s->name, s->low);
    else if (s->grid) {
        str_add(mem, out, "holds for ");
        size_grid_add_ranges(s->grid, mem, out);
    } else
        str_add(mem, out, "holds for %s = %" PRId64 "..%" PRId64 "%s", s->name, s->low, s->high,
                s->is_unbounded ? ", undecided for larger ones" : "");
}

static void add_counter_proof(const struct size_proof_facts *proof, struct mem *mem, struct str *out)
{
    str_add(mem, out, "proved by counters without bound, t = %" PRIu64 ": ", proof->threshold);
    if (proof->states)
        str_add(mem, out, "%s abstract state%s; ", proof->states, strcmp(proof->states, "1") == 0 ? "" : "s");
    str_add(mem, out, "steps seen through %" PRIu64 " elements", proof->instance);
}

static void add_relaxations(const struct size_proof_facts *proof, struct mem *mem, struct str *out)
{
    if (proof->relaxes_rings)
        str_add(mem, out, "; neighbours may be any elements");
    if (proof->relaxes_loops)
        str_add(mem, out, "; the last element of a loop may be any");
}

static void add_quantified_proof(const struct size_proof_facts *proof, struct mem *mem, struct str *out)
{
    str_add(mem, out,
            "proved by a quantified invariant, for all %" PRIu64 " different element%s: a diagram of %" PRIu64
            " node%s",
            proof->elements, proof->elements == 1 ? "" : "s", proof->nodes, proof->nodes == 1 ? "" : "s");
    if (proof->contexts)
        str_add(mem, out, ", with %" PRIu64 " condition%s of which there may be some other element", proof->contexts,
                proof->contexts == 1 ? "" : "s");
    if (proof->has_invariants)
        str_add(mem, out, ", of which %" PRIu64 " invariant%s are enough", proof->invariants,
                proof->invariants == 1 ? "" : "s");
    str_add(mem, out, "; steps seen through at most %" PRIu64 " elements", proof->instance);
    add_relaxations(proof, mem, out);
}

void report_text_proof(const struct size_proof_facts *proof, struct mem *mem, struct str *out)
{
    if (proof->method == SIZE_PROOF_COUNTERS) {
        add_counter_proof(proof, mem, out);
        return;
    }
    if (proof->method == SIZE_PROOF_QUANTIFIED) {
        add_quantified_proof(proof, mem, out);
        return;
    }
    str_add(mem, out,
            "proved by backward reachability: %" PRIu64 " invariant%s over at most %" PRIu64
            " element%s; steps seen through at most %" PRIu64,
            proof->invariants, proof->invariants == 1 ? "" : "s", proof->elements, proof->elements == 1 ? "" : "s",
            proof->instance);
    add_relaxations(proof, mem, out);
}

void report_text_vacuous_for(const struct result_sizes *s, const struct vacuous_sizes *vacuous, struct mem *mem,
                             struct str *out)
{
    str_add(mem, out, "vacuous for %s = ", s->name);
    report_text_numbers(s->grid, vacuous->sizes, vacuous->count, mem, out);
}
