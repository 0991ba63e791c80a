#!/bin/sh
# V-PROM's Table 2: its networks on two sets of features, with and without the auxiliary loss, and the control, on the neutral regime.
#
#     sh recipes/vprom-table2.sh mini|paper [FOLDER] [SEED]
#
# `paper`: as many matrices as the paper has, networks by their preset `paper`, ResNet-50 by npm; for a machine with a graphics card.
# `mini`: 3,000 matrices to learn from, 1,000 to be examined on, networks by their preset `mini`, EfficientNet-Lite0 by pip.
# In place of bottom-up attention stands, in both, a network that is taught the attributes of our single panels (panel-resnet).
# It has been run at toy size only. COUNTS="TRAIN VAL TEST" and SET="steps=… …" make it smaller still. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-vprom-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-3000 300 1000} seen=${SEEN:-efficientnet-lite0:128} ;;
paper)
    counts=${COUNTS:-148667 8000 78333} seen=${SEEN:-resnet50:224}
    eyechart assets resnet50
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
set -- $counts
for pair in "train $1" "val $2" "test $3"; do
    eyechart generate matrices --split "${pair% *}" --count "${pair#* }" --seed "$seed" --out "$out/${pair% *}"
done
learn() {  # name of the folder, network, settings
    name=$1 network=$2
    shift 2
    eyechart train "$network" "$out/train" --validate "$out/val" --preset "$size" --seed "$seed" --out "$out/models/$name" \
        ${SET:+--set} ${SET:-} ${*:+--set} "$@"
}
learn ours panel-resnet
runs=
for features in "$seen" "ours:$out/models/ours"; do
    for network in panel-mlp-cat-2 panel-mlp-cat-4 panel-mlp-cat-6 panel-mlp-sum-2 panel-mlp-sum-4 panel-mlp-sum-6 panel-gru \
        panel-gru-shared panel-vqa-like panel-relation-network panel-relation-network-without-ids panel-transformer; do
        for auxiliary in false true; do
            name=$network-${features%%:*}-$auxiliary
            learn "$name" "$network" "extractor=$features" "auxiliary=$auxiliary"
            eyechart predict "trained:$out/models/$name" "$out/test" --out "$out/runs/$name"
            runs="$runs $out/runs/$name"
        done
    done
    name=shuffled-${features%%:*}
    learn "$name" panel-relation-network "extractor=$features" shuffled=true
    eyechart predict "trained:$out/models/$name" "$out/test" --out "$out/runs/$name"
    runs="$runs $out/runs/$name"
done
eyechart report $runs --like vprom-table2
eyechart report $runs --like vprom-types
