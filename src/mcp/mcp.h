// The Model Context Protocol over two streams, for assistants: the commands check, info, simulate and explain as tools
// with JSON schemas. A message is one line of JSON (JSON-RPC 2.0).
//
// Each call is a run of the program in a process of its own, which is the caller's to start: so a model that is too
// large for the memory takes no conversation with it, and what a tool answers is what the command line prints.
#ifndef COSET_MCP_MCP_H
#define COSET_MCP_MCP_H

#include <stdio.h>

#include "base/str.h"

// Runs the program with these arguments, NULL at the end, and this text as its standard input. Gives its status, and
// what it prints; -1 if it cannot be run, with the reason in `errors`.
struct mcp_host {
    int (*run)(void *context, const char *const *arguments, const char *input, size_t length, struct str *output,
               struct str *errors);
    void *context;
    const char *version; // of the program
    struct mem *mem;
};

// Answers requests until the end of the input. False if an answer could not be written.
bool mcp_serve(const struct mcp_host *, FILE *in, FILE *out);

#endif
