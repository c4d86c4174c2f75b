# shellcheck shell=bash
# For test scripts to source: what a model says of itself in its leading comment, and what the program says.
leading_comment() {
    sed -n '1d; /^--/!q; s/^-- //p' "$1"
}

verdict_lines() { # of a text for people, as the comment has them
    awk '/^ *[0-9]+  (holds|fails|undecided|infinity|undefined|[0-9]+) / {
        later = $2 == "undecided" && /not checked yet\)$/
        print $1, later ? "later" : $2 ~ /^[0-9]|^infinity$|^undefined$/ ? "value " $2 : $2
    }' <<<"$1"
}
