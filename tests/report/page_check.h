// What tests ask of a page: that it is well-formed, asks for nothing from elsewhere, and has the data of the JSON.
#ifndef COSET_TESTS_REPORT_PAGE_CHECK_H
#define COSET_TESTS_REPORT_PAGE_CHECK_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// NULL if every tag is closed where it should be, else what is wrong. Scripts and styles are skipped.
const char *page_tags(const char *page, char *wrong, size_t size);

// The JSON in a script element; NULL if there is none that parses. The caller owns it.
json_t *page_data(const char *page, const char *id);

// The data of a page as the JSON of a report has them: traces with all values of all states.
json_t *page_as_report(const char *page);

#endif
