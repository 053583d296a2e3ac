#!/bin/sh
# A step of an app's CI: are the pins sound, do all files agree, does the server still have a pinned key?
#
#     check-pins.sh MANIFEST CHAIN HOST [FILE...]
#
# MANIFEST is pins.json, CHAIN what `openssl s_client -showcerts` printed for HOST, and each FILE is made from the
# manifest and must still ask for the same. Needs pemtool and jq.
#
# Exit status: 0 all is well; 1 a release would ship wrong pins; 3 something could not be read, so that nothing is
# known.
set -u
[ $# -ge 3 ] || { sed -n 's/^#  *//p' "$0" | sed -n '1,4p' >&2; exit 2; }
manifest=$1 chain=$2 host=$3
shift 3
worst=0

# Records the exit status of a step: 1 is an answer; anything higher means that there is none.
note() {
    [ "$1" -le "$worst" ] || worst=$1
}

# The judgment of the chain, in one sentence, and the rules of pinning and of the consumers. Each is one JSON object.
answers=$(pemtool check --jsonl --chain "$chain" --host "$host" "$manifest")
note $?
printf '%s\n' "$answers" | jq -r 'select(.verdict) | "\(.host): \(.message)"'
printf '%s\n' "$answers" | jq -r 'select(.rule and .severity != "hint") | "\(.severity): \(.message)\n  hint: \(.hint)"'

# The files generated from the manifest.
for file in "$@"; do
    differences=$(pemtool policy diff --jsonl "$manifest" "$file")
    note $?
    printf '%s\n' "$differences" | jq -r --arg file "$file" '"\($file): \(.message)"'
done

exit "$worst"
