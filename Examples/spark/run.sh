#!/usr/bin/env bash
# Runs keys.py on this machine, on threads and on a small cluster of processes, then with an executor killed halfway,
# and the same certificates through GNU parallel, and compares the pins of each run with openssl's.
#
#     Examples/spark/run.sh [LINES]        default: 20000 lines; takes some minutes
#
# Needs swift, java 17, python3 with venv, openssl and GNU parallel. PySpark comes from PyPI into the work folder,
# .build/spark-example.
set -euo pipefail
cd "$(dirname "$0")/../.."
example=$PWD/Examples/spark
work=$PWD/.build/spark-example
lines=${1:-20000}

step() { printf '\n== %s\n' "$1"; }

missing=()
for tool in swift java python3 openssl parallel; do
    command -v "$tool" >/dev/null || missing+=("$tool")
done
if [ ${#missing[@]} -gt 0 ]; then
    echo "run.sh: not installed: ${missing[*]} (Debian: apt install default-jre-headless python3-venv openssl parallel)" >&2
    exit 1
fi

step "pemtool without Swift's libraries beside it, PySpark, $lines lines"
mkdir -p "$work"
swift build -c release --product pemtool --static-swift-stdlib --scratch-path "$work/build"
pemtool=$work/build/release/pemtool
[ -x "$work/venv/bin/pip" ] || python3 -m venv "$work/venv"
"$work/venv/bin/pip" install -q 'pyspark>=3.5'
python=$work/venv/bin/python
rm -rf "$work/data"
"$example/make-entries.sh" "$work/data" "$lines"
cd "$work/data"
# Both ends of a cluster on one machine; a name that resolves to another address only costs warnings.
export SPARK_LOCAL_IP=127.0.0.1

compare() {
    LC_ALL=C sort | cmp - wanted-pins
    echo "$1: the pins are openssl's, $(wc -l <wanted-pins | tr -d ' ') of them"
}
pins_of_answers() { sed -n 's/^{[^{]*"ok":true[^{]*"pin":"\([^"]*\)".*/\1/p' "$@"; }

step "one process"
# Exit status 3: some lines are broken on purpose.
"$pemtool" pin --lines --der-field leaf_cert entries.jsonl >one.jsonl || [ $? = 3 ]
[ "$(wc -l <one.jsonl)" = "$(wc -l <entries.jsonl)" ]
pins_of_answers one.jsonl | compare "one process"

step "GNU parallel"
export PATH=$work/build/release:$PATH
parallel --will-cite -k --pipepart --block -2 -a entries.jsonl 'pemtool pin --lines --der-field leaf_cert || [ $? = 3 ]' >parallel.jsonl
pins_of_answers parallel.jsonl | LC_ALL=C sort | uniq -c | sort -rn | head -5
pins_of_answers parallel.jsonl | compare "GNU parallel"

job() {
    "$python" "$example/keys.py" --master "$1" --pemtool "$pemtool" --field leaf_cert --pins pins.txt \
        --output "$2" entries.jsonl 2>"$2.log" || { cat "$2.log" >&2; return 1; }
}

step "Spark, local[*]"
job 'local[*]' threads
cat threads/pins/part-* | compare "local[*]"

step "Spark, local-cluster[2,1,1024]"
job 'local-cluster[2,1,1024]' cluster >/dev/null
cat cluster/pins/part-* | compare "local-cluster"

step "Spark, local-cluster[2,1,1024], an executor killed while it has a pemtool at work"
job 'local-cluster[2,1,1024]' killed >/dev/null &
run=$!
python3 "$example/kill-executor.py" "$run"
wait "$run"
cat killed/pins/part-* | compare "local-cluster with a killed executor"
