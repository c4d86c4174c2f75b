// What the two files of the printer share.
#ifndef COSET_SMV_PRINT_PSL_H
#define COSET_SMV_PRINT_PSL_H

#include "smv/print.h"

struct printer {
    struct mem *mem;
    struct str *out;
    enum smv_print_style style;
};

// ---- print.c --------------------------------------------------------------------------------------------------------

void printer_add(struct printer *, const char *text);
void printer_print(struct printer *, const struct smv_expr *); // with nothing around it
void printer_list(struct printer *, const struct smv_expr *, const char *between);

// ---- print_psl.c ----------------------------------------------------------------------------------------------------

void print_psl(struct printer *, const struct smv_expr *);

#endif
