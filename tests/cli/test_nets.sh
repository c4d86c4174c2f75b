#!/usr/bin/env bash
# Petri nets, as a user meets them: checking, the examinations of the Model Checking Contest, and what is wrong in a file.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
nets=tests/models/pnml

status_of() {
    "$@" >/dev/null 2>&1
    echo $?
}

answers() { sed 's/ TECHNIQUES .*//' | sort; }

mkdir "$scratch/large"
awk 'BEGIN {
    grammar = "http://www.pnml.org/version-2009/grammar/"
    print "<pnml xmlns=\"" grammar "pnml\"><net id=\"n\" type=\"" grammar "ptnet\"><page id=\"p\">"
    for (i = 0; i < 12000; i++) {
        print "<place id=\"p" i "\"><initialMarking><text>" (i == 0) "</text></initialMarking></place><transition id=\"t" i "\"/>"
        print "<arc id=\"a" i "\" source=\"p" i "\" target=\"t" i "\"/>"
        print "<arc id=\"b" i "\" source=\"t" i "\" target=\"p" (i + 1) % 12000 "\"/>"
    }
    print "</page></net></pnml>"
}' >"$scratch/large/model.pnml"

# Some tools write sums and guards as chains, each the first operand of the next. Names of one kind do not hinder those of
# another: there is a variable `go`, and so is the transition called.
awk 'BEGIN {
    grammar = "http://www.pnml.org/version-2009/grammar/"
    go = "<subterm><variable refvariable=\"go\"/></subterm>"
    print "<pnml xmlns=\"" grammar "pnml\"><net id=\"n\" type=\"" grammar "symmetricnet\"><declaration><structure><declarations>"
    print "<namedsort id=\"p\" name=\"p\"><finiteintrange start=\"1\" end=\"3000\"/></namedsort>"
    print "<variabledecl id=\"go\" name=\"go\"><usersort declaration=\"p\"/></variabledecl></declarations></structure></declaration>"
    for (i = 1; i <= 3000; i++)
        colour[i] = "<subterm><finiteintrangeconstant value=\"" i "\"><finiteintrange start=\"1\" end=\"3000\"/></finiteintrangeconstant></subterm>"
    print "<page id=\"page\"><place id=\"p\"><type><structure><usersort declaration=\"p\"/></structure></type><hlinitialMarking><structure>"
    for (i = 2; i <= 3000; i++) printf "<add><subterm>"
    for (i = 1; i <= 3000; i++)
        printf "%s<numberof><subterm><numberconstant value=\"1\"/></subterm>%s</numberof>%s", (i > 1 ? "<subterm>" : ""), colour[i], (i == 1 ? "" : "</subterm></add>") (i < 3000 ? "</subterm>" : "")
    print "</structure></hlinitialMarking></place><transition id=\"go\"><condition><structure>"
    for (i = 2; i <= 1000; i++) printf "<or><subterm>"
    for (i = 1; i <= 1000; i++)
        printf "%s<equality>%s%s</equality>%s", (i > 1 ? "<subterm>" : ""), go, colour[i], (i == 1 ? "" : "</subterm></or>") (i < 1000 ? "</subterm>" : "")
    print "</structure></condition></transition><arc id=\"arc\" source=\"p\" target=\"go\"><hlinscription><structure>"
    print "<variable refvariable=\"go\"/></structure></hlinscription></arc></page></net></pnml>"
}' >"$scratch/chain.pnml"

# Three tokens that only tables join: all choices of the three would be 8,000,000,000.
awk 'BEGIN {
    grammar = "http://www.pnml.org/version-2009/grammar/"
    n = 2000
    split("x y z", name, " ")
    print "<pnml xmlns=\"" grammar "pnml\"><net id=\"n\" type=\"" grammar "symmetricnet\"><declaration><structure><declarations>"
    print "<namedsort id=\"c\" name=\"c\"><finiteintrange start=\"1\" end=\"" n "\"/></namedsort>"
    print "<namedsort id=\"pair\" name=\"pair\"><productsort><usersort declaration=\"c\"/><usersort declaration=\"c\"/></productsort></namedsort>"
    for (i = 1; i <= 3; i++) {
        print "<variabledecl id=\"" name[i] "\" name=\"" name[i] "\"><usersort declaration=\"c\"/></variabledecl>"
        variable[i] = "<variable refvariable=\"" name[i] "\"/>"
    }
    print "</declarations></structure></declaration><page id=\"page\"><transition id=\"go\"/>"
    for (i = 1; i <= 3; i++) {
        print "<place id=\"p" i "\"><type><structure><usersort declaration=\"c\"/></structure></type><hlinitialMarking><structure>"
        print "<all><usersort declaration=\"c\"/></all></structure></hlinitialMarking></place><arc id=\"a" i "\" source=\"p" i "\" target=\"go\">"
        print "<hlinscription><structure>" variable[i] "</structure></hlinscription></arc>"
    }
    for (i = 1; i <= 2; i++) {
        print "<place id=\"table" i "\"><type><structure><usersort declaration=\"pair\"/></structure></type><hlinitialMarking><structure><add>"
        for (k = 1; k < n; k++)
            print "<subterm><tuple><subterm><finiteintrangeconstant value=\"" k "\"/></subterm><subterm><finiteintrangeconstant value=\"" k + 1 "\"/></subterm></tuple></subterm>"
        print "</add></structure></hlinitialMarking></place>"
        for (k = 1; k <= 2; k++) {
            print "<arc id=\"b" i k "\" source=\"" (k == 1 ? "table" i : "go") "\" target=\"" (k == 1 ? "go" : "table" i) "\"><hlinscription><structure>"
            print "<tuple><subterm>" variable[i] "</subterm><subterm>" variable[i + 1] "</subterm></tuple></structure></hlinscription></arc>"
        }
    }
    print "</page></net></pnml>"
}' >"$scratch/tables.pnml"

# Formulas that are nested as deep as they are long: each conjunction is an operand of the next.
mkdir "$scratch/nested"
cp $nets/contest/model.pnml "$scratch/nested"
awk 'BEGIN {
    deep = 3000
    print "<property-set><property><id>nested</id><formula><all-paths><globally>"
    for (i = 1; i < deep; i++)
        print "<conjunction><integer-le><tokens-count><place>full</place></tokens-count><integer-constant>" 4 + i "</integer-constant></integer-le>"
    print "<true/>"
    for (i = 1; i < deep; i++) print "</conjunction>"
    print "</globally></all-paths></formula></property></property-set>"
}' >"$scratch/nested/ReachabilityCardinality.xml"

for kind in $kinds; do
    coset=$root/build/$kind/coset
    for options in "" "--symmetry off --engine explicit" "--symmetry off --engine symbolic"; do
        # shellcheck disable=SC2086
        check "$kind: ${options:-auto}: states of nets with colours, a ring, differences, partitions, thresholds, products of products and other constructs" equal "256 10 8 448 13 5 5" \
            "$(for net in examples/garage.pnml $nets/ring.pnml $nets/terms.pnml $nets/levels.pnml $nets/products.pnml $nets/constructs.pnml $nets/contest/model.pnml; do
                "$coset" check -q --states --no-trace $options "$net" | sed -n 's/^reachable states: \([0-9]*\) .*/\1/p'
            done | tr '\n' ' ' | sed 's/ $//')"
    done
    check "$kind: formulas about places and transitions" equal 'holds holds holds fails holds fails' \
        "$("$coset" check -q --no-trace examples/garage.pnml -f 'AG (lifts + working = 2)' -f 'AF done = 4' \
            -f 'G F (fireable(begin, finish) | deadlock)' -f 'A [waiting >= 1 U done = 4]' -f 'EF working["ann", 3] = 1' \
            -f 'EF working = 3' | awk '/^ *[0-9]+  / { print $2 }' | tr '\n' ' ' | sed 's/ $//')"
    check "$kind: markings are shown as multisets, of what has changed" equal "idle = 1'ben + 1'cleo waiting = 1'2 + 1'3 + 1'4 lifts = 1 working = 1'(ann,1)" \
        "$("$coset" check -q examples/garage.pnml -f 'AG working = 0' | sed -n '/state 2/,$s/^     *//p' | tr '\n' ' ' | sed 's/ $//')"
    check "$kind: the page has a lane for each colour" contains \
        "$("$coset" check -q examples/garage.pnml -f 'AG working = 0' --html "$scratch/garage.html" >"$scratch/garage.txt"; cat "$scratch/garage.html")" \
        '"lanes": ["Mechanic.ann", "Mechanic.ben", "Mechanic.cleo", "Car.1", "Car.2", "Car.3", "Car.4"]'
    check "$kind: a class is a scalarset, or one but for the colours that differ" contains \
        "$("$coset" info examples/garage.pnml; "$coset" info $nets/terms.pnml)" "Colour of blue: 2 elements"
    check "$kind: colours between the same constants of comparisons are interchangeable" equal \
        "Level of 1: 3 Level of 4: 3 Level of 7: 3" \
        "$("$coset" info $nets/levels.pnml | sed -n 's/^ *\(Level of .: 3\) elements, a scalarset$/\1/p' | tr '\n' ' ' | sed 's/ $//')"

    check "$kind: contest: formulas of branching time" equal 'FORMULA always TRUE
FORMULA never FALSE
FORMULA next TRUE
FORMULA until TRUE' "$("$coset" mcc $nets/contest CTLCardinality | answers)"
    for engine in symbolic explicit; do
        check "$kind: contest: the same by --engine $engine" equal "$("$coset" mcc $nets/contest CTLCardinality | answers)
$("$coset" mcc $nets/contest StateSpace | answers)" "$("$coset" mcc --engine $engine $nets/contest CTLCardinality | answers)
$("$coset" mcc --engine $engine $nets/contest StateSpace | answers)"
    done
    for method in graph flat diagrams model; do
        check "$kind: contest: the same by $method alone" equal "$("$coset" mcc $nets/contest CTLCardinality | answers)" \
            "$("$coset" mcc --only $method $nets/contest CTLCardinality -t 20 | answers)"
    done
    check "$kind: contest: bounds that walks reach, by them alone" equal "$("$coset" mcc $nets/contest UpperBounds | answers)" \
        "$("$coset" mcc --only walks $nets/contest UpperBounds -t 20 | answers)"
    check "$kind: contest: the state equation alone does not know what is reached" equal '' \
        "$("$coset" mcc --only equation $nets/contest UpperBounds -t 20 | answers | grep 'FORMULA full')"
    check "$kind: contest: what is nested deeply is simplified in no more time than what is long" equal 'FORMULA nested TRUE' \
        "$(COSET_CLOCK=processor "$coset" mcc --only equation "$scratch/nested" ReachabilityCardinality -t 10 | answers)"
    check "$kind: contest: no step leads on from a deadlock" equal 'FORMULA all TRUE
FORMULA some FALSE' "$("$coset" mcc $nets/dead CTLFireability | answers)"
    check "$kind: contest: formulas of linear time" equal 'FORMULA empties TRUE
FORMULA fills FALSE' "$("$coset" mcc $nets/contest LTLFireability | answers)"
    check "$kind: contest: bounds" equal 'FORMULA both 5
FORMULA full 4' "$("$coset" mcc $nets/contest UpperBounds | answers)"
    check "$kind: contest: the state space" equal 'STATE_SPACE MAX_TOKEN_IN_PLACE 4
STATE_SPACE MAX_TOKEN_PER_MARKING 5
STATE_SPACE STATES 5
STATE_SPACE TRANSITIONS 7' "$("$coset" mcc $nets/contest StateSpace | answers)"
    check "$kind: contest: bindings of a variable that is asked about only whether it is before its one part" equal \
        'STATE_SPACE TRANSITIONS 8' "$("$coset" mcc $nets/parts StateSpace | answers | grep TRANSITIONS)"
    check "$kind: contest: a ring that is too large for the equation, but not for diagrams" equal \
        'FORMULA ReachabilityDeadlock FALSE' "$("$coset" mcc "$scratch/large" ReachabilityDeadlock -t 100 --memory-limit 1G | answers)"
    check "$kind: contest: a net that is unbounded has infinitely many states" equal 'STATE_SPACE MAX_TOKEN_IN_PLACE +inf
STATE_SPACE MAX_TOKEN_PER_MARKING +inf
STATE_SPACE STATES +inf
STATE_SPACE TRANSITIONS +inf' "$("$coset" mcc $nets/unbounded StateSpace | answers)"
    check "$kind: contest: of its places, some are bounded" equal 'FORMULA boxes inf
FORMULA busy 2' "$("$coset" mcc $nets/unbounded UpperBounds | answers)"
    check "$kind: a net that is unbounded is told from one whose bounds are not found" contains \
        "$("$coset" check $nets/unbounded/model.pnml 2>&1)" 'place "parts" is unbounded: firings that can be repeated'
    check "$kind: contest: properties of the net" equal 'ReachabilityDeadlock FALSE OneSafe FALSE QuasiLiveness TRUE Liveness TRUE StableMarking TRUE' \
        "$(for name in ReachabilityDeadlock OneSafe QuasiLiveness Liveness StableMarking; do
            "$coset" mcc $nets/contest "$name" | sed 's/^FORMULA //; s/ TECHNIQUES.*//'
        done | tr '\n' ' ' | sed 's/ $//')"
    check "$kind: contest: an examination that is not known" equal "DO_NOT_COMPETE" "$("$coset" mcc $nets/contest Colours)"
    check "$kind: contest: the examination from the environment" equal "FORMULA ReachabilityDeadlock FALSE" \
        "$(BK_EXAMINATION=ReachabilityDeadlock BK_TIME_CONFINEMENT=60 "$coset" mcc $nets/contest | answers)"
    check "$kind: contest: a limit of time that is no number" equal 2 \
        "$(BK_TIME_CONFINEMENT=1h status_of "$coset" mcc $nets/contest ReachabilityDeadlock)"
    check "$kind: contest: what does not fit into memory is not computed" equal "CANNOT_COMPUTE" \
        "$("$coset" mcc $nets/contest StateSpace --memory-limit 30k 2>/dev/null)"
    check "$kind: contest: formulas that are not there" equal 2 "$(status_of "$coset" mcc $nets/contest CTLFireability)"

    # What is wrong is said with its place.
    cp $nets/contest/model.pnml "$scratch/model.pnml"
    for number in '' four 4x 1e3 99999999999999999999 -9223372036854775808; do
        sed "s|<integer-constant>[0-9]*<|<integer-constant>$number<|" $nets/contest/CTLCardinality.xml >"$scratch/CTLCardinality.xml"
        check "$kind: contest: a number that is none: '$number'" contains "$("$coset" mcc "$scratch" CTLCardinality 2>&1)" \
            'error: expected a whole number of at most 15 digits'
    done
    sed 's/<place id="done">/<place id="done"><colour\/>/' examples/garage.pnml >"$scratch/unknown.pnml"
    check "$kind: an element that is not known" contains "$("$coset" check "$scratch/unknown.pnml" 2>&1)" \
        'unknown.pnml:31:24: error: unexpected element <colour>'
    sed 's/refvariable="c"/refvariable="m"/' examples/garage.pnml >"$scratch/sort.pnml"
    check "$kind: a colour of another class" contains "$("$coset" check "$scratch/sort.pnml" 2>&1)" \
        'expected a colour of "Car", got one of "Mechanic"'
    sed 's/source="idle"/source="idel"/' examples/garage.pnml >"$scratch/name.pnml"
    check "$kind: a name that is not known" contains "$("$coset" check "$scratch/name.pnml" 2>&1)" \
        '"idel" is neither a place nor a transition'
    head -c 700 examples/garage.pnml >"$scratch/short.pnml"
    check "$kind: an element that is not ended" contains "$(sed '0,/<.place>/s///' examples/garage.pnml |
        "$coset" check - --language pnml 2>&1 | grep -E 'error|note' | cut -d ' ' -f 2- | tr '\n' ' ')" 'expected "</place>" note: the element that it ends'
    check "$kind: a document that ends too early" equal 2 "$(status_of "$coset" check "$scratch/short.pnml")"
    printf '<?xml version="1.0"?><!DOCTYPE pnml [<!ENTITY a "x"><!ENTITY b "&a;&a;">]><pnml>&b;</pnml>' >"$scratch/bomb.pnml"
    check "$kind: entities are refused" contains "$("$coset" check "$scratch/bomb.pnml" 2>&1)" "a document type is not accepted"
    check "$kind: a formula with an error" contains "$("$coset" check examples/garage.pnml -f 'AG (workin <= 2)' 2>&1)" \
        'the net has no place "workin"; did you mean "working"?'
    check "$kind: ... with a colour" contains "$("$coset" check examples/garage.pnml -f 'AG idle[anne] = 0' 2>&1)" \
        '"anne" is no colour of "Mechanic"; did you mean "ann"?'
    check "$kind: tokens of products are written as they are shown" equal \
        "$("$coset" check examples/garage.pnml -f 'AG working[ann,1] = 0' --no-trace 2>&1 | head -1 | cut -c 1-10)" \
        "$("$coset" check examples/garage.pnml -f 'AG working[(ann,1)] = 0' --no-trace 2>&1 | head -1 | cut -c 1-10)"
    for formula in '"' '"idle' 'fireable("' 'tokens('; do
        check "$kind: a formula that ends too early: $formula" equal 2 "$(status_of "$coset" check examples/garage.pnml -f "$formula")"
    done
    sed 's|<hlinitialMarking>.*|<initialMarking><text>1</text></initialMarking>|; /<subterm><numberconst/d; /<subterm><dotconst/d; /<\/numberof>/d' \
        examples/garage.pnml >"$scratch/plain.pnml"
    check "$kind: a marking without colours in a place with colours" contains "$("$coset" check "$scratch/plain.pnml" 2>&1)" \
        'a place with colours needs an <hlinitialMarking>'
    sed 's|<transition id="begin"/>|<transition id="begin"><condition><text>c = 1</text></condition></transition>|' \
        examples/garage.pnml >"$scratch/text.pnml"
    check "$kind: a guard that is only text" contains "$("$coset" check "$scratch/text.pnml" 2>&1)" \
        '<condition> needs a <structure> with a term'
    sed 's|target="begin"/>|target="begin" type="inhibitor"/>|' examples/garage.pnml >"$scratch/inhibitor.pnml"
    check "$kind: an arc of another type" contains "$("$coset" check "$scratch/inhibitor.pnml" 2>&1)" \
        'arcs of the type "inhibitor" are not supported'
    sed 's|<p:useroperator declaration="bottom"/></p:subterm></p:gtp>|<p:useroperator declaration="first"/></p:subterm></p:gtp>|
         s|<p:variabledecl id="v"|<p:partition id="others"><p:usersort declaration="level"/><p:partitionelement id="first"/></p:partition>&|' \
        $nets/constructs.pnml >"$scratch/partitions.pnml"
    check "$kind: parts of different partitions" contains "$("$coset" check "$scratch/partitions.pnml" 2>&1)" \
        'parts of two partitions are compared'
    check "$kind: sums and guards that are chains, and names of several kinds" contains \
        "$("$coset" info "$scratch/chain.pnml")" 'p of 1001: 2000 elements, a scalarset'
    check "$kind: ... whose exchange is tried a bounded number of times" contains \
        "$("$coset" check "$scratch/chain.pnml" -f 'AG (p >= 2999)' --no-trace --memory-limit 1G)" '2  fails'
    check "$kind: a transition is bound by what joins its arcs" contains "$("$coset" info "$scratch/tables.pnml")" '1998 actions'
    sed 's|symmetricnet|pt-hlpng|' $nets/constructs.pnml >"$scratch/hlpng.pnml"
    check "$kind: a type of nets that are written with colours" contains \
        "$("$coset" check -q --states --no-trace "$scratch/hlpng.pnml")" 'reachable states: 5 of'
    check "$kind: options of other languages" equal 2 "$(status_of "$coset" check examples/garage.pnml -D N=3)"
done
finish
