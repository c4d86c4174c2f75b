// The tools: what they take, and the command lines that they become.
#ifndef COSET_MCP_MCP_TOOLS_H
#define COSET_MCP_MCP_TOOLS_H

#include <jansson.h>

#include "mcp/mcp.h"

json_t *mcp_list_tools(void); // an array of tools with their schemas

// The answer to a call: {"content": [...], "structuredContent": ..., "isError": ...}. NULL if there is no such tool.
json_t *mcp_call_tool(const struct mcp_host *, const char *name, json_t *arguments);

#endif
