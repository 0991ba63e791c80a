#!/bin/sh
# IconQA's Tables 6, 7 and 8: icons are learnt, then every network on diagrams of icons, then Patch-TRM without each of its parts.
#
#     sh recipes/iconqa-table6.sh mini|paper [FOLDER] [SEED]
#
# In both each sub-task is learnt alone, as in the paper.
# `paper`: as many icons and problems as the paper has, networks by their preset `paper`, at the paper's three rates; for a machine with a
#     graphics card.
# `mini`: 6,000 icons of at most 64 px; for each sub-task 1,000 problems of one or two templates, and 400 to be examined on (of
#     blanks 4,000 and 4,000, since counting takes more to learn); networks by their preset `mini`, ResNet-32 of half the channels at
#     24 px in place of ResNet-101 at 224 px; not ViLBERT, UNITER, ViT and ViLT, which the paper has pre-trained.
# In both: patches in place of a detector's proposals, no pre-training but on icons; features of EfficientNet-Lite0 (of 32 px in `mini`)
#     in place of an ImageNet ResNet-101 in the row "w/o pre".
# ICONS and COUNTS="TRAIN VAL TEST", PRESET=small|large (icon packs; large runs `eyechart assets`), SET and ICON_SET="steps=… …" change
# sizes. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-iconqa-$size}
seed=${3:-0}
packs=${PRESET:-large}
case $size in
mini)
    icons=${ICONS:-6000 400 1400} problems=${COUNTS:-} most="1000 200 400" blanks="4000 1000 4000"
    learnt=ldam-drw losses="ldam focal cross-entropy class-balanced"
    ;;
paper)
    icons=${ICONS:-516550 64569 64568} problems=${COUNTS:-}
    learnt=101 losses="class-balanced focal ldam ldam-drw"
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
[ "$packs" = small ] || eyechart assets
mkdir -p "$out/tables"

icons() {  # split, count
    split=$1 count=$2
    set -- --preset "$packs"
    [ "$size" = paper ] || set -- "$@" --set smallest=32 largest=64
    eyechart generate icon-corpus --split "$split" --count "$count" --seed "$seed" --out "$out/icons/$split" "$@"
}
problems() {  # sub-task, split, count; only templates of that sub-task
    task=$1 split=$2 count=$3
    case $size-$task in
    mini-picture) set -- "templates=which is that colour,which shape is" ;;
    mini-text) set -- "templates=spinner colour" ;;
    mini-blank) set -- "templates=count in a row" ;;
    paper-picture) set -- text_share=0 blank_share=0 ;;
    paper-text) set -- picture_share=0 blank_share=0 ;;
    paper-blank) set -- picture_share=0 text_share=0 ;;
    esac
    eyechart generate icons --split "$split" --count "$count" --seed "$seed" --out "$out/$task/$split" --set "$@"
}
counts() {
    case $1 in
    picture) echo "${problems:-${most:-34603 11535 11534}}" ;;
    text) echo "${problems:-${most:-18946 6316 6316}}" ;;
    blank) echo "${problems:-${blanks:-10913 3638 3638}}" ;;
    esac
}
show() {  # a network that learns icons: its name, then settings
    name=$1
    shift
    # shellcheck disable=SC2086
    eyechart train icon-resnet "$out/icons/train" --validate "$out/icons/val" --preset "$size" --seed "$seed" --out "$out/models/icons-$name" \
        --set "$@" ${ICON_SET:-}
    eyechart predict "trained:$out/models/icons-$name" "$out/icons/test" --out "$out/runs/icons/$name"
}
table() {  # what it is called, how it is printed
    name=$1
    shift
    eyechart "$@"
    eyechart "$@" --json > "$out/tables/$name.json"
}

# shellcheck disable=SC2086
set -- $icons
icons train "$1"
icons val "$2"
icons test "$3"
if [ "$size" = mini ]; then show $learnt loss=$learnt; else show $learnt depth=$learnt; fi
for task in picture text blank; do
    # shellcheck disable=SC2046
    set -- $(counts $task)
    problems $task train "$1"
    problems $task val "$2"
    problems $task test "$3"
done
# shellcheck disable=SC2086
python "$(dirname "$0")/iconqa_networks.py" "$size" "$out" "$seed" "ours:$out/models/icons-$learnt" ${SET:-}
for loss in $losses; do
    if [ "$size" = mini ]; then show "$loss" loss="$loss"; else show "$loss" loss="$loss" depth=32 side=32; fi
done
table iconqa-table6 report "$out"/runs/test/* --like iconqa-table6
table iconqa-table7 report "$out"/runs/val/* --like iconqa-table7
table iconqa-table8 report "$out"/runs/icons/* --like iconqa-table8
table scores score "$out"/runs/test/patch-trm-* "$out"/runs/test/chance-* "$out"/runs/taught/*
