#include "run/language_guess.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

struct text {
    const char *at, *end;
};

static bool begins_with(const struct text *t, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(t->end - t->at) >= length && strncasecmp(t->at, word, length) == 0;
}

static void skip_behind(struct text *t, const char *mark)
{
    while (t->at < t->end && !begins_with(t, mark))
        t->at++;
    if (t->at < t->end)
        t->at += strlen(mark);
}

// SMV and Murphi have the same comments.
static void skip_blanks(struct text *t)
{
    if (begins_with(t, "\xef\xbb\xbf"))
        t->at += 3;
    while (t->at < t->end)
        if (isspace((unsigned char)*t->at))
            t->at++;
        else if (begins_with(t, "--"))
            skip_behind(t, "\n");
        else if (begins_with(t, "/*"))
            skip_behind(t, "*/");
        else
            return;
}

static bool begins_with_word(const struct text *t, const char *word)
{
    const char *behind = t->at + strlen(word);
    return begins_with(t, word) && behind < t->end && !isalnum((unsigned char)*behind) && *behind != '_';
}

static enum job_language guess(const char *text, size_t length)
{
    static const struct {
        const char *word;
        enum job_language language;
    } first_words[] = {
        {"module", JOB_LANGUAGE_SMV},  {"const", JOB_LANGUAGE_MURPHI},    {"type", JOB_LANGUAGE_MURPHI},
        {"var", JOB_LANGUAGE_MURPHI},  {"function", JOB_LANGUAGE_MURPHI}, {"procedure", JOB_LANGUAGE_MURPHI},
        {"rule", JOB_LANGUAGE_MURPHI}, {"ruleset", JOB_LANGUAGE_MURPHI},  {"startstate", JOB_LANGUAGE_MURPHI},
        {"aag", JOB_LANGUAGE_AIGER},   {"aig", JOB_LANGUAGE_AIGER},       {"1 sort", JOB_LANGUAGE_BTOR2},
    };
    struct text t = {text, text + length};
    skip_blanks(&t);
    for (size_t i = 0; i < sizeof first_words / sizeof *first_words; i++)
        if (begins_with_word(&t, first_words[i].word))
            return first_words[i].language;
    if (!begins_with(&t, "<"))
        return JOB_LANGUAGE_BY_NAME;
    skip_behind(&t, "<pnml");
    return t.at < t.end ? JOB_LANGUAGE_PNML : JOB_LANGUAGE_BY_NAME;
}

// Two languages share the ending .m with others, and a file may have the wrong one.
void language_advise(struct run *run, const struct input *input, const char *path)
{
    static const struct {
        const char *name, *word;
    } languages[] = {
        [JOB_LANGUAGE_SMV] = {"SMV", "smv"},       [JOB_LANGUAGE_MURPHI] = {"Murphi", "murphi"},
        [JOB_LANGUAGE_PNML] = {"PNML", "pnml"},    [JOB_LANGUAGE_AIGER] = {"AIGER", "aiger"},
        [JOB_LANGUAGE_BTOR2] = {"BTOR2", "btor2"},
    };
    enum job_language looks = guess(input->text.at, input->text.length);
    if (looks == JOB_LANGUAGE_BY_NAME || looks == input->language)
        return;
    struct str name = {0};
    input_add_quoted(run, &name, path);
    log_warning(&run->log, "%s looks like %s, and was read as %s; --language %s reads it as that", str_text(&name),
                languages[looks].name, languages[input->language].name, languages[looks].word);
    str_free(&run->mem, &name);
}
