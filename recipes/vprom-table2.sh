#!/bin/sh
# V-PROM's Table 2: its networks on two sets of features, with and without the auxiliary loss, and the control, on the neutral regime.
#
#     sh recipes/vprom-table2.sh mini|paper [FOLDER] [SEED]
#
# `paper`: as many matrices as the paper has, networks by their preset `paper`, ResNet-50 by npm; for a machine with a graphics card.
# `mini`: matrices of the preset `mini`, whose rules are about shapes, materials, conditions of plants or what dogs do (so there is no
# progression), 30,000 to learn from and 1,500 to be examined on; networks by their preset `mini`; of what is not in the paper's table three
# networks, without the auxiliary loss; ImageNet features by EfficientNet-Lite0 at 64 pixels, for the networks that SOME names.
# In place of bottom-up attention stands, in both, a network that is taught the attributes of the single panels that the networks learn
# from (panel-resnet). COUNTS="TRAIN VAL TEST" and SET="steps=… …" change sizes. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-vprom-$size}
seed=${3:-0}
tabled="panel-relation-network panel-mlp-sum-6 panel-gru-shared panel-vqa-like"  # those of the paper's table
others="panel-mlp-sum-2 panel-mlp-cat-2 panel-relation-network-without-ids"  # those that its text says do badly
more="panel-mlp-sum-4 panel-mlp-cat-4 panel-mlp-cat-6 panel-gru panel-transformer"
case $size in
mini)
    counts=${COUNTS:-30000 1000 1500} data="--preset mini --shard 30000"  # a shard looks once at a panel that recurs
    seen=${SEEN:-efficientnet-lite0:64} some=${SOME:-panel-relation-network}
    ;;
paper)
    counts=${COUNTS:-148667 8000 78333} data="" seen=${SEEN:-resnet50:224}
    tabled="$tabled $others $more" others="" some=$tabled
    eyechart assets resnet50
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
# shellcheck disable=SC2086
set -- $counts
draw() {  # folder, split, count, settings
    folder=$1 split=$2 count=$3
    shift 3
    eyechart generate matrices --split "$split" --count "$count" --seed "$seed" --out "$out/$folder" "$@"
}
# shellcheck disable=SC2086
{
    draw train train "$1" $data
    draw val val "$2" $data
    draw test test "$3" $data
}
learn() {  # network, folder, what to learn from, what to validate on, settings
    network=$1 folder=$2 from=$3 to=$4
    shift 4
    # shellcheck disable=SC2086
    eyechart train "$network" "$out/$from" --validate "$out/$to" --preset "$size" --seed "$seed" --out "$out/models/$folder" \
        ${SET:+--set} ${SET:-} ${*:+--set} "$@"
}
chosen() {  # what suits a network, as the paper chose by a search; on validation, of a few values that were tried
    case $size-$1 in
    mini-panel-relation-network*) echo "layers=3 spread=1.0 learning_rate=2.0 patience=8" ;;
    mini-panel-mlp-*-2) echo "spread=1.0 learning_rate=4.0 steps=30000 patience=10" ;;
    mini-panel-mlp-*) echo "learning_rate=3.0 steps=30000 patience=10" ;;
    mini-panel-gru*) echo "learning_rate=3.0" ;;
    esac
}
runs=
examine() {  # network, its folder, settings
    network=$1 folder=$2
    shift 2
    # shellcheck disable=SC2046
    learn "$network" "$folder" train val "$@" $(chosen "$network")
    eyechart predict "trained:$out/models/$folder" "$out/test" --out "$out/runs/$folder"
    runs="$runs $out/runs/$folder"
}
learn panel-resnet ours train val
for features in "ours:$out/models/ours" $seen; do
    eye=${features%%:*}
    networks=$some
    if [ "$eye" = ours ]; then networks=$tabled; fi
    for network in $networks; do
        examine "$network" "$network-$eye" "extractor=$features"
        examine "$network" "$network-$eye-aux" "extractor=$features" auxiliary=true
    done
    examine panel-relation-network "shuffled-$eye" "extractor=$features" shuffled=true
    examine panel-relation-network "shuffled-$eye-aux" "extractor=$features" shuffled=true auxiliary=true
    if [ "$eye" = ours ]; then
        for network in $others; do
            examine "$network" "$network-$eye" "extractor=$features"
        done
    fi
done
mkdir -p "$out/tables"
for table in vprom-table2 vprom-types; do
    # shellcheck disable=SC2086
    {
        eyechart report $runs --like $table
        eyechart report $runs --like $table --json > "$out/tables/$table.json"
    }
done
