#!/bin/sh
# V-PROM's seven regimes: networks that learn in each and are examined on what it holds out, beside a neutral regime of the same rules.
#
#     sh recipes/vprom-regimes.sh mini|paper [FOLDER] [SEED]
#
# After recipes/vprom-table2.sh, in its folder, whose panel-resnet looks at the panels. `paper`: as many matrices as the paper has in each
# regime, about all that a regime asks; the neutral one is the table's. `mini`: 10,000 to learn from and 1,500 to be examined on; rules are
# about counts (interpolation, extrapolation), about categories (held-out objects and pairs), or about the four attributes of the preset
# `mini` (held-out attributes and pairs). Each of the three has a neutral regime of its own, so that nothing but the regime differs, and
# counts and categories are looked at by another panel-resnet, which learns from icons.
# NETWORKS="NAME NAME+aux …", COUNTS="TRAIN VAL TEST" and SET="steps=… …" change what is done. Killed, it goes on when called again.
set -eu
size=${1:?say mini or paper}
out=${2:-vprom-$size}
seed=${3:-0}
case $size in
mini) counts=${COUNTS:-10000 500 1500} data="--preset mini --shard 30000" icons=$out/models/icons ;;
paper) counts=${COUNTS:-148667 8000 78333} data="" icons=$out/models/ours ;;
*) echo "say mini or paper, not $size" >&2; exit 2 ;;
esac
networks=${NETWORKS:-panel-relation-network panel-relation-network+aux panel-gru-shared}
dashed() { echo "$1" | tr ' ' -; }
draw() {  # what rules are about, regime
    folder=$out/$1/$(dashed "$2") regime=$2
    if [ "$size-$regime" = paper-neutral ]; then
        mkdir -p "$out/$1"
        ln -sfn .. "$folder"
        return
    fi
    case $size-$1 in
    mini-counts) set -- properties=count looks=1 ;;
    mini-objects) set -- properties=category looks=1 ;;
    *) set -- ;;
    esac
    for split in 1-train 2-val 3-test; do
        # shellcheck disable=SC2086
        eyechart generate matrices --split "${split#*-}" --count "$(echo $counts | cut -d ' ' -f "${split%-*}")" --seed "$seed" $data \
            --out "$folder/${split#*-}" --set "regime=$regime" "$@"
    done
}
learn() {  # network, folder, what to learn from, settings
    network=$1 folder=$2 from=$3
    shift 3
    # shellcheck disable=SC2086
    eyechart train "$network" "$out/$from/train" --validate "$out/$from/val" --preset "$size" --seed "$seed" \
        --out "$out/models/$folder" ${SET:+--set} ${SET:-} ${*:+--set} "$@"
}
few="steps=2000 every=250"  # a third of the table's matrices, a sixth of its updates
chosen() {  # as in the table
    case $size-$1 in
    mini-panel-relation-network*) echo "layers=3 spread=1.0 learning_rate=2.0 $few" ;;
    mini-panel-gru* | mini-panel-mlp-*) echo "learning_rate=3.0 $few" ;;
    esac
}
examine() {  # what rules are about, regime, extractor
    from=$1/$(dashed "$2") eye=$3
    for name in $networks chance prior; do
        folder=$(echo "$from" | tr / -)-$name model=$name
        case $name in
        panel-*)
            model=trained:$out/models/$folder auxiliary=false
            case $name in *+aux) auxiliary=true ;; esac
            # shellcheck disable=SC2046
            learn "${name%+aux}" "$folder" "$from" "extractor=ours:$eye" auxiliary=$auxiliary $(chosen "$name")
            ;;
        esac
        eyechart predict "$model" "$out/$from/test" --train "$out/$from/train" --out "$out/runs/$folder"
        runs="$runs $out/runs/$folder"
    done
}
table() {  # what rules are about, extractor, regimes
    about=$1 eyes=$2 runs=
    shift 2
    for regime in "$@"; do
        draw "$about" "$regime"
        examine "$about" "$regime" "$eyes"
    done
    mkdir -p "$out/tables"
    # shellcheck disable=SC2086
    {
        eyechart report $runs --like vprom-regimes
        eyechart report $runs --like vprom-regimes --json > "$out/tables/vprom-regimes-$about.json"
    }
}
draw counts neutral
if [ "$size" = mini ]; then learn panel-resnet icons counts/neutral; fi
table counts "$icons" neutral interpolation extrapolation
table objects "$icons" neutral "held-out objects" "held-out object pairs"
table attributes "$out/models/ours" neutral "held-out attributes" "held-out attribute pairs"
