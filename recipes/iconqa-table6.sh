#!/bin/sh
# IconQA's Tables 6, 7 and 8: icons are learnt, then every network on diagrams of icons, then Patch-TRM without each of its parts.
#
#     sh recipes/iconqa-table6.sh mini|paper [FOLDER] [SEED]
#
# In both each sub-task is learnt alone, as the paper does.
# `paper`: as many icons and problems as the paper has, networks by their preset `paper`, at the paper's three rates; for a machine with a
#     graphics card.
# `mini`: 9,000 icons of at most 96 px; for each sub-task 1,000 problems of one or two templates; networks by their preset `mini`,
#     ResNet-32 of half the channels at 24 px in place of ResNet-101 at 224 px. ViLBERT, UNITER, ViT and ViLT, which are pre-trained in
#     the paper, only with GIANTS=1.
# In both: ViLBERT, UNITER, ViT and ViLT without their pre-training, patches in place of a detector's proposals, and features of
# EfficientNet-Lite0 in place of an ImageNet ResNet-101 in the row "w/o pre".
# ICONS and COUNTS="TRAIN VAL TEST", PRESET=small|large (icon packs; large runs `eyechart assets`), SET and ICON_SET="steps=… …" change
# sizes. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-iconqa-$size}
seed=${3:-0}
packs=${PRESET:-large}
giants="diagram-uniter diagram-vilbert diagram-vit diagram-vilt"
networks="diagram-q-only diagram-i-only diagram-top-down diagram-ban diagram-dfaf diagram-mcan"
case $size in
mini)
    icons=${ICONS:-9000 600 1600} problems=${COUNTS:-1000 300 400} natural=efficientnet-lite0:32
    learnt=ldam-drw losses="ldam focal cross-entropy class-balanced"
    [ "${GIANTS:-}" = 1 ] || giants=
    ;;
paper)
    icons=${ICONS:-516550 64569 64568} problems=${COUNTS:-} natural=efficientnet-lite0:224
    learnt=101 losses="class-balanced focal ldam ldam-drw"
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
[ "$packs" = small ] || eyechart assets
mkdir -p "$out/tables"

icons() {  # split, count
    set -- "$1" "$2" --preset "$packs"
    [ "$size" = paper ] || set -- "$@" --set largest=96
    split=$1 count=$2
    shift 2
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
    picture) echo "${problems:-34603 11535 11534}" ;;
    text) echo "${problems:-18946 6316 6316}" ;;
    blank) echo "${problems:-10913 3638 3638}" ;;
    esac
}
rate() {  # section 6.1; one epoch of updates is between two looks at the validation set
    case $size-$1 in
    paper-picture) echo learning_rate=0.0007 every=540 steps=27000 ;;
    paper-text) echo learning_rate=0.0008 every=296 steps=14800 ;;
    paper-blank) echo learning_rate=0.002 every=170 steps=8500 ;;
    esac
}
show() {  # a set of icons: its name, then settings
    name=$1
    shift
    eyechart train icon-resnet "$out/icons/train" --validate "$out/icons/val" --preset "$size" --seed "$seed" --out "$out/models/icons-$name" \
        --set "$@" ${ICON_SET:-}
    eyechart predict "trained:$out/models/icons-$name" "$out/icons/test" --out "$out/runs/icons-$name"
    shown="${shown:-} $out/runs/icons-$name"
}
learn() {  # sub-task, name of the folder, network, on which split it is examined, then settings
    task=$1 name=$2-$1 network=$3 split=$4
    shift 4
    # shellcheck disable=SC2046,SC2086
    eyechart train "$network" "$out/$task/train" --validate "$out/$task/val" --preset "$size" --seed "$seed" --out "$out/models/$name" \
        --set "$@" $(rate "$task") ${SET:-}
    eyechart predict "trained:$out/models/$name" "$out/$task/$split" --out "$out/runs/$name-$split"
    found="$found $out/runs/$name-$split"
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
if [ "$size" = mini ]; then show $learnt loss=$learnt; else show 101 depth=101; fi
eyes="extractor=ours:$out/models/icons-$learnt"
found= marked=
for task in picture text blank; do
    # shellcheck disable=SC2046
    set -- $(counts $task)
    problems $task train "$1"
    problems $task val "$2"
    problems $task test "$3"
    eyechart predict chance "$out/$task/test" --out "$out/runs/chance-$task"
    found="$found $out/runs/chance-$task"
    for network in patch-trm $networks $giants; do
        learn $task "$network" "$network" test "$eyes"
    done
    marked="$marked $out/runs/chance-$task $out/runs/patch-trm-$task-test"
done
# shellcheck disable=SC2086
table iconqa-table6 report $found --like iconqa-table6
found=
for task in picture text blank; do
    learn $task patch-trm-l-att patch-trm test "$eyes" attention=1
done
# shellcheck disable=SC2086
table scores score $marked $found
found=
for task in picture text blank; do
    eyechart predict "trained:$out/models/patch-trm-$task" "$out/$task/val" --out "$out/runs/patch-trm-$task-val"
    found="$found $out/runs/patch-trm-$task-val"
    for ablation in no-attention no-positions v-cls 30-patches 14-patches; do
        learn $task "patch-trm-$ablation" patch-trm val "$eyes" "ablation=$ablation"
    done
    learn $task patch-trm-natural patch-trm val "extractor=$natural"
done
# shellcheck disable=SC2086
table iconqa-table7 report $found --like iconqa-table7
for loss in $losses; do
    if [ "$size" = mini ]; then show "$loss" loss="$loss"; else show "$loss" loss="$loss" depth=32 side=32; fi
done
# shellcheck disable=SC2086
table iconqa-table8 report $shown --like iconqa-table8
