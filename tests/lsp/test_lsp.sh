#!/usr/bin/env bash
# coset lsp: conversations as editors have them.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2
LC_ALL=C # lengths are bytes

frame() { printf 'Content-Length: %d\r\n\r\n%s' ${#1} "$1"; }
json_text() { # a file as a JSON string
    local text
    text=$(<"$1") text=${text//\\/\\\\} text=${text//\"/\\\"} text=${text//$'\t'/\\t}
    printf '"%s"' "${text//$'\n'/\\n}"
}
opened() { # file, language
    frame "{\"jsonrpc\": \"2.0\", \"method\": \"textDocument/didOpen\", \"params\": {\"textDocument\": {\"uri\": \"file:///$1\", \"languageId\": \"$2\", \"version\": 1, \"text\": $(json_text "$1")}}}"
}
request() { # id, method, params
    frame "{\"jsonrpc\": \"2.0\", \"id\": $1, \"method\": \"$2\", \"params\": $3}"
}
at() { # file, line and column from 1, more
    printf '{"textDocument": {"uri": "file:///%s"}, "position": {"line": %d, "character": %d}%s}' "$1" $(($2 - 1)) $(($3 - 1)) "${4-}"
}
begin() { request 0 initialize '{"capabilities": {"workspace": {"codeLens": {"refreshSupport": true}}}, "initializationOptions": {"timeLimit": 20}}'; }
end() { request 99 shutdown null; frame '{"jsonrpc": "2.0", "method": "exit"}'; }
talk() { # reads messages: the answers, one a line
    "$coset" lsp >"$scratch/answers" 2>"$scratch/errors"
    status=$?
    output=$(tr -d '\r' <"$scratch/answers" | sed 's/Content-Length: [0-9]*$//' | grep .)
}
answer() { grep "\"id\":$1[,}]" <<<"$output"; } # id
place() { # file, word, which: line and column, for `at`
    awk -v word="$2" -v which="${3:-1}" '{ from = 1; while (k = index(substr($0, from), word)) { if (!--which) { print NR, from + k - 1; exit } from += k } }' "$1"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset

    { begin; opened examples/mutex.m murphi
      request 1 textDocument/definition "$(at examples/mutex.m $(place examples/mutex.m 'place[p]' 2))"
      request 2 textDocument/hover "$(at examples/mutex.m $(place examples/mutex.m 'place[p]' 1))"
      request 3 textDocument/documentSymbol "$(at examples/mutex.m 1 1)"
      request 4 textDocument/completion "$(at examples/mutex.m 1 1)"
      request 5 textDocument/rename "$(at examples/mutex.m $(place examples/mutex.m 'place[p]' 1) ', "newName": "spot"')"
      request 6 textDocument/rename "$(at examples/mutex.m $(place examples/mutex.m 'place[p]' 1) ', "newName": "Proc"')"
      request 7 textDocument/rename "$(at examples/mutex.m $(place examples/mutex.m 'place[p]' 1) ', "newName": "begin"')"
      request 8 textDocument/codeLens "$(at examples/mutex.m 1 1)"
      request 9 workspace/executeCommand '{"command": "coset.check", "arguments": ["file:///examples/mutex.m", 0]}'
      request 10 textDocument/codeLens "$(at examples/mutex.m 1 1)"
      request 11 textDocument/references "$(at examples/mutex.m $(place examples/mutex.m 'inside' 1))"
      request 12 paint/it '{}'
      end; } >"$scratch/talk"
    talk <"$scratch/talk"
    check "$kind: a conversation ends well" equal 0 "$status"
    check "$kind: nothing is wrong with the model" contains "$output" '"method":"textDocument/publishDiagnostics","params":{"uri":"file:///examples/mutex.m","diagnostics":[]}'
    line=$(place examples/mutex.m 'place:'); line=${line% *}
    check "$kind: a definition" contains "$(answer 1)" "\"start\":{\"line\":$((line - 1)),"
    check "$kind: hover: its type and size" contains "$(answer 2)" 'variables, '
    check "$kind: ... and its declaration" contains "$(answer 2)" 'array'
    check "$kind: outline: variables" contains "$(answer 3)" '"name":"place"'
    check "$kind: ... and properties by their names" contains "$(answer 3)" 'everybody can always get in'
    check "$kind: completion: names" contains "$(answer 4)" '"label":"place"'
    check "$kind: ... and words" contains "$(answer 4)" '"label":"ruleset"'
    check "$kind: rename: as many edits as there are uses" equal "$(grep -v '^ *--' examples/mutex.m | grep -o '\bplace\b' | wc -l)" "$(answer 5 | grep -o '"newText":"spot"' | wc -l)"
    check "$kind: ... not to a name that is taken" contains "$(answer 6)" 'there is something of that name'
    check "$kind: ... nor to what breaks the model" contains "$(answer 7)" 'with that name the model has errors'
    check "$kind: a lens for each property" equal 2 "$(answer 8 | grep -o 'check this property' | wc -l)"
    check "$kind: the verdict" contains "$(answer 9)" '"result":"holds"'
    check "$kind: ... is asked to be shown" contains "$output" '"method":"workspace/codeLens/refresh"'
    check "$kind: ... in its place" contains "$(answer 10)" '"title":"holds"'
    check "$kind: references" contains "$(answer 11)" '"uri":"file:///examples/mutex.m"'
    check "$kind: what it does not know is an error" contains "$(answer 12)" '"code":-32601'

    { begin; opened examples/mutex.smv smv
      request 1 textDocument/codeLens "$(at examples/mutex.smv 1 1)"
      request 2 workspace/executeCommand '{"command": "coset.check", "arguments": ["file:///examples/mutex.smv", 1]}'
      request 3 textDocument/hover "$(at examples/mutex.smv $(place examples/mutex.smv 'state'))"
      request 4 textDocument/documentSymbol "$(at examples/mutex.smv 1 1)"
      request 5 workspace/executeCommand '{"command": "coset.check", "arguments": ["file:///examples/mutex.smv", 7]}'
      frame '{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///examples/mutex.smv"}, "contentChanges": [{"text": "-- \u00e4\ud83d\ude00\nMODULE main\nVAR x: boolean;\nSPEC AG y\n"}]}}'
      request 6 textDocument/hover "$(at examples/mutex.smv 3 5)"
      frame '{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///examples/mutex.smv"}}}'
      request 7 textDocument/hover "$(at examples/mutex.smv 3 5)"
      end; } >"$scratch/talk"
    talk <"$scratch/talk"
    check "$kind: SMV: lenses" equal 2 "$(answer 1 | grep -o 'check this property' | wc -l)"
    check "$kind: SMV: a verdict with its counterexample" contains "$(answer 2)" 'fails: counterexample of 2 states'
    check "$kind: SMV: hover" contains "$(answer 3)" '2 variables, 4 bits: {idle, trying, critical}'
    check "$kind: SMV: modules in the outline" contains "$(answer 4)" '"name":"main","detail":"module"'
    check "$kind: SMV: no such property" contains "$(answer 5)" '"error"'
    check "$kind: a change brings messages, at their place" contains "$output" '"diagnostics":[{"range":{"start":{"line":3,"character":8},"end":{"line":3,"character":9}},"severity":1,"source":"coset","message":"there is no variable \"y\" in module main"'
    check "$kind: ... and hover works in a text with errors" contains "$(answer 6)" 'VAR x: boolean;'
    check "$kind: what is closed has no messages" contains "$output" '"diagnostics":[]}'
    check "$kind: ... and nothing to say" contains "$(answer 7)" 'the document is not open'

    talk < <(begin; frame '{"jsonrpc": "2.0", "method": "exit"}')
    check "$kind: an exit without a shutdown is a failure" equal 1 "$status"
    talk < <(printf 'Content-Length: 7\r\n\r\nnothing'; end)
    check "$kind: what is no JSON is passed over" equal 0 "$status"

    # Every prefix of a text can be asked about: somebody is typing it.
    for file in examples/lock.m examples/philosophers.smv; do
        { begin; opened $file "$([[ $file == *.m ]] && echo murphi || echo smv)"
          for ((length = 40; length < $(wc -c <$file); length += 97)); do
              head -c $length $file >"$scratch/prefix"
              frame "{\"jsonrpc\": \"2.0\", \"method\": \"textDocument/didChange\", \"params\": {\"textDocument\": {\"uri\": \"file:///$file\"}, \"contentChanges\": [{\"text\": $(json_text "$scratch/prefix")}]}}"
              request 1 textDocument/documentSymbol "$(at $file 1 1)"
              request 2 textDocument/hover "$(at $file 9 9)"
              request 3 textDocument/codeLens "$(at $file 1 1)"
          done; end; } >"$scratch/talk"
        talk <"$scratch/talk"
        check "$kind: $file while it is typed" equal 0 "$status"
    done
done
finish
