#!/bin/sh
# IconQA's Tables 6, 7 and 8: icons are learnt, then every network on diagrams of icons, then Patch-TRM without each of its parts.
#
#     sh recipes/iconqa-table6.sh mini|paper [FOLDER] [SEED]
#
# `paper`: as many icons and problems as the paper has, networks by their preset `paper`; each sub-task learnt alone, at its own rate;
#     for a machine with a graphics card.
# `mini`: 20,000 icons, 6,000 problems of all three sub-tasks learnt by one network with a classifier for each; networks by their preset
#     `mini`, ResNet-32 at 32 px in place of ResNet-101 at 224 px.
# In both: ViLBERT, UNITER, ViT and ViLT without their pre-training, patches in place of a detector's proposals, and features of
# EfficientNet-Lite0 in place of an ImageNet ResNet-101 in the row "w/o pre".
# It has not been run as a whole yet. ICONS and COUNTS="TRAIN VAL TEST", PRESET=small|large (icon packs; large runs `eyechart assets`),
# SET and ICON_SET="steps=… …" make it smaller still. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-iconqa-$size}
seed=${3:-0}
packs=${PRESET:-large}
case $size in
mini) icons=${ICONS:-20000 1000 2500} problems=${COUNTS:-6000 600 2000} tasks=all natural=efficientnet-lite0:32 losses="cross-entropy class-balanced focal ldam ldam-drw" ;;
paper) icons=${ICONS:-516550 64569 64568} problems=${COUNTS:-} tasks="picture text blank" natural=efficientnet-lite0:224 losses="class-balanced focal ldam ldam-drw" ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
[ "$packs" = small ] || eyechart assets
made() {  # family, folder, the counts of train, val and test, then settings
    family=$1 folder=$2
    set -- $3 $4 $5 "$6"
    for pair in "train $1" "val $2" "test $3"; do
        eyechart generate "$family" --split "${pair% *}" --count "${pair#* }" --seed "$seed" --out "$out/$folder/${pair% *}" $4
    done
}
made icon-corpus icons $icons "--preset $packs"
runs=
for loss in $losses; do
    eyechart train icon-resnet "$out/icons/train" --validate "$out/icons/val" --preset "$size" --seed "$seed" --out "$out/models/icons-$loss" \
        --set "loss=$loss" $([ "$size" = mini ] || echo depth=32 side=32) ${ICON_SET:-}
    eyechart predict "trained:$out/models/icons-$loss" "$out/icons/test" --out "$out/runs/icons-$loss"
    runs="$runs $out/runs/icons-$loss"
done
learnt=$out/models/icons-ldam-drw
if [ "$size" = paper ]; then
    learnt=$out/models/icons-101
    eyechart train icon-resnet "$out/icons/train" --validate "$out/icons/val" --preset paper --seed "$seed" --out "$learnt" ${ICON_SET:+--set $ICON_SET}
    eyechart predict "trained:$learnt" "$out/icons/test" --out "$out/runs/icons-101"
    runs="$runs $out/runs/icons-101"
fi
eyechart report $runs --like iconqa-table8

shares() {  # the settings of a sub-task's problems
    case $1 in
    picture) echo "--set text_share=0 blank_share=0" ;;
    text) echo "--set picture_share=0 blank_share=0" ;;
    blank) echo "--set picture_share=0 text_share=0" ;;
    esac
}
rate() {  # section 6.1; one epoch of updates is between two looks at the validation set
    case $1 in
    picture) echo learning_rate=0.0007 every=540 steps=27000 ;;
    text) echo learning_rate=0.0008 every=296 steps=14800 ;;
    blank) echo learning_rate=0.002 every=170 steps=8500 ;;
    esac
}
counts() {
    case $1 in
    all) echo "$problems" ;;
    picture) echo "${problems:-34603 11535 11534}" ;;
    text) echo "${problems:-18946 6316 6316}" ;;
    blank) echo "${problems:-10913 3638 3638}" ;;
    esac
}
learn() {  # sub-task, name of the folder, network, on which split it is examined, then settings
    task=$1 name=$2-$1 network=$3 split=$4
    shift 4
    eyechart train "$network" "$out/$task/train" --validate "$out/$task/val" --preset "$size" --seed "$seed" --out "$out/models/$name" \
        --set $(rate "$task") "$@" ${SET:-}
    eyechart predict "trained:$out/models/$name" "$out/$task/$split" --out "$out/runs/$name-$split"
    found="$found $out/runs/$name-$split"
}
found=
for task in $tasks; do
    made icons "$task" $(counts "$task") "$(shares "$task")"
    eyechart predict chance "$out/$task/test" --out "$out/runs/chance-$task"
    found="$found $out/runs/chance-$task"
    for network in diagram-q-only diagram-i-only diagram-top-down diagram-ban diagram-dfaf diagram-mcan diagram-uniter \
        diagram-vilbert diagram-vit diagram-vilt patch-trm; do
        learn "$task" "$network" "$network" test "extractor=ours:$learnt"
    done
    learn "$task" patch-trm-l-att patch-trm test "extractor=ours:$learnt" attention=1
done
eyechart report $found --like iconqa-table6
found=
for task in $tasks; do
    eyechart predict "trained:$out/models/patch-trm-$task" "$out/$task/val" --out "$out/runs/patch-trm-$task-val"
    found="$found $out/runs/patch-trm-$task-val"
    learn "$task" patch-trm-natural patch-trm val "extractor=$natural"
    for ablation in no-attention no-positions v-cls 30-patches 14-patches; do
        learn "$task" "patch-trm-$ablation" patch-trm val "extractor=ours:$learnt" "ablation=$ablation"
    done
done
eyechart report $found --like iconqa-table7
