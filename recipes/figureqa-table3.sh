#!/bin/sh
# FigureQA's Table 3: its four networks, and PReFIL beyond them, examined on the alternated colour scheme.
#
#     sh recipes/figureqa-table3.sh mini|paper [FOLDER] [SEED]
#
# `paper`: 100,000 figures of the preset `paper`, networks by their preset `paper`, ResNet-50 for VGG-16, which cannot be had; for a
# machine with a graphics card. `mini`: figures of the preset `mini` (square ones of two to six bars, upright or lying, in all colours,
# without a word; asked who is the maximum and who is greater), 8,000 of them, which all networks see at 64 pixels; networks by their
# preset `mini`, in which all that see are also taught where on their map the evidence is; EfficientNet-Lite0 for VGG-16.
# The best moment is chosen in the alternated scheme (val2), as in the paper; the training scheme (test1) is examined too, as in Table 7.
# COUNTS="TRAIN VAL TEST", SEEN=EXTRACTOR and SET="steps=… …" change sizes. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-figureqa-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-8000 500 3000} seen=${SEEN:-efficientnet-lite0:64} ;;
paper)
    counts=${COUNTS:-100000 20000 20000} seen=${SEEN:-resnet50:320}
    eyechart assets resnet50
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
draw() {  # split, count
    eyechart generate figures --preset "$size" --split "$1" --count "$2" --seed "$seed" --out "$out/$1"
}
# shellcheck disable=SC2086
set -- $counts
draw train "$1"
draw val2 "$2"
draw test1 "$3"
draw test2 "$3"
alternated= both= marked=
for network in text-only cnn-lstm relation-network cnn-lstm-frozen prefil; do
    more=${SET:-}
    if [ "$network" = cnn-lstm-frozen ]; then more="$more extractor=$seen"; fi
    # shellcheck disable=SC2086
    eyechart train "$network" "$out/train" --validate "$out/val2" --preset "$size" --seed "$seed" --out "$out/models/$network" \
        ${more:+--set} $more
    for split in val2 test1 test2; do
        eyechart predict "trained:$out/models/$network" "$out/$split" --out "$out/runs/$network-$split"
    done
    alternated="$alternated $out/runs/$network-val2 $out/runs/$network-test2"
    both="$both $out/runs/$network-test1 $out/runs/$network-test2"
    marked="$marked $out/runs/$network-test2"
done
eyechart predict chance "$out/test2" --out "$out/runs/chance-test2"  # for its boxes
mkdir -p "$out/tables"
table() {  # what it is called, how it is printed
    name=$1
    shift
    eyechart "$@"
    eyechart "$@" --json > "$out/tables/$name.json"
}
# shellcheck disable=SC2086
{
    table figureqa-table3 report $alternated --like figureqa-table3
    table figureqa-table7 report $both --like figureqa-table7
    table figureqa-table6 report $marked --like figureqa-table6
    table scores score $marked "$out/runs/chance-test2"
    table compared compare "$out/runs/cnn-lstm-test2" "$out/runs/relation-network-test2"
}
