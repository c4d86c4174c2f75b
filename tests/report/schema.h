// A checker of JSON schemas, as far as ours go: type, enum, const, properties, required, additionalProperties, items,
// anyOf, $ref within the schema, minimum, pattern. Other keywords must only describe; an unknown one is an error.
#ifndef COSET_TESTS_REPORT_SCHEMA_H
#define COSET_TESTS_REPORT_SCHEMA_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

// NULL if the instance fits, else what does not.
const char *schema_check(const json_t *schema, const json_t *instance, char *wrong, size_t size);

#endif
