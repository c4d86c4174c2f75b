// A program that has the checker in it: usage: embed [MODEL [NAME=VALUE...]]
//
//     cc embed.c $(pkg-config --static --cflags --libs coset) -o embed
//
// It checks all properties of a model, and prints the counterexample of each that fails: of each state what has
// changed. Without a model it has two of its own, of which it knows what to expect: the status is 0 if all is as
// expected. With a model it is 0, 1, 2 or 3, as that of `coset check`.
#include <coset.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A light that any of two switches turns on and off.
static const char lamp[] = "MODULE main\n"
                           "VAR left : boolean; right : boolean; switch : {first, second};\n"
                           "DEFINE light := left xor right;\n"
                           "INIT !left & !right;\n"
                           "TRANS switch = first  -> next(left) = !left & next(right) = right;\n"
                           "TRANS switch = second -> next(right) = !right & next(left) = left;\n"
                           "SPEC NAME toggles := AG (light -> AX !light);\n"
                           "INVARSPEC NAME never_both := !(left & right);\n";

// Customers who wait for one clerk.
static const char queue[] = "const N: 3;\n"
                            "type Customer: scalarset(N);\n"
                            "var waits: array [Customer] of boolean; busy: boolean;\n"
                            "startstate begin busy := false; for c: Customer do waits[c] := false; end; end;\n"
                            "ruleset c: Customer do\n"
                            "  rule \"come\" !waits[c] ==> begin waits[c] := true; end;\n"
                            "  rule \"serve\" waits[c] & !busy ==> begin waits[c] := false; busy := true; end;\n"
                            "end;\n"
                            "rule \"done\" busy ==> begin busy := false; end;\n";

static void print_trace(coset_model *model, coset_result *result)
{
    size_t length = coset_trace_length(result), variables = coset_variable_count(model);
    for (size_t state = 0; state < length; state++) {
        printf("    %zu:", state + 1);
        for (size_t v = 0; v < variables; v++) {
            const char *value = coset_trace_value(result, state, v);
            if (state == 0 || strcmp(value, coset_trace_value(result, state - 1, v)) != 0)
                printf(" %s=%s", coset_variable_name(model, v), value);
        }
        printf("\n");
    }
    if (coset_trace_loop(result) != COSET_NONE)
        printf("    loop back to %zu\n", coset_trace_loop(result) + 1);
}

static coset_verdict check(coset_model *model)
{
    static const char *const words[] = {"holds", "fails", "undecided", "error"};
    const coset_options options = {.time_limit = 60};
    size_t count = coset_property_count(model);
    coset_result **results = calloc(count + 1, sizeof *results);
    if (!results)
        abort();
    coset_verdict all = coset_check_all(model, &options, results);
    for (size_t i = 0; i < count; i++) {
        const char *name = coset_property_name(model, i), *reason = coset_result_reason(results[i]);
        printf("%s: %s%s%s\n", name ? name : coset_property_text(model, i), words[coset_result_verdict(results[i])],
               reason ? ": " : "", reason ? reason : "");
        print_trace(model, results[i]);
    }
    free(results); // the results themselves go with the model
    char *error = NULL, *states = coset_count_states(model, &options, &error);
    printf("states: %s\n", states ? states : error);
    coset_free_text(states);
    coset_free_text(error);
    return all;
}

static coset_model *open_own(const char *name, const char *text, const coset_reading *reading)
{
    char *error = NULL;
    coset_model *model = coset_open_text(name, text, strlen(text), reading, &error);
    if (!model) {
        fputs(error, stderr);
        coset_free_text(error);
        exit(2);
    }
    return model;
}

// Fifty customers, who are interchangeable: only their numbers matter. The formula is not in the text, and is the last
// property.
static int show_queue(void)
{
    static const char *const formula = "AG EF forall c: Customer do !waits[c] end";
    const coset_constant size = {"N", "50"};
    const coset_reading reading = {.constants = &size, .constant_count = 1, .formulas = &formula, .formula_count = 1};
    const coset_options options = {.symmetry = COSET_SYMMETRY_COUNTERS, .time_limit = 60};
    coset_model *model = open_own("queue.m", queue, &reading);
    coset_result *result = coset_check(model, coset_property_count(model) - 1, &options);
    char *states = coset_count_states(model, &options, NULL);
    int good = coset_result_verdict(result) == COSET_HOLDS && states && strcmp(states, "2251799813685248") == 0; // 2^51
    printf("%s: %s states\n", coset_property_text(model, coset_result_property(result)), states ? states : "?");
    coset_free_text(states);
    coset_close(model);
    return good;
}

// The same for one to nine customers: the clerk never rests while somebody waits. That fails for all of them.
static int show_family(void)
{
    static const char *const formula = "AG (!busy -> forall c: Customer do !waits[c] end)";
    const coset_reading reading = {.formulas = &formula, .formula_count = 1};
    const coset_range range = {"N", 1, 9, NULL, true};
    coset_model *model = open_own("queue.m", queue, &reading);
    coset_family *family = coset_check_family(model, &range, NULL, NULL);
    int good = family != NULL;
    for (int64_t size = range.low; good && size <= range.high; size++) {
        size_t last = coset_family_property_count(family) - 1;
        const char *states = coset_family_states(family, size);
        good = coset_family_verdict(family, last, size) == COSET_FAILS && states && atoi(states) == 2 << size;
        printf("%d customers: %s states\n", (int)size, states ? states : "?");
    }
    coset_close(model);
    return good;
}

static int show_own(void)
{
    coset_model *model = open_own("lamp.smv", lamp, NULL);
    check(model);
    coset_result *result = coset_check(model, coset_find_property(model, "never_both"), NULL);
    size_t last = coset_trace_length(result) - 1;
    int good = coset_result_verdict(result) == COSET_FAILS && last == 2 &&
               strcmp(coset_trace_value_of(result, last, "left"), "TRUE") == 0 &&
               strcmp(coset_trace_value_of(result, last, "right"), "TRUE") == 0 &&
               coset_result_verdict(coset_check(model, coset_find_property(model, "toggles"), NULL)) == COSET_HOLDS;
    coset_close(model);
    return good && show_queue() && show_family() ? 0 : 1;
}

int main(int count, char **arguments)
{
    if (count < 2)
        return show_own();
    size_t given = (size_t)count - 2;
    coset_constant *constants = calloc(given + 1, sizeof *constants);
    for (size_t i = 0; constants && i < given; i++) {
        char *equals = strchr(arguments[i + 2], '=');
        if (!equals) {
            fprintf(stderr, "embed: NAME=VALUE is wanted, not %s\n", arguments[i + 2]);
            free(constants);
            return 2;
        }
        *equals = '\0';
        constants[i] = (coset_constant){arguments[i + 2], equals + 1};
    }
    char *error = NULL;
    const coset_reading reading = {.constants = constants, .constant_count = given};
    coset_model *model = coset_open_file(arguments[1], &reading, &error);
    free(constants);
    if (!model) {
        fputs(error, stderr);
        coset_free_text(error);
        return 2;
    }
    fputs(coset_warnings(model), stderr);
    coset_verdict all = check(model);
    coset_close(model);
    return all == COSET_ERROR ? 2 : all == COSET_UNDECIDED ? 3 : all == COSET_FAILS;
}
