#!/bin/sh
# EST-VQA's Table 3: its networks and M4C beyond them, each trained on English, on Chinese and on both; and beyond the paper, how the
# bilingual ones fare on words that training never had: overlap 1, 0.5 and 0 of test words with those of training, on the same kinds of pictures.
#
#     sh recipes/estvqa-table3.sh mini|paper [FOLDER] [SEED]
#
# `paper`: as many pictures as the paper has, networks by their preset `paper`, ResNet-50 by npm, faultless OCR of the scene; for a machine with a
# graphics card. `mini`: 4,000 pictures to learn from, 1,000 to be examined on, networks by their preset `mini`, EfficientNet-Lite0 by pip.
# It has been run at toy size only. COUNTS="TRAIN VAL TEST", NETWORKS="lorra-lv …", LANGUAGES="both", OVERLAPS="1 0" and SET="steps=… …"
# make it smaller still; OCR=scene:0.1 or OCR=rapidocr reads otherwise. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-estvqa-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-4000 400 1000} seen=${SEEN:-efficientnet-lite0:128} ;;
paper)
    counts=${COUNTS:-18681 2076 4482} seen=${SEEN:-resnet50:448}
    eyechart assets resnet50
    ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
networks=${NETWORKS:-pythia-sv pythia-lv lorra-sv lorra-lv qa-rcnn qa-rcnn-tricks m4c}
set -- $counts
trains=$1 vals=$2 tests=$3
runs=
for asked in ${LANGUAGES:-both en zh}; do
    data=$out/$asked
    for pair in "train $trains" "val $vals" "test $tests"; do
        # shellcheck disable=SC2046
        eyechart generate signs --split "${pair% *}" --count "${pair#* }" --seed "$seed" --out "$data/${pair% *}" \
            $([ "$asked" = both ] || echo --set "languages=$asked")
    done
    for network in $networks; do
        # shellcheck disable=SC2086
        eyechart train "$network" "$data/train" --validate "$data/val" --preset "$size" --seed "$seed" --out "$out/models/$network-$asked" \
            --set "extractor=$seen" ${OCR:+"ocr=$OCR"} ${SET:-}
        eyechart predict "trained:$out/models/$network-$asked" "$data/test" --out "$out/runs/$network-$asked"
        runs="$runs $out/runs/$network-$asked"
    done
done
for bound in vocabulary:small vocabulary:large ocr-bound:perfect ocr-random:perfect; do
    [ -d "$out/both" ] || break
    eyechart predict "$bound" "$out/both/test" --train "$out/both/train" --out "$out/runs/${bound%:*}-${bound#*:}"
    runs="$runs $out/runs/${bound%:*}-${bound#*:}"
done
# shellcheck disable=SC2086
eyechart report $runs --like estvqa-table3
for overlap in ${OVERLAPS-1 0.5 0}; do
    [ -d "$out/both" ] || break
    eyechart generate signs --split test --count "$tests" --seed "$seed" --out "$out/overlap-$overlap" \
        --set "overlap={\"en\":$overlap,\"zh\":$overlap}"
    runs=
    for network in $networks; do
        eyechart predict "trained:$out/models/$network-both" "$out/overlap-$overlap" --out "$out/runs/$network-overlap-$overlap"
        runs="$runs $out/runs/$network-overlap-$overlap"
    done
    echo "Word overlap $overlap"
    # shellcheck disable=SC2086
    eyechart report $runs --like estvqa-table3
done
