// Lowering: what its files share. An executor finds what start states, rules and properties do; here that becomes
// cells, starts, actions, run-time errors and properties of a model.
#ifndef COSET_MURPHI_LOWERING_H
#define COSET_MURPHI_LOWERING_H

#include "murphi/execute.h"

// A property that waits for those that stand before it in the file.
struct waiting_property {
    uint32_t offset;
    struct property property; // its texts are in the arena
    const formula *instances; // likewise; of a temporal formula, with their placements
    const struct placement *placements;
    size_t instance_count;
    const formula **variants; // by vacuity: those of the instances
};

// One combination of the parameters of a fair rule.
struct fair_instance {
    uint32_t key;  // the number of a symbol
    uint32_t kind; // from 1 on: instances of one kind differ in elements of classes only
    bool is_strong;
    const char *name;         // this and what follows is in the arena
    const struct site *sites; //
    size_t site_count;
    expr enabled; // the conditions of its actions so far
};

// A cell of the monitor that holds a parameter of the rule that was taken last.
struct monitored_id {
    uint32_t class;
    cell_id cell;
};

struct lowering {
    struct executor x;
    struct mem *mem;
    struct murphi_tree *tree;
    struct arena arena; // texts; until the end

    // Cells have the numbers of the state's slots.
    const struct murphi_type **slot_types;
    bool *always;           // by slot: it is defined in all reachable states, as far as is known
    struct scalar *initial; // by slot: what it holds before a rule, in terms of its cell
    bool is_settled;        // no rule has shown yet that a cell is not always defined
    bool is_final;          // what is found goes to the model; else only `always` is
    bool may_restart;       // ... but a rule may still show the former, and then all begins anew

    uint32_t *classes; // of the model, by the id of a type; CLASS_NONE for others
    ARRAY(struct tracked_element {
        value id;
        struct site site; // with its number among all elements of its type
    })
    tracked;
    uint32_t *kin; // by slot: the first of those whose values may come to be there, so that they have one type
    ARRAY(struct site) sites; // of the array elements around a cell
    bool is_in_multiset;      // where cells are placed at the moment

    // By priority, the lowest number first: where a rule with a lower number is enabled, so that this one does not
    // fire.
    ARRAY(struct priority {
        int64_t number;
        expr blocked;
    })
    priorities;
    bool all_instances;   // none is left out
    bool assumes_may_err; // in some state

    ARRAY(expr) progress;    // by which rules there is no deadlock
    ARRAY(expr) errors;      // all conditions
    const char *start_error; // what goes wrong in the first start state that does, in the arena; NULL if none does
    ARRAY(struct waiting_property) properties;
    uint32_t numbers[MURPHI_CTLSTAR + 1]; // how many rules, start states, ... there were so far
    size_t starts, actions;

    ARRAY(struct fair_instance) fair; // found before any rule is lowered for good
    struct int_map fair_by_key;
    ARRAY(uint32_t) fair_of_action; // by action: the number of its fair instance; FAIR_RULE_NONE
    struct int_map kind_by_key;     // of fair instances
    cell_id monitor;                // which kind of rule was taken last; CELL_NONE if there is none
    ARRAY(struct monitored_id) ids; // ... and for which elements: as many of each class as a rule has

    // The instance that is being lowered.
    const struct murphi_rule *rule;
    ARRAY(const struct murphi_binder *) binders; // around it, the outermost first
    const struct murphi_expr *condition;         // of a property, inside of these
    ARRAY(struct site) named;                    // elements that quantifiers inside of it stand for at the moment
    ARRAY(formula) sound;                        // of a temporal property: where nothing goes wrong in its conditions
};

// ---- lower_cells.c --------------------------------------------------------------------------------------------------

void mu_cells_open(struct lowering *);
void mu_cells_close(struct lowering *);
void mu_cells_let_be_undefined(struct lowering *); // as options say
void mu_cells_add(struct lowering *);              // to the executor's model, and `initial`
void mu_store_undefined(struct lowering *);        // as it is before a start state
void mu_store_cells(struct lowering *);            // as it is before a rule
// What a cell gets; takes it out of those that are always defined if this need not be.
expr mu_cell_value(struct lowering *, uint32_t slot);

// ---- lower_components.c ---------------------------------------------------------------------------------------------

void mu_classes_add(struct lowering *);                // to the executor's model, unless it has them
void mu_classes_obstruct(struct lowering *, bool all); // those with obstacles that were found since, or all
// Something of this type holds ids of components that can be exchanged at will.
bool mu_holds_ids(const struct lowering *, const struct murphi_type *);
void mu_cells_place(struct lowering *);
void mu_cells_share_always(struct lowering *);          // what is not always defined for one element is so for none
void mu_action_place(struct lowering *, size_t action); // that of the instance
void mu_instance_sites(struct lowering *);              // to `sites`
void mu_property_sites(struct lowering *);              // the same, with all that its conditions depend on
uint32_t mu_instance_family(struct lowering *);
struct site mu_site_of_binder(const struct lowering *, const struct murphi_binder *);
// Whether the value of a binder is the first of those that the symmetries leave to choose from, given the ones before.
bool mu_is_first_of_orbit(const struct lowering *, size_t level);
bool mu_is_left_out(const struct lowering *, size_t level); // an instance with that value of the binder

// ---- rule_instance.c ------------------------------------------------------------------------------------------------

typedef void mu_instance(struct lowering *, void *context);
// Calls `run` for each combination of what stands around a rule; the path says what must hold for it.
void mu_each_instance(struct lowering *, const struct murphi_rule *, mu_instance *run, void *context);
void mu_instance_name(struct lowering *, struct str *out); // Try (p: Proc_1, i: 2)
void mu_add_parameter(struct lowering *, const struct murphi_binder *, const char *is, const char *before,
                      struct str *out);                // p: Proc_1; nothing for an alias
void mu_add_where(struct lowering *, struct str *out); // rule "Try (p: Proc_1, i: 2)"
void mu_add_errors(struct lowering *);                 // those of the instance

// Where an instance begins, to come back to. Run-time errors of what stands around a rule (an alias of a[i], say) are
// run-time errors of every instance inside.
struct rule_state {
    size_t errors, error_base, path, trail, slots;
    expr any_error, assumed;
    bool stopped;
};
struct rule_state mu_rule_state(const struct executor *);
void mu_rule_restore(struct executor *, const struct rule_state *);

// ---- lower_rule.c ---------------------------------------------------------------------------------------------------

void mu_lower_starts(struct lowering *);
void mu_lower_rules(struct lowering *);

// ---- error_factoring.c ----------------------------------------------------------------------------------------------

expr mu_any_error(struct executor *, const struct error_record *, size_t count); // whether one of them happens

// ---- lower_priority.c -----------------------------------------------------------------------------------------------

void mu_priorities_find(struct lowering *); // before the rules of a model are lowered
// Where the rule at hand does not fire although its guard is true, for rules with a lower number are enabled.
expr mu_blocked(const struct lowering *);

// ---- lower_property.c -----------------------------------------------------------------------------------------------

void mu_lower_properties(struct lowering *);

// ---- lower_cases.c --------------------------------------------------------------------------------------------------

void mu_lower_cases(struct lowering *, const struct murphi_rule *); // of an invariant, in a model that is made for good

// ---- lower_fairness.c -----------------------------------------------------------------------------------------------

void mu_fairness_open(struct lowering *); // finds fair rules, and adds the monitor if there is to be one
void mu_fairness_close(struct lowering *);
void mu_fairness_note_start(struct lowering *, size_t start);          // sets the monitor
void mu_fairness_note_action(struct lowering *, size_t action);        // of the instance; sets the monitor
void mu_fairness_record(struct lowering *);                            // the same in its procedure
void mu_lower_fairness(struct lowering *, const struct murphi_rule *); // justice or compassion
void mu_fairness_add(struct lowering *);                               // fair rules, or what is asked of the monitor

// ---- lower_annotations.c --------------------------------------------------------------------------------------------

void mu_lower_hint(struct lowering *, const struct murphi_rule *);
// Two definitions, the last of the model: whether the expression can be evaluated, and its value.
void mu_lower_shown(struct lowering *, const struct murphi_rule *);
void mu_lower_symmetries(struct lowering *);

// ---- lower_formula.c ------------------------------------------------------------------------------------------------

formula mu_condition(struct lowering *, expr);
formula mu_lower_formula(struct lowering *, const struct murphi_expr *);
formula mu_lower_state_formula(struct lowering *, const struct murphi_expr *); // one about paths: for all of them
formula mu_always(struct lowering *, formula); // in all states, as the property's logic says it

// What is lowered in between is evaluated in later states than the one in which it is asked for.
struct later {
    struct held_path path;
    size_t errors, base;
    expr any_error;
    bool stopped;
};
void mu_later_begin(struct lowering *, struct later *);
expr mu_later_end(struct lowering *, struct later *, expr asked); // gives where something goes wrong in it
formula mu_lower_formulas(struct model *, enum formula_op, const formula *, size_t count); // joined by and, or

#endif
