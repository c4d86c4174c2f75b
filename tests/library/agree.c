// Whether the library says what the program has said: usage: agree REPORT.json MODEL [-DNAME=VALUE] [--family=N=1..9]
// [--states] [--each-alone] [--OPTION=VALUE...]. There may be several families, or one for every size. The report is
// what `coset check --json` wrote with the same arguments; options are settings of the library (flags are "on" or
// "off"). With --each-alone, properties are also asked for by calls of their own, which share what they find.
//
// The status is 0 if verdicts, numbers of steps, sizes that fail, proofs and numbers of states are the same; 1 if one
// differs, which is printed; 3 if nothing differs but that one of them has not decided all that the other one has; 2 if
// the library does not read the model, with its messages on the standard error stream.
#include "api/coset.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64

struct asked {
    coset_reading reading;
    coset_options options;
    coset_constant constants[MOST];
    coset_setting settings[MOST];
    char texts[MOST][256];
    size_t text_count;
    bool states, each_alone;
    coset_range ranges[MOST]; // of constants that grow
    size_t range_count;
};

static int status; // what has been found so far

static void differ(const char *what, size_t property, const char *program, const char *library)
{
    printf("property %zu: %s: the program says %s, the library %s\n", property + 1, what, program, library);
    status = 1;
}

// A verdict of hash compaction is told as such.
static void compare_certainty(const json_t *said, size_t property, const coset_result *result)
{
    bool is_likely = coset_result_missed_probability(result) > 0;
    if (json_is_number(json_object_get(said, "missed_state_probability")) != is_likely)
        differ("certainty", property, is_likely ? "certain" : "likely", is_likely ? "likely" : "certain");
}

static const char *verdict_word(coset_verdict verdict)
{
    static const char *const words[] = {"holds", "fails", "undecided", "error"};
    return words[verdict];
}

// ---- Arguments ------------------------------------------------------------------------------------------------------

// The two sides of the first "=" of an argument.
static bool split(struct asked *a, const char *text, const char **name, const char **value)
{
    const char *equals = strchr(text, '=');
    if (!equals || strlen(text) >= sizeof a->texts[0] || a->text_count == MOST)
        return false;
    char *copy = a->texts[a->text_count++];
    strcpy(copy, text);
    copy[equals - text] = '\0';
    *name = copy;
    *value = copy + (equals - text) + 1;
    return true;
}

static bool read_range(struct asked *a, const char *text)
{
    coset_range *r = &a->ranges[a->range_count++];
    r->high = COSET_EVERY_SIZE;
    return split(a, text, &r->constant, &text) && sscanf(text, "%" SCNd64 "..%" SCNd64, &r->low, &r->high) >= 1;
}

static bool read_argument(struct asked *a, const char *text)
{
    const char *name, *value;
    if (strcmp(text, "--states") == 0) {
        a->states = true;
        return true;
    }
    if (strcmp(text, "--each-alone") == 0) {
        a->each_alone = true;
        return true;
    }
    if (strcmp(text, "--fail-fast") == 0) {
        a->options.fail_fast = true;
        return true;
    }
    if (strcmp(text, "--hash-compaction") == 0) {
        a->settings[a->options.setting_count++] = (coset_setting){"hash-compaction", "on"};
        return true;
    }
    bool is_constant = strncmp(text, "-D", 2) == 0;
    if ((!is_constant && strncmp(text, "--", 2) != 0) || !split(a, text + 2, &name, &value))
        return false;
    if (is_constant)
        a->constants[a->reading.constant_count++] = (coset_constant){name, value};
    else if (strcmp(name, "family") == 0)
        return read_range(a, value);
    else if (strcmp(name, "memory") == 0)
        a->options.memory_limit = (size_t)strtoull(value, NULL, 10);
    else
        a->settings[a->options.setting_count++] = (coset_setting){name, value};
    return true;
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

static void compare_verdict(const json_t *said, size_t property, coset_verdict verdict)
{
    const char *program = json_string_value(json_object_get(said, "verdict")), *library = verdict_word(verdict);
    if (strcmp(program, "holds_with_probability") == 0)
        program = "holds";
    bool is_open = strcmp(program, "undecided") == 0 || verdict == COSET_UNDECIDED;
    if (strcmp(program, library) == 0)
        return;
    if (!is_open)
        differ("verdict", property, program, library);
    else if (status == 0)
        status = 3;
}

static void compare_number(const json_t *said, size_t property, const coset_result *result)
{
    const json_t *program = json_object_get(said, "value");
    int64_t number = 0;
    bool is_known = coset_result_number(result, &number);
    char library[32], *shown = json_dumps(program, JSON_ENCODE_ANY);
    snprintf(library, sizeof library, "%" PRId64, number);
    bool same = json_is_integer(program) ? is_known && json_integer_value(program) == number
                                         : json_is_null(program) == !is_known;
    if (!same)
        differ("number of steps", property, shown, is_known ? library : "nothing");
    free(shown);
}

static bool is_among(const json_t *numbers, int64_t number)
{
    for (size_t i = 0; i < json_array_size(numbers); i++)
        if (json_integer_value(json_array_get(numbers, i)) == number)
            return true;
    return false;
}

static const char *vacuous_for(const json_t *said, int64_t size)
{
    const json_t *all = json_object_get(said, "vacuous_sizes");
    for (size_t i = 0; i < json_array_size(all); i++)
        if (is_among(json_object_get(json_array_get(all, i), "sizes"), size))
            return json_string_value(json_object_get(json_array_get(all, i), "antecedent"));
    return "";
}

static void compare_sizes(const json_t *said, size_t property, const coset_family *family)
{
    int64_t low, high;
    coset_family_sizes(family, &low, &high);
    for (int64_t size = low; size <= high; size++) {
        coset_verdict library = coset_family_verdict(family, property, size);
        const char *program = is_among(json_object_get(said, "failing_sizes"), size)     ? "fails"
                              : is_among(json_object_get(said, "undecided_sizes"), size) ? "undecided"
                                                                                         : "holds";
        const json_t *one = json_pack("{s:s}", "verdict", program);
        compare_verdict(one, property, library);
        json_decref((json_t *)one);
        const char *vacuous = coset_family_vacuous(family, property, size);
        if (strcmp(vacuous_for(said, size), vacuous ? vacuous : "") != 0)
            differ("vacuity", property, vacuous_for(said, size), vacuous);
    }
    bool is_proved = json_is_object(json_object_get(said, "proof"));
    if (is_proved != coset_family_is_proved(family, property))
        differ("proof for every size", property, is_proved ? "yes" : "no", is_proved ? "no" : "yes");
}

static void compare_states(const char *what, const json_t *said, const char *library)
{
    const char *program = json_string_value(said);
    if (program && library && strcmp(program, library) != 0) {
        printf("%s: the program says %s, the library %s\n", what, program, library);
        status = 1;
    } else if (!program != !library && status == 0)
        status = 3;
}

// ---- Asking ---------------------------------------------------------------------------------------------------------

static bool has_all(const json_t *properties, size_t count)
{
    if (json_array_size(properties) == count)
        return true;
    printf("the program has %zu properties, the library %zu\n", json_array_size(properties), count);
    status = 1;
    return false;
}

static void compare_model(const json_t *report, coset_model *model, const struct asked *a)
{
    const json_t *properties = json_object_get(report, "properties");
    size_t count = coset_property_count(model);
    coset_result **results = calloc(count + 1, sizeof *results);
    if (!results)
        abort();
    for (size_t i = count; a->each_alone && json_array_size(properties) == count && i-- > 0;) // the last one first
        compare_verdict(json_array_get(properties, i), i, coset_result_verdict(coset_check(model, i, &a->options)));
    coset_check_all(model, &a->options, results);
    for (size_t i = 0; has_all(properties, count) && i < count; i++) {
        compare_verdict(json_array_get(properties, i), i, coset_result_verdict(results[i]));
        compare_certainty(json_array_get(properties, i), i, results[i]);
        if (coset_result_verdict(results[i]) == COSET_HOLDS)
            compare_number(json_array_get(properties, i), i, results[i]);
    }
    free(results);
    if (!a->states)
        return;
    const json_t *states = json_object_get(report, "states");
    char *reachable = coset_count_states(model, &a->options, NULL);
    compare_states("states", json_object_get(states, "reachable"), reachable);
    coset_free_text(reachable);
}

static bool compare_family(const json_t *report, coset_model *model, const struct asked *a)
{
    char *error = NULL;
    const json_t *properties = json_object_get(report, "properties");
    coset_range ranges[MOST];
    memcpy(ranges, a->ranges, sizeof ranges);
    ranges[0].states = a->states;
    coset_family *family = coset_check_families(model, ranges, a->range_count, &a->options, &error);
    if (!family) {
        fputs(error, stderr);
        coset_free_text(error);
        return false;
    }
    size_t count = coset_family_property_count(family);
    for (size_t i = 0; has_all(properties, count) && i < count; i++) {
        const json_t *said = json_array_get(properties, i);
        compare_verdict(said, i, coset_result_verdict(coset_family_result(family, i)));
        compare_sizes(said, i, family);
    }
    const json_t *states = json_object_get(json_object_get(report, "family"), "reachable");
    int64_t low, high;
    coset_family_sizes(family, &low, &high);
    for (int64_t size = low; a->states && size <= high; size++)
        compare_states("states of a size", json_array_get(states, (size_t)(size - low)),
                       coset_family_states(family, size));
    return true;
}

int main(int count, char **arguments)
{
    struct asked a = {0};
    json_error_t wrong;
    char *error = NULL;
    a.reading.constants = a.constants;
    a.options.settings = a.settings;
    for (int i = 3; i < count; i++)
        if (!read_argument(&a, arguments[i])) {
            fprintf(stderr, "agree: %s is not understood\n", arguments[i]);
            return 2;
        }
    if (count < 3) {
        fprintf(stderr, "usage: agree REPORT.json MODEL [OPTIONS]\n");
        return 2;
    }
    coset_model *model = coset_open_file(arguments[2], &a.reading, &error);
    if (!model) {
        fputs(error, stderr);
        coset_free_text(error);
        return 2;
    }
    fputs(coset_warnings(model), stderr);
    json_t *report = json_load_file(arguments[1], JSON_DISABLE_EOF_CHECK, &wrong);
    if (!report) {
        printf("the program has said nothing: %s\n", wrong.text);
        status = 1;
    } else if (!a.range_count)
        compare_model(report, model, &a);
    else if (!compare_family(report, model, &a))
        status = 2;
    json_decref(report);
    coset_close(model);
    return status;
}
