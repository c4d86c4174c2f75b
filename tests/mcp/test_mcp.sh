#!/usr/bin/env bash
# coset mcp: a conversation as an assistant has it, and what goes wrong in one.
source "$(dirname "${BASH_SOURCE[0]}")/../check.sh"
cd "$root" || exit 2

talk() { # requests, one a line: the answers
    output=$(printf '%s\n' "$@" | "$coset" mcp 2>"$scratch/errors")
    status=$?
}

call() { # tool, arguments
    talk "{\"jsonrpc\": \"2.0\", \"id\": 7, \"method\": \"tools/call\", \"params\": {\"name\": \"$1\", \"arguments\": $2}}"
}

for kind in $kinds; do
    coset=$root/build/$kind/coset
    talk '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}' \
        '{"jsonrpc": "2.0", "method": "notifications/initialized"}' '' \
        '{"jsonrpc": "2.0", "id": "two", "method": "tools/list"}'
    check "$kind: it ends with its input" equal 0 "$status"
    check "$kind: an answer a line, and none for a notification" equal 2 "$(wc -l <<<"$output")"
    check "$kind: the version that is asked for" contains "$output" '"protocolVersion":"2025-03-26"'
    check "$kind: ids come back" contains "$output" '"id":"two"'
    for tool in check info simulate explain; do
        check "$kind: there is a tool $tool" contains "$output" "\"name\":\"$tool\""
    done
    talk '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "1999-01-01"}}'
    check "$kind: an unknown version gets the newest one" contains "$output" '"protocolVersion":"2025-06-18"'

    call check '{"model": "examples/lock.m", "defines": {"N": 5}, "properties": [1]}'
    check "$kind: check fails" contains "$output" '"verdict":"fails"'
    check "$kind: ... for whom" contains "$output" '"violated_for":"p = Proc_5, q = Proc_1"'
    check "$kind: ... and that is no error" contains "$output" '"isError":false'
    result=$(sed 's/^.*"structuredContent":\({.*}\)}.*"jsonrpc".*$/\1/' <<<"$output")
    call explain "{\"model\": \"examples/lock.m\", \"trace\": $result}"
    check "$kind: explain takes what check has answered" contains "$output" '"explanation":'
    check "$kind: ... and knows the size from it" contains "$output" 'violated_for":"p = Proc_5'
    call check '{"text": "MODULE main VAR x: boolean; ASSIGN next(x) := !x; SPEC AG AF x", "language": "smv"}'
    check "$kind: check a text" contains "$output" '"verdict":"holds"'
    call check '{"model": "examples/mutex.smv", "formulas": ["AG a.state = idle"], "states": true}'
    check "$kind: check a formula" contains "$output" '"formula":"AG a.state = idle"'
    call check '{"model": "examples/lock.m", "family": "N=1..6", "properties": [1]}'
    check "$kind: check a family" contains "$output" '"failing_sizes":[5,6]'
    call simulate '{"model": "examples/mutex.smv", "steps": 2}'
    check "$kind: simulate" contains "$output" '"trace":{"states":[{'
    call info '{"model": "examples/mutex.smv"}'
    check "$kind: info" contains "$output" '2 variables, 4 bits'

    call check '{"text": "MODULE main VAR x boolean;", "language": "smv"}'
    check "$kind: an error in a model is one of the tool" contains "$output" '"isError":true'
    check "$kind: ... with its place" contains "$output" '-:1:19: error: '
    call check '{"model": "no/such/file.m"}'
    check "$kind: and so is a file that is missing" contains "$output" '"isError":true'
    call check '{"model": "--html=x.m"}'
    check "$kind: a file is never an option" contains "$output" 'cannot read'
    call check '{}'
    check "$kind: and a call without a model" contains "$output" 'expected one of'
    call check '{"model": "examples/mutex.smv", "colour": 3}'
    check "$kind: and an argument that there is not" contains "$output" 'there is no argument \"colour\"'
    call paint '{}'
    check "$kind: no such tool" contains "$output" '"code":-32602'
    talk '{"jsonrpc": "2.0", "id": 1, "method": "paint"}' 'not JSON' '{"id": 3}'
    check "$kind: no such method" contains "$output" '"code":-32601'
    check "$kind: no JSON" contains "$output" '"code":-32700'
    check "$kind: no request" contains "$output" '"code":-32600'
done
finish
