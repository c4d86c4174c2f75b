#include "base/history.h"

#include <inttypes.h>
#include <string.h>

#include "base/json.h"

#define FIRST_DISTANCE 0.002 // seconds

static void free_search(struct history *h, struct history_search *search)
{
    array_free(h->mem, &search->samples);
    array_free(h->mem, &search->properties);
}

void history_close(struct history *h)
{
    for (size_t i = 0; i < h->searches.count; i++)
        free_search(h, &h->searches.at[i]);
    array_free(h->mem, &h->searches);
    array_free(h->mem, &h->moments);
}

// ---- Searches -------------------------------------------------------------------------------------------------------

// A search may go on behind a verdict, but it does not look at an iteration again then.
static bool goes_on(const struct history_search *search, const char *way, const char *phase, const char *unit,
                    uint64_t iteration)
{
    return strcmp(search->way, way) == 0 && strcmp(search->phase, phase) == 0 && strcmp(search->unit, unit) == 0 &&
           (iteration > search->iterations || (iteration == search->iterations && search->is_fresh));
}

static bool has_property(const struct history_search *search, uint32_t property)
{
    for (size_t i = 0; i < search->properties.count; i++)
        if (search->properties.at[i] == property)
            return true;
    return false;
}

// Whether it is the longest one of the first property that it led to the verdict on.
static bool is_longest_of_property(const struct history *h, size_t at)
{
    const struct history_search *search = &h->searches.at[at];
    for (size_t i = 0; i < h->searches.count && search->properties.count > 0; i++)
        if (i != at && h->searches.at[i].iterations >= search->iterations &&
            has_property(&h->searches.at[i], search->properties.at[0]))
            return false;
    return search->properties.count > 0;
}

// The least interesting of the searches that are over: the one of the fewest iterations, and of those the first. As far
// as there is room, one of each property stays.
static size_t least_interesting(const struct history *h)
{
    size_t least = 0;
    bool least_stays = is_longest_of_property(h, 0);
    for (size_t i = 1; i + 1 < h->searches.count; i++) {
        bool stays = is_longest_of_property(h, i);
        if (stays == least_stays ? h->searches.at[i].iterations < h->searches.at[least].iterations : least_stays) {
            least = i;
            least_stays = stays;
        }
    }
    return least;
}

static void make_room(struct history *h)
{
    if (h->searches.count < HISTORY_MOST_SEARCHES)
        return;
    size_t gone = least_interesting(h);
    free_search(h, &h->searches.at[gone]);
    memmove(h->searches.at + gone, h->searches.at + gone + 1, (h->searches.count - gone - 1) * sizeof *h->searches.at);
    h->searches.count--;
    h->forgotten++;
}

static struct history_search *search_for(struct history *h, const char *way, const char *phase, const char *unit,
                                         double seconds, uint64_t iteration)
{
    if (h->searches.count > 0 && goes_on(&array_last(&h->searches), way, phase, unit, iteration))
        return &array_last(&h->searches);
    make_room(h);
    struct history_search new = {.way = way, .phase = phase, .unit = unit, .started = seconds, .stride = 1};
    array_push(h->mem, &h->searches, new);
    return &array_last(&h->searches);
}

void history_take_search(struct history *h, const struct history_search *search)
{
    make_room(h);
    array_push(h->mem, &h->searches, *search);
}

// Every other sample goes; the first one and those behind it at even distances stay.
static void thin(struct history_search *search)
{
    size_t kept = 0;
    for (size_t i = 0; i < search->samples.count; i += 2)
        search->samples.at[kept++] = search->samples.at[i];
    search->samples.count = kept;
    search->stride *= 2;
}

// The last sample is always kept, so that a series ends where the search did; it makes place for the next one if it
// lies between those that are to be kept.
static void add_sample(struct history *h, struct history_search *search, const struct history_sample *sample)
{
    size_t count = search->samples.count;
    if (count > 0) {
        uint64_t before = count > 1 ? search->samples.at[count - 2].iteration : 0;
        struct history_sample *last = &search->samples.at[count - 1];
        if (last->iteration == sample->iteration || (count > 1 && last->iteration - before < search->stride)) {
            *last = *sample;
            return;
        }
    }
    if (count >= HISTORY_MOST_SAMPLES)
        thin(search);
    array_push(h->mem, &search->samples, *sample);
}

void history_add(struct history *h, const char *way, const char *phase, const char *unit, double seconds,
                 const struct history_sample *sample)
{
    struct history_search *search = search_for(h, way, phase, unit, seconds, sample->iteration);
    search->iterations = sample->iteration;
    search->ended = seconds;
    search->is_fresh = true;
    add_sample(h, search, sample);
}

// ---- Verdicts -------------------------------------------------------------------------------------------------------

static bool has_fresh(const struct history *h)
{
    for (size_t i = 0; i < h->searches.count; i++)
        if (h->searches.at[i].is_fresh)
            return true;
    return false;
}

void history_note_verdict(struct history *h, uint32_t property)
{
    bool anew = has_fresh(h);
    for (size_t i = 0; i < h->searches.count; i++) {
        struct history_search *search = &h->searches.at[i];
        search->is_last = anew ? search->is_fresh : search->is_last;
        search->is_fresh = false;
        if (search->is_last && !(search->properties.count && array_last(&search->properties) == property))
            array_push(h->mem, &search->properties, property);
    }
}

// ---- Memory ---------------------------------------------------------------------------------------------------------

void history_add_memory(struct history *h, double seconds, uint64_t bytes)
{
    struct history_moment moment = {seconds, bytes};
    if (h->distance == 0)
        h->distance = FIRST_DISTANCE;
    if (h->moments.count > 0 && seconds - array_last(&h->moments).seconds < h->distance)
        return;
    if (h->moments.count >= HISTORY_MOST_MOMENTS) {
        size_t kept = 0;
        for (size_t i = 0; i < h->moments.count; i += 2)
            h->moments.at[kept++] = h->moments.at[i];
        h->moments.count = kept;
        h->distance *= 2;
    }
    array_push(h->mem, &h->moments, moment);
}

// ---- JSON -----------------------------------------------------------------------------------------------------------

static void add_text(struct mem *mem, struct str *out, const char *name, const char *text)
{
    str_add(mem, out, "\"%s\": ", name);
    json_add_string(mem, out, text, strlen(text));
    str_add(mem, out, ", ");
}

static void add_power(struct mem *mem, struct str *out, double power)
{
    if (power >= 0)
        json_add_number(mem, out, power);
    else
        str_add(mem, out, "null");
}

static void add_search(const struct history_search *search, struct mem *mem, struct str *out)
{
    str_add_char(mem, out, '{');
    add_text(mem, out, "way", search->way);
    add_text(mem, out, "phase", search->phase);
    add_text(mem, out, "unit", search->unit);
    str_add(mem, out, "\"started\": ");
    json_add_number(mem, out, search->started);
    str_add(mem, out, ", \"ended\": ");
    json_add_number(mem, out, search->ended);
    str_add(mem, out, ", \"iterations\": %" PRIu64 ", \"samples\": [", search->iterations);
    for (size_t i = 0; i < search->samples.count; i++) {
        const struct history_sample *s = &search->samples.at[i];
        str_add(mem, out, "%s[%" PRIu64 ", ", i > 0 ? ", " : "", s->iteration);
        add_power(mem, out, s->frontier);
        str_add(mem, out, ", ");
        add_power(mem, out, s->found);
        str_add(mem, out, ", %" PRIu64 ", %" PRIu64 "]", s->frontier_nodes, s->nodes);
    }
    str_add(mem, out, "], \"properties\": [");
    for (size_t i = 0; i < search->properties.count; i++)
        str_add(mem, out, "%s%" PRIu32, i > 0 ? ", " : "", search->properties.at[i] + 1);
    str_add(mem, out, "]}");
}

void history_add_json(const struct history *h, struct mem *mem, struct str *out)
{
    str_add(mem, out, "{\"searches\": [");
    for (size_t i = 0; i < h->searches.count; i++) {
        str_add(mem, out, "%s", i > 0 ? ",\n    " : "\n    ");
        add_search(&h->searches.at[i], mem, out);
    }
    str_add(mem, out, "],\n  \"forgotten\": %" PRIu64 ",\n  \"memory\": [", h->forgotten);
    for (size_t i = 0; i < h->moments.count; i++) {
        str_add(mem, out, "%s[", i > 0 ? ", " : "");
        json_add_number(mem, out, h->moments.at[i].seconds);
        str_add(mem, out, ", %" PRIu64 "]", h->moments.at[i].bytes);
    }
    str_add(mem, out, "]}");
}
