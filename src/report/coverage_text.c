// Coverage of rules: as a table for people, as warnings, as JSON.
#include <inttypes.h>
#include <string.h>

#include "base/json.h"
#include "model/rule_coverage.h"
#include "report/report.h"

void report_text_coverage(const struct rule_coverage *c, struct mem *mem, struct str *out)
{
    str_add(mem, out, "coverage of %s%" PRIu64 " %s:\n%12s %12s\n", c->is_complete ? "" : "the first ", c->states,
            c->are_orbits ? "representatives of orbits" : "states", "enabled", "fired");
    for (size_t i = 0; i < c->rules.count; i++) {
        const struct covered_rule *rule = &c->rules.at[i];
        str_add(mem, out, "%12" PRIu64 " %12" PRIu64 "  %s (line %zu)\n", rule->enabled, rule->fired, rule->name,
                rule->line);
    }
}

// Of some of the states nothing can be said that is so in all.
bool report_coverage_warning(const struct rule_coverage *c, size_t number, struct mem *mem, struct str *out)
{
    for (size_t i = 0; i < c->rules.count && c->is_complete; i++)
        if (c->rules.at[i].enabled == 0 && number-- == 0) {
            str_add(mem, out, "%s (line %zu) is never enabled", c->rules.at[i].name, c->rules.at[i].line);
            return true;
        }
    if (!c->is_complete || number >= c->missing.count)
        return false;
    str_add(mem, out, "no reachable state has the value %s (line %zu)", c->missing.at[number].name,
            c->missing.at[number].line);
    return true;
}

static void add_name(const char *name, size_t line, bool is_first, struct mem *mem, struct str *out)
{
    str_add(mem, out, "%s\n      {\"name\": ", is_first ? "" : ",");
    json_add_string(mem, out, name, strlen(name));
    str_add(mem, out, ", \"line\": %zu", line);
}

void report_json_coverage(const struct rule_coverage *c, struct mem *mem, struct str *out)
{
    str_add(mem, out, "{\"states\": %" PRIu64 ", \"complete\": %s, \"representatives\": %s,\n    \"rules\": [",
            c->states, c->is_complete ? "true" : "false", c->are_orbits ? "true" : "false");
    for (size_t i = 0; i < c->rules.count; i++) {
        add_name(c->rules.at[i].name, c->rules.at[i].line, i == 0, mem, out);
        str_add(mem, out, ", \"enabled\": %" PRIu64 ", \"fired\": %" PRIu64 "}", c->rules.at[i].enabled,
                c->rules.at[i].fired);
    }
    str_add(mem, out, "],\n    \"missing_values\": [");
    for (size_t i = 0; i < c->missing.count; i++) {
        add_name(c->missing.at[i].name, c->missing.at[i].line, i == 0, mem, out);
        str_add(mem, out, "}");
    }
    str_add(mem, out, "]}");
}
