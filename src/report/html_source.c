// The text of the model, with numbers of lines that can be linked to.
#include <string.h>

#include "report/html_parts.h"
#include "report/html_text.h"

#define MOST_BYTES (512 * 1024) // of a text that anybody reads in a page

void html_add_source(const char *text, size_t length, struct mem *mem, struct str *out)
{
    if (!text || length == 0 || length > MOST_BYTES || memchr(text, 0, length))
        return;
    str_add(
        mem, out,
        "<section aria-labelledby=\"source\">\n<h2 id=\"source\">Model</h2>\n<details id=\"model\"><summary>The text "
        "of the model</summary>\n<pre class=\"source\">");
    size_t line = 0;
    for (const char *at = text, *end = text + length; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        struct str one = {0};
        stop = stop ? stop : end;
        for (const char *c = at; c < stop; c++) { // which html_add_text would take for signs that nobody can print
            if (*c == '\t')
                str_add(mem, &one, "    ");
            else if (*c != '\r')
                str_add_char(mem, &one, *c);
        }
        str_add(mem, out, "<span id=\"line-%zu\">", ++line);
        html_add_text(mem, out, str_text(&one));
        str_add(mem, out, "</span>\n");
        str_free(mem, &one);
        at = stop + 1;
    }
    str_add(mem, out, "</pre></details>\n</section>\n");
}
