#include "base/cause.h"

#include <string.h>

bool cause_is_wrong_answer(struct cause cause)
{
    return cause.code == CAUSE_NOT_AN_EXECUTION || cause.code == CAUSE_CONTRADICTION ||
           cause.code == CAUSE_REPLAY_FAILED || cause.code == CAUSE_LASSO_UNFAIR ||
           cause.code == CAUSE_LASSO_SHOWS_NOTHING || cause.code == CAUSE_CERTIFICATE_REFUTED;
}

// ---- Comparing ------------------------------------------------------------------------------------------------------

static bool is_same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool is_same_list(const struct cause *a, const struct cause *b)
{
    return a && b ? cause_equals(*a, *b) : a == b;
}

bool cause_equals(struct cause a, struct cause b)
{
    bool same = a.code == b.code && a.by_explicit == b.by_explicit && a.numbers[0] == b.numbers[0] &&
                a.numbers[1] == b.numbers[1] && a.line == b.line && is_same_text(a.rule, b.rule);
    for (size_t i = 0; i < sizeof a.texts / sizeof a.texts[0]; i++)
        same = same && is_same_text(a.texts[i], b.texts[i]);
    return same && is_same_list(a.inner, b.inner) && is_same_list(a.next, b.next);
}

// ---- Keeping --------------------------------------------------------------------------------------------------------

static const char *keep_text(const char *text, struct arena *arena)
{
    return text ? arena_copy(arena, text, strlen(text)) : NULL;
}

struct cause cause_keep(struct cause cause, struct arena *arena)
{
    for (size_t i = 0; i < sizeof cause.texts / sizeof cause.texts[0]; i++)
        cause.texts[i] = keep_text(cause.texts[i], arena);
    cause.rule = keep_text(cause.rule, arena);
    cause.inner = cause.inner ? cause_keep_new(*cause.inner, arena) : NULL;
    cause.next = cause.next ? cause_keep_new(*cause.next, arena) : NULL;
    return cause;
}

const struct cause *cause_keep_new(struct cause cause, struct arena *arena)
{
    struct cause *kept = arena_alloc(arena, sizeof *kept);
    *kept = cause_keep(cause, arena);
    return kept;
}

const struct cause *cause_append(const struct cause *list, const struct cause *more, struct arena *arena)
{
    if (!list)
        return more;
    struct cause *copy = arena_alloc(arena, sizeof *copy);
    *copy = *list;
    copy->next = cause_append(list->next, more, arena);
    return copy;
}
