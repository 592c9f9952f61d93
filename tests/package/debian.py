#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Debian packages: built twice with the same bytes, clean for lintian, used and removed in an empty root.

Needs root, debootstrap and a Debian mirror; what is missing is said, and the test is skipped.
Roots: TARE_DEBIAN_ROOTS (folders, with : between) or one that debootstrap makes of this distribution.
"""
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(os.environ["TARE_SOURCE_DIR"])
SAMPLE = "/usr/share/doc/tare/samples/lu2.c"


def run(*command, **options):
    return subprocess.run(list(map(str, command)), text=True, capture_output=True, stdin=subprocess.DEVNULL,
                          check=options.pop("check", True), **options)


def files_below(folder):
    return {path for path in run("find", folder, "-xdev", "-not", "-path", f"{folder}/proc/*", "-not", "-path",
                                 f"{folder}/var/*", "-not", "-path", f"{folder}/tmp/*").stdout.splitlines()}


class Debian(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        missing = [name for name in ("lintian", "debootstrap", "dpkg-deb") if not shutil.which(name)]
        if os.geteuid() != 0 or missing:
            raise unittest.SkipTest("needs root" if os.geteuid() else "not installed: " + ", ".join(missing))
        cls.folder = pathlib.Path(os.environ.get("TARE_PACKAGES") or tempfile.mkdtemp(prefix="tare-packages-"))
        if not list(cls.folder.glob("*.deb")):
            run(ROOT / "scripts/package", cls.folder)
        cls.packages = sorted(cls.folder.glob("*.deb"))

    @classmethod
    def tearDownClass(cls):
        if "TARE_PACKAGES" not in os.environ:
            shutil.rmtree(cls.folder, ignore_errors=True)

    def contents(self, name):
        package = next(path for path in self.packages if path.name.startswith(name + "_"))
        return set(re.findall(r" \./(\S*[^/\s])(?: ->.*)?$", run("dpkg-deb", "-c", package).stdout, re.M))

    def test_who_has_what(self):
        self.assertEqual(sorted(path.name.split("_")[0] for path in self.packages), ["tare", "tare-instrument"])
        analysis, instrument = self.contents("tare"), self.contents("tare-instrument")
        self.assertEqual(analysis & instrument, set())
        for name in ("usr/bin/tare", "usr/share/man/man1/tare-report.1.gz", "usr/share/doc/tare/copyright",
                     "usr/share/bash-completion/completions/tare", "usr/share/tare/ci/compare"):
            self.assertIn(name, analysis)
        triplet = run("dpkg-architecture", "-qDEB_HOST_MULTIARCH").stdout.strip()
        for name in ("usr/bin/tare-gcc", "usr/libexec/tare/tare-instrument", f"usr/lib/{triplet}/libtare-rt.so.1"):
            self.assertIn(name, instrument)

    def test_lintian_is_clean(self):
        done = run("lintian", "--allow-root", "--tag-display-limit", "0", *self.packages, check=False)
        self.assertEqual([line for line in done.stdout.splitlines() if line.startswith(("E:", "W:"))], [], done.stderr)

    def test_packed_again_they_have_the_same_bytes(self):
        before = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in self.packages}
        for name in ("bin/tare", "libexec/tare/tare-archive"):
            (self.folder / name).unlink(missing_ok=True)  # linked again
        run(ROOT / "scripts/package", self.folder)
        self.assertEqual({path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                          for path in self.folder.glob("*.deb")}, before)

    def roots(self):
        if given := os.environ.get("TARE_DEBIAN_ROOTS"):
            yield from map(pathlib.Path, given.split(":"))
            return
        place = pathlib.Path(tempfile.mkdtemp(prefix="tare-root-"))
        self.addCleanup(shutil.rmtree, place, True)
        codename = re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.M).group(1)
        run("debootstrap", "--variant=minbase", codename, place / "root")
        yield place / "root"

    def test_used_and_removed_in_an_empty_root(self):
        for root in self.roots():
            with self.subTest(root=root):
                self.use(root)

    def use(self, root):
        def inside(command, **options):
            return run("chroot", root, "env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LC_ALL=C.UTF-8",
                       "DEBIAN_FRONTEND=noninteractive", "sh", "-c", command, timeout=3000, **options)

        for name in ("proc", "dev"):
            run("mount", "--bind", "/" + name, root / name)
            self.addCleanup(run, "umount", "-l", root / name, check=False)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        (root / "tmp/packages").mkdir(exist_ok=True)
        for package in self.packages:
            shutil.copy(package, root / "tmp/packages")
        inside("apt-get update -qq")
        before = files_below(root)
        # What reads results needs no compiler.
        inside("apt-get install -y -qq --no-install-recommends /tmp/packages/tare_*.deb")
        self.assertIn("tare ", inside("tare --version").stdout)
        inside("apt-get install -y -qq --no-install-recommends gcc libc6-dev")
        alone = inside(f"cd /tmp && tare overheads --source {SAMPLE}", check=False)
        self.assertNotEqual(alone.returncode, 0)
        self.assertIn("tare-instrument", alone.stderr)
        inside("apt-get install -y -qq --no-install-recommends /tmp/packages/tare-instrument_*.deb")
        quick = inside(f"cd /tmp && tare overheads --source {SAMPLE} --threads 1,2 --quick", check=False)
        self.assertIn(quick.returncode, (0, 6), quick.stderr)
        # A busy machine may leave nothing to say but that.
        self.assertIn("load imbalance" if quick.returncode == 0 else "NOT RELIABLE", quick.stdout)
        page = inside("cd /tmp && tare report --format html", check=False)
        self.assertEqual((page.returncode, page.stdout[:9].lower()), (quick.returncode, "<!doctype"))
        inside("rm -rf /tmp/tare-results /root/.cache; apt-get purge -y -qq tare tare-instrument && "
               "apt-get autoremove --purge -y -qq gcc libc6-dev && apt-get clean")
        left = {path for path in files_below(root) - before if "tare" in path[len(str(root)):]}
        self.assertEqual(left, set())


if __name__ == "__main__":
    sys.exit(unittest.main())
