#include "read_model.h"

void reading_open(struct reading *r, const char *text)
{
    r->mem = MEM_UNLIMITED;
    r->source = (struct source){"test.smv", text, strlen(text)};
    diag_open(&r->diag, &r->mem);
    r->smv = smv_read(&r->source, &r->mem, &r->diag);
    if (!r->smv) {
        struct str messages = {0};
        diag_render(&r->diag, &messages);
        print_error("%s\n%s\n", text, str_text(&messages));
        str_free(&r->mem, &messages);
    }
    assert_non_null(r->smv);
    r->model = smv_model(r->smv);
}

void reading_close(struct reading *r)
{
    smv_free(r->smv);
    diag_close(&r->diag);
    assert_nothing_left(&r->mem);
}
