// The language server: the Language Server Protocol over two streams, for editors, for models in SMV and Murphi.
//
// Messages are those of `coset check`, found by the same front ends while somebody types. Where names are declared and
// used is found by a scanner (symbol_index.h), so that it is known of texts with errors in them, too. What a property's
// verdict is, the library says (api/coset.h), when it is asked for: the server answers nothing else meanwhile, and has
// a limit of time for it.
#ifndef COSET_LSP_LSP_H
#define COSET_LSP_LSP_H

#include <stdio.h>

#include "base/mem.h"

#define LSP_SECONDS 30 // for one property, unless the editor says otherwise (initializationOptions.timeLimit)

// Answers until the editor says "exit", or the input ends. The status that the protocol asks for: 0 if "shutdown" came
// before.
int lsp_serve(struct mem *, FILE *in, FILE *out);

#endif
