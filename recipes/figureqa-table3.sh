#!/bin/sh
# FigureQA's Table 3: its four networks, and PReFIL beyond them, examined on the alternated colour scheme.
#
#     sh recipes/figureqa-table3.sh mini|paper [FOLDER] [SEED]
#
# `paper`: 100,000 figures of the preset `paper`, networks by their preset `paper`, ResNet-50 for VGG-16, which cannot be had; for a
# machine with a graphics card. `mini`: figures of the preset `mini` (square ones of two to four bars, upright or lying, in four colours
# of each half, asked who is the maximum and who is greater), 6,000 of them, which all networks see at 64 pixels; networks by their
# preset `mini`; EfficientNet-Lite0 for VGG-16. With two kinds of figure and four colours a kind it is luck how much of what a network
# learns holds in the alternated scheme: the best moment is chosen in the training scheme, and both are examined, as in Tables 3 and 7.
# COUNTS="TRAIN VAL TEST", SEEN=EXTRACTOR and SET="steps=… …" change sizes. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-figureqa-$size}
seed=${3:-0}
case $size in
mini)
    counts=${COUNTS:-6000 500 3000} seen=${SEEN:-efficientnet-lite0:64}
    val=val1 examined="test1 test2"
    ;;
paper)
    counts=${COUNTS:-100000 20000 20000} seen=${SEEN:-resnet50:320}
    val=val2 examined="val2 test2"
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
draw $val "$2"
for split in $examined; do
    if [ "$split" != $val ]; then draw "$split" "$3"; fi
done
first=${examined%% *}
runs= alternated= marked=
for network in text-only cnn-lstm relation-network cnn-lstm-frozen prefil; do
    more=${SET:-}
    if [ "$network" = cnn-lstm-frozen ]; then more="$more extractor=$seen"; fi
    # shellcheck disable=SC2086
    eyechart train "$network" "$out/train" --validate "$out/$val" --preset "$size" --seed "$seed" --out "$out/models/$network" \
        ${more:+--set} $more
    for split in $examined; do
        eyechart predict "trained:$out/models/$network" "$out/$split" --out "$out/runs/$network-$split"
        runs="$runs $out/runs/$network-$split"
    done
    marked="$marked $out/runs/$network-$first"
    alternated="$alternated $out/runs/$network-test2"
done
eyechart predict chance "$out/$first" --out "$out/runs/chance-$first"  # for its boxes
mkdir -p "$out/tables"
table() {  # what it is called, how it is printed
    name=$1
    shift
    eyechart "$@"
    eyechart "$@" --json > "$out/tables/$name.json"
}
# shellcheck disable=SC2086
{
    case $size in
    mini)
        table figureqa-table3 report $alternated --like figureqa-table3
        table figureqa-table7 report $runs --like figureqa-table7
        ;;
    paper) table figureqa-table3 report $runs --like figureqa-table3 ;;
    esac
    table figureqa-table6 report $marked --like figureqa-table6
    table scores score $marked "$out/runs/chance-$first"
    table compared compare "$out/runs/cnn-lstm-test2" "$out/runs/relation-network-test2"
}
