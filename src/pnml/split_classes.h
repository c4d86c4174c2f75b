// A class that a net uses in several *roles* becomes several classes. The cells of a board may have rows, columns and
// values of one class; if no transition compares a row with a column, or moves one to where the other is, permuting the
// rows alone changes nothing. With a class for each role, such permutations are those of static subclasses.
//
// A role is a set of components of places and of variables of transitions: those of a variable are one, and so are
// those of two that a guard compares. Markings and bindings are the same as before, with the same colours.
#ifndef COSET_PNML_SPLIT_CLASSES_H
#define COSET_PNML_SPLIT_CLASSES_H

#include "pnml/net.h"

void net_split_classes(struct net *);

#endif
