// One run of the program on the model at hand, and its answer as it is in JSON.
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge.h"

#define SECONDS 120 // it takes a small part of one
#define OUTPUT (1 << 22)

static void copy_text(char *to, size_t capacity, const json_t *from)
{
    const char *text = json_string_value(from);
    snprintf(to, capacity, "%s", text ? text : "");
}

static bool has_size(const json_t *sizes, int size)
{
    for (size_t i = 0; i < json_array_size(sizes); i++)
        if (json_integer_value(json_array_get(sizes, i)) == size)
            return true;
    return false;
}

// Of a family: by size.
static void read_vacuity(const json_t *from, struct property_answer *p, int low, int high)
{
    const json_t *by_left = json_object_get(from, "vacuous_sizes");
    copy_text(p->vacuous, sizeof p->vacuous, json_object_get(from, "vacuous"));
    for (size_t i = 0; i < json_array_size(by_left); i++) {
        const json_t *one = json_array_get(by_left, i);
        for (int size = low; size <= high && low > 0; size++)
            if (has_size(json_object_get(one, "sizes"), size))
                copy_text(p->vacuous_in[size - low], sizeof p->vacuous, json_object_get(one, "antecedent"));
    }
}

static void read_property(const json_t *from, struct property_answer *p, int low, int high)
{
    const json_t *failing = json_object_get(from, "failing_sizes"), *open = json_object_get(from, "undecided_sizes");
    copy_text(p->name, sizeof p->name, json_object_get(from, "name"));
    copy_text(p->kind, sizeof p->kind, json_object_get(from, "kind"));
    const json_t *error = json_object_get(from, "runtime_error");
    copy_text(p->reason, sizeof p->reason, json_is_string(error) ? error : json_object_get(from, "reason"));
    const char *verdict = json_string_value(json_object_get(from, "verdict"));
    p->verdict = verdict ? verdict[0] : '?';
    read_vacuity(from, p, low, high);
    p->is_vacuity_open = json_is_true(json_object_get(from, "vacuity_undecided"));
    // A proof for every size is about the property alone.
    p->may_be_silent = p->is_vacuity_open || json_is_object(json_object_get(from, "proof"));
    copy_text(p->trace_missing, sizeof p->trace_missing, json_object_get(from, "trace_missing"));
    p->trace = (int)json_array_size(json_object_get(json_object_get(from, "trace"), "states"));
    for (int size = low; size <= high && low > 0; size++)
        p->sizes[size - low] = has_size(failing, size) ? 'f' : has_size(open, size) ? 'u' : 'h';
}

static void read_answer(const json_t *root, struct answer *a, int low, int high)
{
    const json_t *properties = json_object_get(root, "properties"), *states = json_object_get(root, "states");
    const json_t *by_size = json_object_get(json_object_get(root, "family"), "reachable");
    a->is_json = json_is_array(properties) && json_array_size(properties) <= MOST_PROPERTIES;
    if (!a->is_json)
        return;
    a->count = (int)json_array_size(properties);
    for (int i = 0; i < a->count; i++)
        read_property(json_array_get(properties, (size_t)i), &a->properties[i], low, high);
    copy_text(a->reachable, sizeof a->reachable, json_object_get(states, "reachable"));
    copy_text(a->orbits, sizeof a->orbits, json_object_get(states, "orbits"));
    copy_text(a->method, sizeof a->method, json_object_get(json_object_get(root, "symmetry"), "method"));
    for (int size = low; size <= high && low > 0; size++)
        copy_text(a->by_size[size - low], sizeof a->by_size[0], json_array_get(by_size, (size_t)(size - low)));
}

void answer_get(struct judge *j, const char *const *options, const char *limit, int low, int high, struct answer *a)
{
    const char *arguments[MOST_ARGUMENTS + 8] = {j->program, "check", "--json", "--quiet", "-t", limit, j->model};
    int count = 7;
    for (int i = 0; options[i]; i++)
        arguments[count++] = options[i];
    memset(a, 0, sizeof *a);
    char *out = malloc(OUTPUT);
    struct process p = {.arguments = arguments, .seconds = SECONDS, .out = out, .out_capacity = OUTPUT};
    p.err = a->message;
    p.err_capacity = sizeof a->message;
    process_run(&p);
    a->seconds = p.cpu_seconds;
    if (a->seconds > 1 && getenv("JUDGE_VERBOSE")) {
        fprintf(stderr, "seed %llu: %.1f s:", (unsigned long long)j->seed, a->seconds);
        for (int i = 7; i < count; i++)
            fprintf(stderr, " %s", arguments[i]);
        fprintf(stderr, "\n");
    }
    a->status = p.status;
    a->timed_out = p.timed_out;
    json_t *root = json_loads(out, 0, NULL);
    if (root)
        read_answer(root, a, low, high);
    json_decref(root);
    free(out);
    j->done.runs++;
    if (a->seconds > j->done.longest)
        j->done.longest = a->seconds;
}
