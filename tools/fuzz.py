#!/usr/bin/env python3
"""Runs the fuzz targets for longer than ./test does, one after the other, and adds what has run to tests/fuzz/tally.tsv.

    tools/build.sh --with-tests fuzz fuzz_targets
    tools/fuzz.py MINUTES [NAME...]        the targets share the minutes; NAME: wire, pdn, ... (default: all)
    tools/fuzz.py keep [NAME...]           adds the best of what they found to tests/fuzz/corpus

The tally has seconds of processor time: on a busy machine fewer than have passed.
What a target finds new is in build/fuzz/fuzz/NAME/found, and an input that fails in failures beside it. `keep`
takes short inputs that reach code which no input of the corpus reaches, as few of them as that needs; the next run begins there.
"""

from __future__ import annotations

import argparse
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TALLY = ROOT / "tests" / "fuzz" / "tally.tsv"
CORPUS = ROOT / "tests" / "fuzz" / "corpus"
FUZZ = ROOT / "build" / "fuzz" / "fuzz"
KEPT_BYTES = 512  # `keep` takes no longer inputs
HEAD = "target\tseconds\tinputs\tfailures\tlast run\n"
EXECUTED = re.compile(r"^stat::number_of_executed_units:\s*(\d+)$", re.MULTILINE)


@dataclass
class Run:
    """What has run of one target, in all."""

    seconds: int = 0
    inputs: int = 0
    failures: int = 0
    last: str = ""


def read(text: str) -> dict[str, Run]:
    tally = {}
    for line in text.splitlines()[1:]:
        name, seconds, inputs, failures, last = line.split("\t")
        tally[name] = Run(int(seconds), int(inputs), int(failures), last)
    return tally


def write(tally: dict[str, Run]) -> str:
    rows = (f"{name}\t{run.seconds}\t{run.inputs}\t{run.failures}\t{run.last}\n" for name, run in sorted(tally.items()))
    return HEAD + "".join(rows)


def add(tally: dict[str, Run], name: str, run: Run) -> None:
    before = tally.get(name, Run())
    tally[name] = Run(before.seconds + run.seconds, before.inputs + run.inputs, before.failures + run.failures, run.last)


def seconds(tally: dict[str, Run]) -> int:
    return sum(run.seconds for run in tally.values())


def targets() -> list[str]:
    return sorted(path.stem.removeprefix("fuzz_") for path in (ROOT / "tests" / "fuzz").glob("fuzz_*.cpp"))


def processor_seconds() -> float:
    """Of all programs that this one has run to their end."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fuzz(name: str, limit: int) -> Run:
    found, failures = FUZZ / name / "found", FUZZ / name / "failures"
    for folder in (found, failures):
        folder.mkdir(parents=True, exist_ok=True)
    before = processor_seconds()
    # libFuzzer goes by wall-clock time: on a busy machine an input that needs two seconds takes ten.
    flags = [f"-max_total_time={limit}", "-rss_limit_mb=2048", "-timeout=100", "-print_final_stats=1", f"-artifact_prefix={failures}/"]
    command = [str(FUZZ / f"fuzz_{name}"), *flags, str(found), str(CORPUS / name)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    said = done.stdout.decode(errors="replace")
    executed = EXECUTED.search(said)
    if done.returncode != 0:
        print(said, file=sys.stderr)
    run = Run(round(processor_seconds() - before), int(executed.group(1)) if executed else 0, int(done.returncode != 0))
    run.last = time.strftime("%Y-%m-%d", time.gmtime())
    return run


def keep(name: str) -> int:
    """Adds to the corpus of a target; how many inputs."""
    corpus = CORPUS / name
    before = len(list(corpus.iterdir()))
    with tempfile.TemporaryDirectory() as short:
        for path in (FUZZ / name / "found").iterdir():
            if path.stat().st_size <= KEPT_BYTES:
                shutil.copy(path, short)
        # Only new branches count, not how often each is taken: otherwise thousands would be kept.
        flags = ["-set_cover_merge=1", "-use_counters=0", "-use_value_profile=0"]
        done = subprocess.run([str(FUZZ / f"fuzz_{name}"), *flags, str(corpus), short], capture_output=True, check=False)
    if done.returncode != 0:
        raise SystemExit(f"{name}: {done.stderr.decode(errors='replace')}")
    return len(list(corpus.iterdir())) - before


def fuzz_all(names: list[str], minutes: float) -> int:
    """Fuzzes each for its share of the minutes; how many failed."""
    failed = 0
    for name in names:
        run = fuzz(name, max(1, round(minutes * 60 / len(names))))
        # Written after each one: what has run is counted, whatever follows.
        tally = read(TALLY.read_text(encoding="utf-8")) if TALLY.exists() else {}
        add(tally, name, run)
        TALLY.write_text(write(tally), encoding="utf-8")
        print(f"{name}: {run.seconds} s, {run.inputs:,} inputs{', FAILED' if run.failures else ''}", flush=True)
        failed += run.failures
    print(f"{seconds(read(TALLY.read_text(encoding='utf-8'))):,} seconds in all")
    return failed


def main() -> int:
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", metavar="MINUTES|keep")
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked = parser.parse_args()
    names = asked.names or targets()
    if asked.task == "keep":
        for name in names:
            print(f"{name}: {keep(name)} kept", flush=True)
        return 0
    try:
        minutes = float(asked.task)
    except ValueError:
        parser.error(f"'{asked.task}' is neither a number of minutes nor keep")
    return 1 if fuzz_all(names, minutes) else 0


if __name__ == "__main__":
    sys.exit(main())
