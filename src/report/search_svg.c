#include "report/search_svg.h"

#include <inttypes.h>
#include <math.h>

#include "report/html_text.h"

// In points: of a row, and of each of the two plots in it.
#define ROW_HEIGHT 230.0
#define HEAD_HEIGHT 40.0
#define PLOT_WIDTH 420.0
#define PLOT_HEIGHT 150.0
#define LEFT 80.0
#define TOP 44.0
#define PAGE_WIDTH (2 * (LEFT + PLOT_WIDTH) + 20)
#define MOST_LINEAR 1e4 // larger numbers of states are drawn as powers of ten
#define TICKS 4
#define MOST_NAMED 6 // properties in the title of a row

enum column { FOUND, FRONTIER, NODES, FRONTIER_NODES };

struct series {
    enum column column;
    const char *name, *style;
};

struct plot {
    struct mem *mem;
    struct str *out;
    const struct history_search *search;
    double left, top;     // of the axes
    double high;          // the largest value that fits
    uint64_t first, last; // iterations
    bool is_logarithmic;
};

// ---- Values ---------------------------------------------------------------------------------------------------------

// Negative: it is not known.
static double value_of(const struct history_sample *s, enum column column, bool is_logarithmic)
{
    double power = column == FOUND ? s->found : s->frontier;
    switch (column) {
    case NODES:
        return s->nodes ? (double)s->nodes : -1;
    case FRONTIER_NODES:
        return s->frontier_nodes ? (double)s->frontier_nodes : -1;
    default:
        return power < 0 ? -1 : is_logarithmic ? power * log10(2) : round(exp2(power));
    }
}

static double largest(const struct history_search *search, enum column column, bool is_logarithmic)
{
    double most = -1;
    for (size_t i = 0; i < search->samples.count; i++) {
        double value = value_of(&search->samples.at[i], column, is_logarithmic);
        most = value > most ? value : most;
    }
    return most;
}

// 1, 2 or 5 times a power of ten, so that a few of them fit.
static double step_for(double high)
{
    double step = pow(10, floor(log10(high / TICKS)));
    while (high / step > TICKS + 1)
        step *= high / step > 2.5 * TICKS ? 5 : 2;
    return step < 1 ? 1 : step;
}

// ---- Drawing --------------------------------------------------------------------------------------------------------

static double x_of(const struct plot *p, uint64_t iteration)
{
    double width = p->last > p->first ? (double)(p->last - p->first) : 1;
    return p->left + (double)(iteration - p->first) / width * PLOT_WIDTH;
}

static double y_of(const struct plot *p, double value)
{
    return p->top + PLOT_HEIGHT - value / p->high * PLOT_HEIGHT;
}

static void add_label(const struct plot *p, double x, double y, const char *anchor, const char *text)
{
    str_add(p->mem, p->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    html_add_text(p->mem, p->out, text);
    str_add(p->mem, p->out, "</text>\n");
}

static void add_axes(const struct plot *p)
{
    struct str text = {0};
    double step = step_for(p->high), width = (double)(p->last - p->first), across = step_for(width > 1 ? width : 1);
    // NOLINTNEXTLINE(clang-analyzer-security.FloatLoopCounter): a few lines of a grid
    for (double at = 0; at <= p->high; at += step) {
        str_add(p->mem, p->out, "<path class=\"grid\" d=\"M%.1f %.1fh%.1f\"/>\n", p->left, y_of(p, at), PLOT_WIDTH);
        str_add(p->mem, &text, p->is_logarithmic ? "10^%.0f" : "%.0f", at);
        add_label(p, p->left - 6, y_of(p, at) + 4, "end", str_text(&text));
        str_free(p->mem, &text);
    }
    // NOLINTNEXTLINE(clang-analyzer-security.FloatLoopCounter): likewise
    for (double at = 0; at <= width; at += across) {
        str_add(p->mem, &text, "%.0f", (double)p->first + at);
        add_label(p, x_of(p, p->first + (uint64_t)at), p->top + PLOT_HEIGHT + 16, "middle", str_text(&text));
        str_free(p->mem, &text);
    }
}

// Where values are not known there is a gap; a single point is a dot.
static void add_series(const struct plot *p, const struct series *s)
{
    const struct history_search *search = p->search;
    const char *command = "M";
    str_add(p->mem, p->out, "<path class=\"%s\" d=\"", s->style);
    for (size_t i = 0; i < search->samples.count; i++) {
        double value = value_of(&search->samples.at[i], s->column, p->is_logarithmic);
        if (value >= 0)
            str_add(p->mem, p->out, "%s%.1f %.1f", command, x_of(p, search->samples.at[i].iteration), y_of(p, value));
        command = value >= 0 ? "L" : "M";
    }
    str_add(p->mem, p->out, search->samples.count == 1 ? "h.1\"/>\n" : "\"/>\n");
}

static void add_plot(struct plot *p, const char *title, const struct series *first, const struct series *second)
{
    double most = fmax(largest(p->search, first->column, p->is_logarithmic),
                       largest(p->search, second->column, p->is_logarithmic));
    struct str text = {0};
    if (most < 0)
        return;
    p->high = most > 0 ? most * 1.05 : 1;
    str_add(p->mem, &text, "%s by iteration%s", title, p->is_logarithmic ? ", logarithmic" : "");
    add_label(p, p->left, p->top - 8, "start", str_text(&text));
    str_free(p->mem, &text);
    add_axes(p);
    const struct series *const both[] = {first, second};
    for (size_t i = 0; i < 2; i++) {
        if (largest(p->search, both[i]->column, p->is_logarithmic) < 0)
            continue;
        add_series(p, both[i]);
        str_add(p->mem, p->out, "<path class=\"%s\" d=\"M%.1f %.1fh18\"/>\n", both[i]->style,
                p->left + PLOT_WIDTH - 180 + 90 * (double)i, p->top - 12);
        add_label(p, p->left + PLOT_WIDTH - 158 + 90 * (double)i, p->top - 8, "start", both[i]->name);
    }
}

// ---- Rows -----------------------------------------------------------------------------------------------------------

static void add_property(const struct search_svg *it, uint32_t property, struct mem *mem, struct str *text)
{
    str_add(mem, text, "%s%" PRIu32, text->count ? ", " : "", property + 1);
    if (property < it->count && it->properties[property])
        str_add(mem, text, " %s", it->properties[property]);
}

static void add_row(const struct search_svg *it, const struct history_search *search, double top, struct mem *mem,
                    struct str *out)
{
    static const struct series found = {FOUND, "found", "first"}, frontier = {FRONTIER, "frontier", "second"},
                               nodes = {NODES, "in all", "first"}, layer = {FRONTIER_NODES, "frontier", "second"};
    struct str title = {0}, text = {0};
    for (size_t i = 0; i < search->properties.count && i < MOST_NAMED; i++)
        add_property(it, search->properties.at[i], mem, &title);
    if (search->properties.count > MOST_NAMED)
        str_add(mem, &title, " and %zu more", search->properties.count - MOST_NAMED);
    str_add(mem, &text, "%s%s%s, %s, up to iteration %" PRIu64, str_text(&title), title.count ? ": " : "",
            search->phase, search->way, search->iterations);
    struct plot p = {.mem = mem,
                     .out = out,
                     .search = search,
                     .left = LEFT,
                     .top = top + TOP,
                     .first = search->samples.at[0].iteration,
                     .last = search->samples.at[search->samples.count - 1].iteration,
                     .is_logarithmic = largest(search, FOUND, false) > MOST_LINEAR};
    str_add(mem, out, "<text class=\"title\" x=\"12\" y=\"%.1f\">", top + 16);
    html_add_text(mem, out, str_text(&text));
    str_add(mem, out, "</text>\n");
    add_plot(&p, search->unit, &found, &frontier);
    p.left += LEFT + PLOT_WIDTH;
    p.is_logarithmic = false;
    add_plot(&p, "nodes of decision diagrams", &nodes, &layer);
    str_free(mem, &title);
    str_free(mem, &text);
}

static size_t rows_of(const struct history *h)
{
    size_t count = 0;
    for (size_t i = 0; i < h->searches.count; i++)
        count += h->searches.at[i].samples.count > 0;
    return count;
}

void search_svg_add(const struct search_svg *it, struct mem *mem, struct str *out)
{
    size_t rows = rows_of(it->history), shown = rows < it->limit ? rows : it->limit, row = 0;
    size_t missing = rows - shown + (size_t)it->history->forgotten;
    str_add(mem, out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<style>path { fill: none; stroke-width: 1.5; stroke-linecap: round } "
            ".grid { stroke: #ddd; stroke-width: 1 } .first { stroke: #1f5fa8 } .second { stroke: #c05a00 } "
            ".title { font-weight: bold }</style>\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
            "<text class=\"title\" x=\"12\" y=\"24\" font-size=\"15\">",
            PAGE_WIDTH, HEAD_HEIGHT + ROW_HEIGHT * (double)shown);
    html_add_text(mem, out, it->title);
    if (rows == 0)
        str_add(mem, out, ": there was no search that went step by step");
    else if (missing > 0)
        str_add(mem, out, ": %zu of %zu searches", shown, shown + missing);
    str_add(mem, out, "</text>\n");
    for (size_t i = 0; i < it->history->searches.count && row < shown; i++)
        if (it->history->searches.at[i].samples.count > 0)
            add_row(it, &it->history->searches.at[i], HEAD_HEIGHT + ROW_HEIGHT * (double)row++, mem, out);
    str_add(mem, out, "</svg>\n");
}
