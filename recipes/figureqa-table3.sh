#!/bin/sh
# FigureQA's Table 3: its four networks, and PReFIL beyond them, examined on the alternated colour scheme.
#
#     sh recipes/figureqa-table3.sh mini|paper [FOLDER] [SEED]
#
# `paper`: 100,000 figures of the preset `paper`, networks by their preset `paper`, ResNet-50 for VGG-16, which cannot be had; for a
# machine with a graphics card. `mini`: vertical bars alone, two to four of them, at 64 pixels a side, networks by their preset
# `mini`, EfficientNet-Lite0 for VGG-16. It has been run at toy size only: whether it learns in an hour is not known yet. COUNTS="TRAIN VAL TEST" and SET="steps=… …" make it smaller still.
# Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-figureqa-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-20000 1000 2000} data="--preset paper --set kinds=vbar bars=2,4" seen=${SEEN:-efficientnet-lite0:128} ;;
paper)
    counts=${COUNTS:-100000 20000 20000} data="--preset paper" seen=${SEEN:-resnet50:320}
    eyechart assets resnet50
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
set -- $counts
for pair in "train $1" "val2 $2" "test2 $3"; do
    # shellcheck disable=SC2086
    eyechart generate figures --split "${pair% *}" --count "${pair#* }" --seed "$seed" $data --out "$out/${pair% *}"
done
runs=
for network in text-only cnn-lstm cnn-lstm-frozen relation-network prefil; do
    more=${SET:-}
    if [ "$network" = cnn-lstm-frozen ]; then more="$more extractor=$seen"; fi
    # shellcheck disable=SC2086
    eyechart train "$network" "$out/train" --validate "$out/val2" --preset "$size" --seed "$seed" --out "$out/models/$network" \
        ${more:+--set} $more
    for split in val2 test2; do
        eyechart predict "trained:$out/models/$network" "$out/$split" --out "$out/runs/$network-$split"
        runs="$runs $out/runs/$network-$split"
    done
done
eyechart report $runs --like figureqa-table3
