// Text inside of a page: nothing that a model or a file is named can become a part of the page itself.
#ifndef COSET_REPORT_HTML_TEXT_H
#define COSET_REPORT_HTML_TEXT_H

#include "base/str.h"

// Adds a text of anybody, as text or as the value of an attribute in double quotes. What is not printable becomes
// U+FFFD, but for line ends.
void html_add_text(struct mem *, struct str *, const char *text);
// The same without blanks at its ends.
void html_add_trimmed(struct mem *, struct str *, const char *text);

// Adds a whole number with its digits in groups of three.
void html_add_number(struct mem *, struct str *, const char *digits);

// Adds JSON for a script element: the same JSON, but without a sign that could end the element.
void html_add_json(struct mem *, struct str *, const char *json);

#endif
