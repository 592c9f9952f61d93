# SPDX-License-Identifier: Apache-2.0
"""Random programs of several units, weighed as a user would: the books close, nothing is said to be
a defect, the output is the plain program's, and constructs are met as often as the program counts.

  random_test.py --seeds 1-500 --compiler gcc     more than the suite does; --keep keeps the files"""
import argparse
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from programs import Program

TARE = pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare"
COUNTED = {"parallel", "for", "sections", "single", "barrier", "critical", "ordered", "task",
           "taskgroup", "taskwait", "taskloop"}
NEVER_NEGATIVE = ("barriers", "load_imbalance", "locks", "fork_join", "task_creation")


class Skipped(Exception):
    """The plain program does not work."""


class Failed(Exception):
    pass


class Trial:
    def __init__(self, seed, compiler, folder):
        choice = random.Random(seed)
        self.folder, self.compiler = folder, compiler
        self.language = choice.choice(["c", "c++"])
        if self.language == "c++":
            self.compiler = {"gcc": "g++"}.get(compiler, compiler.replace("clang", "clang++"))
        # clang 19 cannot compile `scope`; libomp 19 aborts most programs with regions in `teams`.
        self.program = Program(seed, choice.randint(1, 3), self.language,
                               without=["scope", "teams"] if "clang" in compiler else [])
        self.optimise = choice.choice(["-O0", "-O2", "-O3"])
        self.threads = choice.choice(["1,2", "2", "1,3", "4"])
        self.environment = {
            "OMP_MAX_ACTIVE_LEVELS": choice.choice(["1", "2", "3"]),
            "OMP_WAIT_POLICY": choice.choice(["active", "passive"]),
            "OMP_SCHEDULE": choice.choice(["static", "dynamic", "guided,2"]),
        }
        self.serial = choice.random() < 0.4  # and the programs that go with it
        self.budget = choice.choice(["", "", "1%", "5%"])

    def about(self):
        chosen = " ".join(f"{k}={v}" for k, v in self.environment.items())
        return (f"{self.compiler} {self.optimise} p={self.threads} {chosen} "
                f"{'with the serial program ' if self.serial else ''}{self.budget}")

    def run(self, command, seconds=600, **environment):
        try:
            return subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=seconds,
                                  env={**os.environ, **environment})
        except subprocess.TimeoutExpired as late:
            raise Failed(f"{' '.join(map(str, command))}: not done in {seconds} s") from late

    def build(self, name, *wrapper, openmp=True, rounds=1):
        sources = [n for n in self.program.texts() if not n.endswith(".h")]
        standard = ["-std=c++17"] if self.language == "c++" else []
        done = self.run([*wrapper, self.compiler, *standard, self.optimise, "-w", f"-DROUNDS={rounds}",
                         *(["-fopenmp"] if openmp else []), *sources, "-o", name])
        if done.returncode and not wrapper:
            raise Skipped("the compiler fails: " + done.stdout[:200])
        if done.returncode or "warning" in done.stdout:
            raise Failed(f"{name} does not build: {done.stdout[-800:]}")

    def plain(self):
        """Builds it; in how many rounds it takes long enough to be weighed. libomp aborts some."""
        for rounds in (1, 20, 400):
            self.build("plain", rounds=rounds)
            before = os.times().elapsed
            counts = self.counts()
            if os.times().elapsed - before > 0.05:
                break
        if self.counts() != counts:
            raise Skipped("the plain program counts differently each time")
        self.counts(1)
        return rounds

    def weigh(self):
        for name, text in self.program.texts().items():
            (self.folder / name).write_text(text)
        rounds = self.plain()
        self.build("instrumented", TARE, "cc", rounds=rounds)
        command = [TARE, "run", "--parallel", "./plain", "--instrumented", "./instrumented",
                   "--threads", self.threads, "--repeat", "1", "--quiet", "--output", "results",
                   "--timeout", "600"]
        if self.serial:
            self.build("serial", openmp=False, rounds=rounds)
            self.build("ignored", TARE, "cc", "--role", "ignored", rounds=rounds)
            self.build("twins", TARE, "cc", "--role", "serial", rounds=rounds)
            command += ["--serial", "./serial", "--ignored", "./ignored",
                        "--serial-instrumented", "./twins"]
        budget = {"TARE_BUDGET": self.budget} if self.budget else {}
        self.clean(self.run(command, 3000, **self.environment, **budget))
        self.clean(self.run([TARE, "report", "results", "--raw"]))
        done = self.run([TARE, "report", "results", "--format", "json"])
        self.clean(done)
        return json.loads(done.stdout)

    def clean(self, done):
        unreliable = 6  # so are most runs of a random program
        if done.returncode not in (0, unreliable) or "do not add up" in done.stdout or "please report" in done.stdout:
            raise Failed(f"status {done.returncode}: {done.stdout[-1200:]}")

    def counts(self, threads=None):
        try:
            done = self.run(["./plain"], 600, **self.environment,
                            OMP_NUM_THREADS=str(threads or self.threads.split(",")[-1]))
        except Failed as late:
            raise Skipped(str(late)) from late
        if done.returncode:
            raise Skipped(f"the plain program ends with {done.returncode}")
        return {place: int(count) for place, count in
                (line.split() for line in done.stdout.splitlines()
                 if not line.startswith("OMP: "))}  # of libomp: fewer threads than asked for

    def check(self):
        """How many counts were compared."""
        compared = 0
        for table in self.weigh()["tables"]:
            self.check_lines(table)
            if not self.budget:
                compared += self.check_counts(table)
        return compared

    def check_counts(self, table):
        counts = self.counts(table["threads"])
        compared = 0
        for construct in table["constructs"]:
            place = f"{construct['file']}:{construct['line']}"
            if construct["kind"] not in COUNTED or place not in counts:
                continue
            if construct["kind"] == "for" and construct["directive"].startswith("parallel"):
                continue
            if construct["instances"] != counts[place]:
                raise Failed(f"p = {table['threads']}: {place} {construct['kind']} was met "
                             f"{counts[place]} times, not {construct['instances']}")
            compared += 1
        return compared

    def check_lines(self, table):
        for line in table["overheads"]:
            if line["category"].endswith(NEVER_NEGATIVE) and line["time_s"] < -1e-9:
                raise Failed(f"p = {table['threads']}: {line['category']} takes {line['time_s']} s")


def seeds(text):
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=seeds, default=seeds("1-6"))
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the programs that fail")
    given = parser.parse_args()
    failed = right = 0
    for seed in given.seeds:
        folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-random-"))
        trial = Trial(seed, given.compiler, folder)
        try:
            compared = trial.check()
            right += 1
            print(f"seed {seed}: right, {compared} counts; {trial.about()}", flush=True)
        except Skipped as why:
            print(f"seed {seed}: skipped, {why}", flush=True)
        except Failed as why:
            failed += 1
            print(f"seed {seed}: FAILED; {trial.about()}\n{why}", flush=True)
            if given.keep:
                shutil.copytree(folder, given.keep / f"{given.compiler}-{seed}")
        shutil.rmtree(folder)
    print(f"{right} right, {failed} failed, {len(given.seeds) - right - failed} skipped")
    sys.exit(1 if failed or right <= len(given.seeds) // 2 else 0)


if __name__ == "__main__":
    main()
