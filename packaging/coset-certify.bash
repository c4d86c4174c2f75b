# shellcheck shell=bash
# Completion for coset-certify.
_coset_certify() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    [[ $word == '=' || $before == '=' || $before == -m || $before == --memory-limit || $before == -t || $before == --time-limit ]] && return
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W '--json --memory-limit -m --time-limit -t --help -h --version -V' -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _coset_certify coset-certify
