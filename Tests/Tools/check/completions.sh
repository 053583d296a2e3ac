#!/usr/bin/env bash
# Drives the completions in bash, zsh and fish: commands, options, formats, files.
#     Tests/Tools/check/completions.sh FOLDER-OF-PEMTOOL
set -euo pipefail
PATH=$(cd "$1" && pwd):$PATH
cd "$(dirname "$0")/../../Vectors"
failures=0

expect() { # SHELL, LINE, WANTED, GOT
    if [ "$3" != "$4" ]; then
        printf '%s: "%s": wanted "%s", got "%s"\n' "$@"
        failures=$((failures + 1))
    fi
}

# The line to complete, and the expected last word.
cases=(
    'pemtool ins|inspect'
    'pemtool comp|completion'
    'pemtool pin --fo|--format'
    'pemtool pin --format cu|curl'
    'pemtool inspect --jsonl seeds/gith|seeds/github.com.pem'
    'pemtool completion zs|zsh'
    'pemtool check --for andr|android'
    'pemtool wrap --algorithm P-25|P-256'
    'pemtool inspect --field friend|friendly_name'
    'pemtool help diag|diagnose'
    'pemtool policy emit --al|--allow-loss'
    'pemtool check --for android,trustkit-s|android,trustkit-swift'
)

in_bash() {
    bash --norc -c 'eval "$(pemtool completion bash)"
        read -ra COMP_WORDS <<<"$1"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _pemtool; echo "${COMPREPLY[*]}"' - "$1"
}

in_fish() {
    fish --no-config -c 'pemtool completion fish | source; complete -C $argv[1] | string split -f 1 \t' "$1"
}

in_zsh() { zsh -f ../Tools/check/complete.zsh "$1"; }

for case in "${cases[@]}"; do
    line=${case%%|*}
    wanted=${case#*|}
    expect bash "$line" "$wanted" "$(in_bash "$line")"
    expect fish "$line" "$wanted" "$(in_fish "$line")"
    completed=$(in_zsh "$line")
    completed=${completed%"${completed##*[! ]}"} # zsh ends a finished word with a space
    expect zsh "$line" "${line% *} $wanted" "${completed%=}"
done
[ "$failures" = 0 ] && echo "$((3 * ${#cases[@]})) completions in bash, zsh and fish"
