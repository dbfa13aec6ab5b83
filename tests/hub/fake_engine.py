#!/usr/bin/env python3
"""A program that speaks just enough Hub to show how one that is seated behaves, or misbehaves.

usage: fake_engine.py HOW [MOVES]   HOW: good, terse (tells a score and no line), patient (tells a line and thinks until it is told to stop),
       deaf (never stops), dies (when it is to think), once (dies on the second thought), mute (says nothing at all),
       leaver (ends at once, and what it started lives on with its output open), idler (ends after its first move),
       liar (an illegal move), chatty (more than a line may have), slow-start, close (a score that no binary fraction is),
       nonsense (a score and a time that are no numbers anyone has)
MOVES: what it answers one after the other, from the first each time it is started
"""

import sys
import time

how = sys.argv[1]
moves = sys.argv[2].split() if len(sys.argv) > 2 else []
played = 0


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def think():
    global played
    if how == "dies" or (how == "once" and played == 1):
        sys.exit(3)
    if how == "chatty":
        sys.stdout.write("x" * 200000)
        sys.stdout.flush()
        time.sleep(60)
    if how == "patient":
        say(f'info depth=1 score=0 pv="{moves[played]}"')
    if how in ("patient", "deaf"):
        return
    answer()


def answer():
    global played
    move = "1-50" if how == "liar" else moves[played]
    line = "" if how == "terse" else f' pv="{move}"'
    score, time_used = {"close": ("0.29", "0.5"), "nonsense": ("nan", "1e300")}.get(how, ("-0.25", "0.5"))
    say(f"info depth=7 score={score} nodes=12345 time={time_used}{line}")
    say(f"done move={move}")
    played += 1
    if how == "idler":
        sys.exit(0)


if how == "leaver":
    import subprocess  # slow to load, and no other needs it

    subprocess.Popen(["sleep", "60"])
    sys.exit(3)
if how == "mute":
    time.sleep(60)
for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "hub":
        say("id name=Fake version=1")
        say('param name=variant value=normal type=enum values="normal bt american russian"')
        say("wait")
    elif word == "init":
        say("ready")
    elif word == "set-param" and "variant" in line:
        sys.stderr.write(line)
    elif word == "go":
        think()
    elif word == "stop" and how == "patient":
        answer()
    elif word == "quit":
        break
