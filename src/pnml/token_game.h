// The token game on a net as it is written: one marking, and transitions that fire in it. Nothing is unfolded; a place
// holds a list of the colours that it has tokens of. So it can be played on nets whose unfolding is out of reach.
#ifndef COSET_PNML_TOKEN_GAME_H
#define COSET_PNML_TOKEN_GAME_H

#include "pnml/unfold.h"

struct token_game;

// At the initial marking; NULL if that cannot be had (numbers that are negative or too large).
struct token_game *token_game_open(const struct net *, uint64_t seed, struct mem *);
void token_game_close(struct token_game *);
void token_game_reset(struct token_game *); // to the initial marking

const int64_t *token_game_totals(const struct token_game *);  // tokens of all colours, by place
int64_t token_game_most_of_colour(const struct token_game *); // in one place, of all markings so far
uint64_t token_game_random(struct token_game *, uint64_t below);
// Two markings with different fingerprints differ.
uint64_t token_game_fingerprint(const struct token_game *);
// The marking as numbers: for each place the number of its colours, and then each with its count, ascending.
typedef ARRAY(uint64_t) marking_array;
void token_game_save(struct token_game *, marking_array *out);
void token_game_restore(struct token_game *, const uint64_t *marking);

enum binding_search { BINDING_FOUND, BINDING_NONE, BINDING_UNKNOWN }; // unknown: the search was too long
// Values of variables with which the transition can fire, by variable of the net; the first ones that are found from
// random places on. *values are the game's, good until the next search.
enum binding_search token_game_bind(struct token_game *, uint32_t transition, const uint32_t **values);
// Calls `visit` for each way in which the transition can fire, until that is false. False if the search was too long.
bool token_game_bind_all(struct token_game *, uint32_t transition, bool (*visit)(void *context, const uint32_t *values),
                         void *context);
// From here on, only bindings are found that this allows: it is asked before a variable gets a value, with those that
// have one (`is_bound`). NULL: all.
typedef bool token_game_filter(void *context, const struct net_transition *, uint32_t variable, uint32_t colour,
                               const uint32_t *values, const bool *is_bound);
void token_game_set_filter(struct token_game *, token_game_filter *, void *context);
// Whether it can fire; remembered until one of its input places changes.
enum binding_search token_game_can_fire(struct token_game *, uint32_t transition);
// False, and nothing changes, if it cannot fire with these values.
bool token_game_fire(struct token_game *, uint32_t transition, const uint32_t *values);

void token_game_unfire(struct token_game *, uint32_t transition, const uint32_t *values); // takes a firing back
// A firing would have put a negative number of tokens, or too many: there is something wrong with the net.
bool token_game_is_broken(const struct token_game *);

#endif
