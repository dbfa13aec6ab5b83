#!/usr/bin/env python3
"""Tunes the shape of what a hole is worth on the star (src/engines/search/star/evaluation/tuned.hpp) by matches of the engine against itself.

Climbs: in turn each of the three numbers is tried larger and smaller, and a shape that wins a match of paired starts by more
than its error takes the place of the one before. Seeded: the same call makes the same matches.

    tools/tune_star.py --arena build/release/bench/star_arena --game sternhalma:pieces=10 --games 100 --nodes 500
"""

import argparse
import re
import subprocess
import sys

NAMES = ("step", "behind", "aside")


def kind(shape, nodes):
    return ",".join(f"{name}={value}" for name, value in zip(NAMES, shape)) + f",nodes={nodes}"


def share(options, one, other, seed):
    """The share of the games that `one` wins, and its error, both in percent."""
    command = [options.arena, "--game", options.game, "--games", str(options.games), "--seed", str(seed)]
    command += ["--a", kind(one, options.nodes), "--b", kind(other, options.nodes)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    found = re.search(r"\(([\d.]+)% \+- ([\d.]+)", output)
    return float(found[1]), float(found[2])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--arena", default="build/release/bench/star_arena")
    parser.add_argument("--game", default="sternhalma:pieces=10")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--nodes", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--shape", type=int, nargs=3, default=(100, 10, 18), metavar=("STEP", "BEHIND", "ASIDE"))
    options = parser.parse_args()

    best = tuple(options.shape)
    seed = options.seed
    for _ in range(options.rounds):
        for index in range(len(NAMES)):
            for factor in (1.4, 0.7):
                tried = tuple(
                    round(value * factor) if number == index else value for number, value in enumerate(best)
                )
                seed += 1
                wins, error = share(options, tried, best, seed)
                is_better = wins - error > 50
                print(f"{tried} against {best}: {wins:.1f}% +- {error:.1f}{', taken' if is_better else ''}", flush=True)
                best = tried if is_better else best
    print("best:", *best)
    return 0


if __name__ == "__main__":
    sys.exit(main())
