#!/bin/sh
# EST-VQA's Table 3: its networks and M4C beyond them, each trained on English, on Chinese and on both; CLC over τ (Fig. 9); and beyond
# the paper, how the bilingual ones fare on words that training never had: overlap 1, 0.5 and 0 of test words with those of training,
# on the same kinds of pictures; and, if READ names an engine, with texts that it reads instead of the scene's own.
#
#     sh recipes/estvqa-table3.sh mini|paper [FOLDER] [SEED]
#
# `paper`: as many pictures as the paper has, networks by their preset `paper`, ResNet-50 by npm, faultless OCR of the scene; for a machine with a
# graphics card. `mini`: 6,000 pictures to learn from, 1,000 to be examined on, networks by their preset `mini`, EfficientNet-Lite0 by pip.
# Of one language there are as many pictures as the paper's both have of it, 55 % English and 45 % Chinese, and as many updates for each.
# COUNTS="TRAIN VAL TEST OVERLAP READ", NETWORKS="lorra-lv …", LANGUAGES="both", OVERLAPS="1 0" and SET="steps=… …" make it smaller still;
# OCR=scene:0.1 learns from other texts, READ=rapidocr (extra ocr) examines with them. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-estvqa-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-6000 400 1000 500 1000} seen=${SEEN:-efficientnet-lite0:128} ;;
paper)
    counts=${COUNTS:-18681 2076 4482 4482 4482} seen=${SEEN:-resnet50:448}
    eyechart assets resnet50
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
networks=${NETWORKS:-pythia-sv pythia-lv lorra-sv lorra-lv qa-rcnn qa-rcnn-tricks m4c}
# shellcheck disable=SC2086
set -- $counts
trains=$1 vals=$2 tests=$3 overlapping=$4 read=$5
draw() {  # folder, split, count, settings
    folder=$1 split=$2 count=$3
    shift 3
    [ "$split" != test ] || set -- --shard 100 "$@"  # an engine that is killed has read whole shards
    eyechart generate signs --split "$split" --count "$count" --seed "$seed" --out "$out/$folder" "$@"
}
runs=
examine() {  # model, dataset, folder
    eyechart predict "$1" "$out/$2" --train "$out/both/train" --out "$out/runs/$3"
    runs="$runs $out/runs/$3"
}
table() {  # name, layout, more
    name=$1 layout=$2
    shift 2
    # shellcheck disable=SC2086
    {
        eyechart report $runs --like "$layout" "$@"
        eyechart report $runs --like "$layout" "$@" --json > "$out/tables/$name.json"
    }
}
mkdir -p "$out/tables"
for asked in ${LANGUAGES:-both en zh}; do
    case $asked in
    en) share=55 only="--set languages=en" ;;
    zh) share=45 only="--set languages=zh" ;;
    *) share=100 only="" ;;
    esac
    for pair in "train $trains" "val $vals" "test $tests"; do
        # shellcheck disable=SC2086
        draw "$asked/${pair% *}" "${pair% *}" $((${pair#* } * share / 100)) $only
    done
    for network in $networks; do
        case $size-$network in
        paper-*) updates=24000 ;;
        mini-m4c) updates=300 ;;
        mini-pythia-*) updates=300 ;;
        *) updates=800 ;;
        esac
        # shellcheck disable=SC2086
        eyechart train "$network" "$out/$asked/train" --validate "$out/$asked/val" --preset "$size" --seed "$seed" \
            --out "$out/models/$network-$asked" --set "extractor=$seen" steps=$((updates * share / 100)) ${OCR:+"ocr=$OCR"} ${SET:-}
        examine "trained:$out/models/$network-$asked" "$asked/test" "$network-$asked"
    done
done
for bound in vocabulary:small vocabulary:large ocr-bound:perfect ocr-random:perfect; do
    examine "$bound" both/test "${bound%:*}-${bound#*:}"
done
table estvqa-table3 estvqa-table3
table estvqa-table3-tau-0.5 estvqa-table3 --tau 0.5
table estvqa-figure9 estvqa-figure9
runs=
for overlap in ${OVERLAPS-1 0.5 0}; do
    draw "overlap-$overlap" test "$overlapping" --set "overlap={\"en\":$overlap,\"zh\":$overlap}"
    for network in $networks; do
        examine "trained:$out/models/$network-both" "overlap-$overlap" "$network-overlap-$overlap"
    done
    for bound in small large; do
        examine "vocabulary:$bound" "overlap-$overlap" "vocabulary-$bound-overlap-$overlap"
    done
done
[ -z "$runs" ] || table estvqa-overlap estvqa-overlap
if [ -n "${READ:-}" ]; then
    runs=
    draw read test "$read"  # the first of both/test
    for network in $networks; do
        examine "trained:$out/models/$network-both" read "$network-read"
        examine "trained:$out/models/$network-both+ocr=$READ" read "$network-$READ"
    done
    table estvqa-reading estvqa-reading
fi
