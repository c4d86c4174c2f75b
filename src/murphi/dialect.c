// Which of the two tools a file was written for. They differ in what an undefined value may be used for (see
// enum murphi_dialect); most files are accepted by both.
#include "murphi/execute.h"

// What only CMurphi has (unions, multisets, priorities) counts more than what only rumur has: a file with both is for
// neither, and unions without undefined ids would be of little use.
// What was read besides the file is not asked.
static bool is_for_cmurphi(const struct murphi_tree *tree)
{
    return murphi_is_of_file(tree, tree->only_cmurphi) || !murphi_is_of_file(tree, tree->only_rumur);
}

enum murphi_dialect murphi_dialect_of(const struct murphi_tree *tree, const struct murphi_lower_options *options)
{
    if (options->dialect != MURPHI_DIALECT_AUTO)
        return options->dialect;
    return is_for_cmurphi(tree) ? MURPHI_DIALECT_CMURPHI : MURPHI_DIALECT_RUMUR;
}

// What is written as a range is none, whatever it is used for.
bool murphi_is_id(const struct murphi_type *type)
{
    return (type->kind == MURPHI_SCALARSET && !type->is_inferred) || type->kind == MURPHI_RING ||
           type->kind == MURPHI_UNION;
}

bool mu_may_be_undefined(const struct executor *x, const struct murphi_type *type)
{
    return x->options.dialect == MURPHI_DIALECT_CMURPHI && murphi_is_id(type);
}
