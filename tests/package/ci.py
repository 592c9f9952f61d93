#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What CI systems run (cmake/packaging/ci): the steps of the GitHub Action and of the GitLab template, run here.

Usage: ci.py WRITER.  WRITER writes tables of known comparisons; "measuring" copies one of them.
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError:
    yaml = None

ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
CI = ROOT / "cmake/packaging/ci"
TARE = str(pathlib.Path(os.environ["TARE_PREFIX"]) / "bin" / "tare")
WRITER = sys.argv.pop(1)
MEASURE = 'mkdir "$TARE_OUTPUT_DIR/tare-run" && cp "$TABLES/$(cat which)" "$TARE_OUTPUT_DIR/tare-run/ledger.json"'


FILES = ("summary.md", "report.html", "diff.html", "tare.sarif", "codequality.json", "verdict.txt", "base.txt", "head.txt")


class Ci(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory(prefix="tare-ci-")
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        self.tables = self.folder / "tables"
        self.tables.mkdir()
        subprocess.run([WRITER, self.tables], check=True)
        self.clone = self.folder / "clone"
        self.clone.mkdir()
        self.summary = self.folder / "summary"
        self.git("init", "-q")

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@localhost", *words],
                              cwd=self.clone, check=True, capture_output=True, text=True).stdout.strip()

    def versions(self, name, gate="any > 5%", folder=""):
        """Two commits: the sides of a known comparison, the gate in the second one."""
        (self.clone / "which").write_text(f"{name}.base.json\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "base")
        base = self.git("rev-parse", "HEAD")
        (self.clone / "which").write_text(f"{name}.head.json\n")
        (self.clone / folder / "tare.toml").write_text(f'[diff]\nfail-on = ["{gate}"]\n' if gate else "[measure]\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "head")
        return base

    def compare(self, base, measure=MEASURE, **environment):
        return subprocess.run([CI / "compare", base, measure], cwd=self.clone, text=True, check=False,
                              capture_output=True, stdin=subprocess.DEVNULL, timeout=600,
                              env={**os.environ, "TARE": TARE, "TABLES": str(self.tables), "LC_ALL": "C.UTF-8",
                                   **environment})

    def unreliable(self):
        for side in ("base", "head"):
            path = self.tables / f"few.{side}.json"
            ledger = json.loads(path.read_text())
            for table in ledger["tables"]:
                table["parallel_time_high_s"] = 2 * table["parallel_time_s"]
                table["parallel_time_low_s"] = 0
            path.write_text(json.dumps(ledger))

    def test_a_change_that_passes(self):
        done = self.compare(self.versions("same"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Passed", done.stdout)
        output = self.clone / "tare-ci"
        for name in ("summary.md", "tare.sarif", "codequality.json", "report.html", "diff.html"):
            self.assertTrue((output / name).stat().st_size > 100 or name == "codequality.json", name)
        self.assertEqual(json.loads((output / "tare.sarif").read_text())["version"], "2.1.0")
        json.loads((output / "codequality.json").read_text())
        self.assertEqual(self.git("worktree", "list").count("\n"), 0, "checkouts are removed")

    def test_a_change_that_fails(self):
        done = self.compare(self.versions("grown"), GITHUB_STEP_SUMMARY=str(self.summary))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("a gate failed", done.stdout)
        self.assertRegex(done.stdout, r"gate any > 5%: failed\. .*waiting for locks")
        summary = self.summary.read_text()
        self.assertRegex(summary, r"^### .*: 1 gate failed, ")
        self.assertRegex(summary, r"(?m)^head [0-9a-f]+ against base [0-9a-f]+$")
        self.assertIn("waiting for locks", summary)
        self.assertTrue(json.loads((self.clone / "tare-ci/codequality.json").read_text()))

    def test_what_noise_hides_passes_with_a_warning(self):
        base = self.versions("few")
        done = self.compare(base, GITHUB_ACTIONS="true")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("::warning title=Tare::Not decided", done.stdout)
        done = self.compare(base, TARE_UNDECIDED="fail")
        self.assertEqual(done.returncode, 5, done.stdout + done.stderr)

    def test_what_is_not_reliable_passes_with_a_warning(self):
        self.unreliable()
        done = self.compare(self.versions("few"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("Not reliable (status 6)", done.stdout)
        for name in ("summary.md", "diff.html"):
            self.assertIn("is NOT RELIABLE", (self.clone / "tare-ci" / name).read_text())

    def test_gates_of_a_folder_below_count(self):
        (self.clone / "sub").mkdir()
        base = self.versions("grown", folder="sub/")
        done = self.compare(base)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        (self.clone / "other").mkdir()
        (self.clone / "other/tare.toml").write_text("[measure]\n")
        self.git("add", "-A")
        self.git("commit", "-qm", "another")
        done = self.compare(base)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("there are several: other/tare.toml sub/tare.toml", done.stderr)

    def test_without_a_gate_nothing_is_said_to_have_passed(self):
        base = self.versions("grown", gate="")
        done = self.compare(base)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertNotIn("Passed", done.stdout)
        self.assertIn("tare.toml has no gate", done.stdout)

    def test_a_wrong_gate_is_found_before_anything_is_measured(self):
        base = self.versions("grown", gate="tiem > 5%")
        measured = self.folder / "measured"
        done = self.compare(base, f"{TARE} overheads --source x.c && touch {measured}")
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn("tare: tare.toml:2: no single overhead is called 'tiem'", done.stderr)
        self.assertFalse(measured.exists())

    def test_a_gate_that_fails_may_be_measured_once_more(self):
        copy = ('mkdir -p "$TARE_OUTPUT_DIR/tare-run" && cp "$TABLES/{}.$(basename "$PWD").json" '
                '"$TARE_OUTPUT_DIR/tare-run/ledger.json"')
        base = self.versions("grown")
        for second, status, said in (("again", 1, "both sides measured again confirm it"),
                                     ("nothing", 0, "a second measurement did not confirm it")):
            (self.tables / "second").unlink(missing_ok=True)
            measure = (f'if [ -e "$TABLES/second" ]; then {copy.format(second)}; else {copy.format("grown")}; fi; '
                       'if [ "$(basename "$PWD")" = head ]; then touch "$TABLES/second"; fi')
            done = self.compare(base, measure, TARE_CONFIRM="yes")
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertIn(said, done.stdout)

    def test_submodules_are_checked_out(self):
        module = self.folder / "module"
        module.mkdir()
        config = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "protocol.file.allow", "GIT_CONFIG_VALUE_0": "always"}
        for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "x"]):
            subprocess.run(["git", "-c", "user.name=x", "-c", "user.email=x@localhost", *words], cwd=module, check=True)
        self.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(module), "lib")
        done = self.compare(self.versions("same"), "test -e lib/.git && " + MEASURE, **config)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.git("worktree", "list").count("\n"), 0, "checkouts are removed")

    def test_what_is_not_committed_is_said_to_be_left_out(self):
        base = self.versions("same")
        (self.clone / "which").write_text("grown.head.json\n")
        done = self.compare(base)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("not committed are not measured", done.stderr)

    def test_what_cannot_be_compared_fails_and_says_why(self):
        base = self.versions("same")
        done = self.compare("no-such-branch")
        self.assertEqual(done.returncode, 2)
        self.assertIn("fetch it first", done.stderr)
        for none in ("", "0" * 40):
            done = self.compare(none)
            self.assertEqual(done.returncode, 2)
            self.assertIn("there is no base", done.stderr)
        done = self.compare(base, "echo it does not build; exit 3")
        self.assertEqual(done.returncode, 2)
        self.assertIn("failed with status 3 for base", done.stderr)
        self.assertIn("base has none to measure", done.stderr)
        self.assertIn("it does not build", done.stderr)
        done = self.compare(base, "true")
        self.assertEqual(done.returncode, 2)
        self.assertIn("left 0 results", done.stderr)
        self.assertEqual(self.git("worktree", "list").count("\n"), 0, "checkouts are removed")

    @unittest.skipUnless(yaml, "no python3-yaml: the templates are not read")
    def test_the_templates_call_it(self):
        installed = '"$(dirname "$(command -v tare)")/../share/tare/ci/compare"'
        steps = yaml.safe_load((CI / "action.yml").read_text())["runs"]["steps"]
        run = next(step for step in steps if installed in step.get("run", ""))
        job = yaml.safe_load((CI / "gitlab.yml").read_text())[".tare"]
        base = self.versions("grown")
        for command, names in ((run["run"], ("BASE", "MEASURE")),
                               ("\n".join(job["script"]), ("CI_MERGE_REQUEST_DIFF_BASE_SHA", "TARE_MEASURE"))):
            shutil.rmtree(self.clone / "tare-ci", ignore_errors=True)
            done = subprocess.run(["sh", "-c", command.replace(installed, str(CI / "compare"))], cwd=self.clone,
                                  check=False, capture_output=True, text=True, timeout=600,
                                  env={**os.environ, "TARE": TARE, "TABLES": str(self.tables),
                                       "LC_ALL": "C.UTF-8", names[0]: base, names[1]: MEASURE})
            self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        kept = next(step for step in steps if "upload-artifact" in step.get("uses", ""))["with"]["path"].split()
        self.assertEqual(kept, job["artifacts"]["paths"])
        self.assertEqual({path.relative_to(self.clone).as_posix() for each in kept for path in self.clone.glob(each)},
                         {f"tare-ci/{name}" for name in FILES} | {"tare-ci/base/tare-run/ledger.json", "tare-ci/head/tare-run/ledger.json"})
        self.assertEqual(job["artifacts"]["reports"]["codequality"], "tare-ci/codequality.json")
        # 5, which TARE_UNDECIDED=fail gives, is a warning there
        self.assertEqual((job["variables"]["TARE_UNDECIDED"], job["allow_failure"]["exit_codes"]), ("fail", 5))
        self.assertIn("</html>", (self.clone / "tare-ci/report.html").read_text())


if __name__ == "__main__":
    unittest.main()
