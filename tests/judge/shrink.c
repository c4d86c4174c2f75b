// A model with a difference is made smaller: runs of lines are left out as long as the same run still differs.
#include <stdlib.h>
#include <string.h>

#include "judge.h"

#define MOST_LINES 1000
#define MOST_TRIALS 1500 // a loaded machine gets as far as others

struct shrinker {
    struct judge *judge;
    int run;
    int trials;
    const char *lines[MOST_LINES];
    size_t lengths[MOST_LINES];
    int count;
    char *trial;
    char difference[1000];
};

static void split(struct shrinker *s, const char *text)
{
    s->count = 0;
    for (const char *line = text, *end; *line && s->count < MOST_LINES; line = end) {
        end = strchr(line, '\n');
        end = end ? end + 1 : line + strlen(line);
        s->lines[s->count] = line;
        s->lengths[s->count++] = (size_t)(end - line);
    }
}

static bool differs_without(struct shrinker *s, int first, int many)
{
    char *to = s->trial;
    s->trials++;
    for (int i = 0; i < s->count; i++)
        if (i < first || i >= first + many) {
            memcpy(to, s->lines[i], s->lengths[i]);
            to += s->lengths[i];
        }
    *to = 0;
    struct judge trial = *s->judge;
    judge_write(trial.model, s->trial);
    judge_model(&trial, s->run);
    if (!trial.difference[0] || trial.difference_run != s->run || trial.difference_kind != s->judge->difference_kind)
        return false;
    memcpy(s->difference, trial.difference, sizeof s->difference);
    return true;
}

static bool shrink_once(struct shrinker *s)
{
    bool shrunk = false;
    for (int many = s->count / 2; many > 0; many = many > 8 ? many / 2 : many - 1)
        for (int first = 0; first + many <= s->count && s->trials < MOST_TRIALS;)
            if (differs_without(s, first, many)) {
                memmove(&s->lines[first], &s->lines[first + many],
                        (size_t)(s->count - first - many) * sizeof *s->lines);
                memmove(&s->lengths[first], &s->lengths[first + many],
                        (size_t)(s->count - first - many) * sizeof *s->lengths);
                s->count -= many;
                shrunk = true;
            } else {
                first++;
            }
    return shrunk;
}

void judge_shrink(struct judge *j, char *text, size_t capacity)
{
    struct shrinker s = {.judge = j, .run = j->difference_run};
    s.trial = malloc(capacity);
    memcpy(s.difference, j->difference, sizeof s.difference);
    char *copy = strdup(text);
    split(&s, copy);
    while (shrink_once(&s) && s.trials < MOST_TRIALS) {
    }
    text[0] = 0;
    for (int i = 0; i < s.count; i++)
        strncat(text, s.lines[i], s.lengths[i]);
    memcpy(j->difference, s.difference, sizeof j->difference);
    free(copy);
    free(s.trial);
}
