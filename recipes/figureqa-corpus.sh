#!/bin/sh
# The corpus of the FigureQA paper, at its size: 100,000 training figures and four sets of 20,000, preset `paper`;
# proved, audited, and written in the official layout. Killed, it goes on when called again.
#
#     sh recipes/figureqa-corpus.sh [FOLDER] [SEED]
#
# What it takes, by `python recipes/estimate.py`, which makes 300 images of it on one core and multiplies (two shared
# cores, both busy with other work at the time):
#
#     300 images with 4,154 questions, one core
#     generate   9.0 ms an image,  27.1 minutes for 180,000
#     verify     2.4 ms an image,   7.3 minutes for 180,000
#     export     3.5 ms an image,  10.5 minutes for 180,000
#     dataset   20.8 kB an image,   3.7 GB for 180,000
#     official  28.3 kB an image,   5.1 GB for 180,000
#
# generate and verify use all cores; export uses one. The audit is not in the estimate.
set -eu
out=${1:-corpus}
seed=${2:-0}
for split in train val1 val2 test1 test2; do
    eyechart generate figures --split "$split" --paper-size --preset paper --seed "$seed" --out "$out/$split"
    eyechart verify "$out/$split"
done
# One folder with the official names of the splits. What is there already is whole: it was moved in one step.
mkdir -p "$out/figureqa"
for pair in train:train1 val1:validation1 val2:validation2 test1:test1 test2:test2; do
    split=${pair%:*} official=${pair#*:}
    test -e "$out/figureqa/$official" && continue
    rm -rf "$out/part"
    eyechart export "$out/$split" --format figureqa --out "$out/part"
    mv "$out/part/$official" "$out/figureqa/$official"
    rmdir "$out/part"
done
# The audit keeps every question of a dataset in memory: it looks at a set of 20,000. Last, since a leak ends the script with 1.
eyechart audit "$out/test2"
