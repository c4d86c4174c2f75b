#include "solver.h"

#include "../unit.h"

#include <unistd.h>

bool solver_is_there(const char *solver)
{
    char command[200];
    snprintf(command, sizeof command, "command -v %s >/dev/null 2>&1", solver);
    return system(command) == 0;
}

static enum answer answer_of(const char *line)
{
    if (strcmp(line, "unsat\n") == 0)
        return ANSWER_UNSAT;
    if (strcmp(line, "sat\n") == 0)
        return ANSWER_SAT;
    if (strcmp(line, "unknown\n") == 0)
        return ANSWER_UNKNOWN;
    print_error("%.900s", line);
    return ANSWER_ERROR;
}

// Steps are counted, not seconds: under any load the answers are the same.
static const char *options_of(const char *solver)
{
    return strcmp(solver, "z3") == 0 ? "rlimit=400000000" : "--incremental --enum-inst --rlimit-per=400000 --lang smt2";
}

void solver_ask(const char *solver, const struct str *script, struct mem *mem, answer_array *answers)
{
    char name[] = "/tmp/coset-smtlib-XXXXXX", command[200], line[1000];
    int file = mkstemp(name);
    assert_true(file >= 0);
    assert_int_equal(write(file, str_text(script), script->count), script->count);
    close(file);
    snprintf(command, sizeof command, "%s %s %s 2>&1", solver, options_of(solver), name);
    FILE *output = popen(command, "r");
    assert_non_null(output);
    while (fgets(line, sizeof line, output))
        array_push(mem, answers, answer_of(line));
    pclose(output);
    unlink(name);
}

size_t solver_count(const answer_array *answers, enum answer wanted)
{
    size_t count = 0;
    for (size_t i = 0; i < answers->count; i++)
        count += answers->at[i] == wanted;
    return count;
}
