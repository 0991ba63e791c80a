#!/bin/sh
# CRIC's Tables 2 and 3 and Figs. 11 and 12: its networks, plain and with l_att, examined on the facts of training and on others.
#
#     sh recipes/cric-table2.sh mini|paper [FOLDER] [SEED]
#
# `paper`: as many pictures as the paper has, networks by their preset `paper`, ResNet-50 by npm in place of bottom-up features; for a
# machine with a graphics card. `mini`: 3,000 pictures to learn from, 400 of each test split, networks by their preset `mini`.
# In both, pictures are generated scenes; ViLBERT is built and trained from nothing, where the paper's knew twelve datasets.
# It has been run at toy size only. COUNTS="TRAIN VAL TEST", SET="steps=… …" and SEEN=EXTRACTOR make it smaller still. Killed, it goes on
# when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-cric-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-3000 200 400} seen=${SEEN:-efficientnet-lite0:64} ;;
paper)
    counts=${COUNTS:-67369 9624 19248} seen=${SEEN:-resnet50:224}
    eyechart assets resnet50
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
set -- $counts
for pair in "train $1" "val $2" "test_seen $3" "test $3"; do
    eyechart generate commonsense --split "${pair% *}" --count "${pair#* }" --seed "$seed" --out "$out/${pair% *}"
done
learn() {  # name of the folder, network, settings; then it sits the facts that training asked about, and those that it did not
    name=$1 network=$2
    shift 2
    eyechart train "$network" "$out/train" --validate "$out/val" --preset "$size" --seed "$seed" --out "$out/models/$name" \
        ${SET:+--set} ${SET:-} ${*:+--set} "$@"
    for split in test_seen test; do
        eyechart predict "trained:$out/models/$name" "$out/$split" --out "$out/runs/$split/$name"
    done
}
learn q-only q-only
for network in i-only san bottom-up mac nmn-cs nmn-cs-gt memory-vqa vilbert; do
    learn "$network" "$network" "extractor=$seen"
done
for network in bottom-up memory-vqa vilbert; do
    learn "$network-l_att" "$network" "extractor=$seen" attention=1
done
for split in test_seen test; do
    runs=
    for name in q-only i-only san bottom-up bottom-up-l_att mac nmn-cs memory-vqa memory-vqa-l_att vilbert vilbert-l_att; do
        runs="$runs $out/runs/$split/$name"
    done
    eyechart report $runs --like cric-table2
    eyechart report $runs --like cric-types
    eyechart report $runs --like cric-sizes
    eyechart report "$out/runs/$split/nmn-cs-gt" --like cric-table3
    eyechart report "$out/runs/$split/nmn-cs" --like cric-steps
done
