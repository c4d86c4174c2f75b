#include "trace/cause.h"

#include <string.h>

bool cause_has_text(enum cause_code code)
{
    return code == CAUSE_REPLAY_FAILED || code == CAUSE_CERTIFICATE_REFUTED || code == CAUSE_REFUSED_INPUT ||
           code == CAUSE_UNSUPPORTED || code == CAUSE_NOT_APPLICABLE || code == CAUSE_NOT_PROVED ||
           code == CAUSE_NO_CIRCUIT || code == CAUSE_BAD_FILE;
}

bool cause_is_wrong_answer(struct cause cause)
{
    return cause.code == CAUSE_NOT_AN_EXECUTION || cause.code == CAUSE_CONTRADICTION ||
           cause.code == CAUSE_REPLAY_FAILED || cause.code == CAUSE_CERTIFICATE_REFUTED;
}

bool cause_equals(struct cause a, struct cause b)
{
    bool same_text = a.text && b.text ? strcmp(a.text, b.text) == 0 : a.text == b.text;
    return same_text && a.code == b.code && a.by_explicit == b.by_explicit && a.numbers[0] == b.numbers[0] &&
           a.numbers[1] == b.numbers[1];
}

struct cause cause_keep(struct cause cause, struct arena *arena)
{
    if (cause.text)
        cause.text = arena_copy(arena, cause.text, strlen(cause.text));
    return cause;
}
