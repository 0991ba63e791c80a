#!/bin/sh
# CRIC's Tables 2 and 3 and Figs. 11 and 12: its networks, plain and with l_att, examined on the facts and compositions of training,
# on other facts, and on other compositions.
#
#     sh recipes/cric-table2.sh mini|paper [FOLDER] [SEED]
#
# `paper`: as many pictures as the paper has, networks by their preset `paper`; for a machine with a graphics card. `mini`: 8,000
# pictures to learn from, 1,200 of two test splits and 1,000 of the third, networks by their preset `mini`; 45 minutes of one core.
# In both, pictures are generated scenes, a network that learns names and looks of regions stands for bottom-up features, and ViLBERT is
# built and trained from nothing, where the paper's knew twelve datasets. COUNTS="TRAIN VAL TEST COMPOSED", SET="steps=… …" and
# SEEN=EXTRACTOR make it smaller still. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-cric-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-8000 500 1200 1000} ;;
paper) counts=${COUNTS:-67369 9624 19248 19248} ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
# shellcheck disable=SC2086
set -- $counts
generate() {  # split, pictures, compositions, folder
    eyechart generate commonsense --split "$1" --count "$2" --seed "$seed" --set "compositions=$3" --out "$out/$4"
}
generate train "$1" seen train
generate val "$2" seen val
generate test_seen "$3" seen test_seen
generate test "$3" seen test
generate test_seen "$4" unseen composed
if [ -z "${SEEN:-}" ]; then
    eyechart train region-resnet "$out/train" --validate "$out/val" --preset "$size" --seed "$seed" --out "$out/models/region-resnet"
fi
# shellcheck disable=SC2086
python "$(dirname "$0")/cric_networks.py" "$size" "$out" "$seed" "${SEEN:-ours:$out/models/region-resnet}" ${SET:-}
mkdir -p "$out/tables"
table() {  # what it is called, its runs by name, its layout
    name=$1 layout=$2
    shift 2
    eyechart report "$@" --like "$layout"
    eyechart report "$@" --like "$layout" --json > "$out/tables/$name.json"
}
under() {  # folder, names
    folder=$1
    shift
    for name in "$@"; do echo "$out/runs/$folder/$name"; done
}
tabled="q-only i-only san bottom-up bottom-up+l_att mac nmn-cs memory-vqa memory-vqa+l_att vilbert vilbert+l_att"
# shellcheck disable=SC2046,SC2086
{
    table cric-table2 cric-table2 $(under test_seen $tabled prior)
    table cric-table3 cric-table3 $(under test_seen nmn-cs-gt)
    table cric-steps cric-steps $(under test_seen nmn-cs)
    table cric-steps-facts cric-steps $(under test nmn-cs)
    table cric-steps-composed cric-steps $(under composed nmn-cs)
    table cric-types cric-types $(under test_seen $tabled)
    table cric-types-facts cric-types $(under test bottom-up memory-vqa)
    table cric-sizes cric-sizes $(under test_seen bottom-up mac nmn-cs vilbert+l_att)
    table cric-held-out cric-held-out $(under test_seen $tabled nmn-cs-gt) $(under test $tabled nmn-cs-gt) $(under composed $tabled nmn-cs-gt)
}
