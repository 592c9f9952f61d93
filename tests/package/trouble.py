# SPDX-License-Identifier: Apache-2.0
"""When Tare itself is in trouble, the build is not: the plain command is what runs, and the unit is
named with the reason wherever people look."""
import shutil
import unittest

from support import BuildTest, PREFIX, TARE, each_compiler, main

GARBAGE = 'for word; do [ "$last" = --output ] && echo "neither C nor C++" > "$word"; last=$word; done'


class Trouble(BuildTest):
    def setUp(self):
        super().setUp()
        self.write_program()

    def tare_whose_instrumenter(self, does, also_for_fallbacks=False):
        place = self.folder / "spoilt"
        shutil.rmtree(place, ignore_errors=True)
        (place / "bin").mkdir(parents=True)
        (place / "libexec" / "tare").mkdir(parents=True)
        shutil.copy2(TARE, place / "bin" / "tare")
        (place / "lib").symlink_to(PREFIX / "lib")
        script = place / "libexec" / "tare" / "tare-instrument"
        spared = "" if also_for_fallbacks else '*--fallback*) ;; '
        script.write_text(f'#!/bin/sh\ncase "$*" in {spared}*) {does} ;; esac\n'
                          f'exec "{PREFIX}/libexec/tare/tare-instrument" "$@"\n')
        script.chmod(0o755)
        return place / "bin" / "tare"

    @each_compiler
    def test_an_instrumenter_that_fails_in_any_way(self, c, cxx):
        for does, reason in (("exit 3", "tare-instrument failed"),
                             ("kill -SEGV $$", "signal 11"), ("kill -KILL $$", "signal 9"),
                             ("exec sleep 600", "longer than 15 s"),
                             ("ulimit -v 20000", "."),
                             ("echo 'error: no such thing' >&2; exit 1", "no such thing"),
                             (GARBAGE + "; exit 0", "does not compile"),
                             ("exit 0", "does not compile")):
            with self.subTest(does=does):
                tare = self.tare_whose_instrumenter(does)
                limit = {"TARE_TIMEOUT": "15"} if "sleep" in does else {}
                done = self.run_command(tare, "cc", c, "-fopenmp", "x.c", "-o", "p", **limit)
                self.assertRegex(done.stderr, "^tare: x.c: not measured: .*" + reason)
                self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
                self.assert_measured("p", 1)
                self.assert_runs("p")
                said = self.run_command(TARE, "nodes", "p", status=None)
                self.assertRegex(said.stdout, reason)
                self.assertIn("x.c", said.stdout)
        said = self.run_command(TARE, "doctor", self.folder, status=3)
        self.assertIn("NOT MEASURED", said.stdout)
        self.assertIn("x.c", said.stdout)

    @each_compiler
    def test_a_stub_that_does_not_compile_either(self, c, cxx):
        tare = self.tare_whose_instrumenter(GARBAGE + "; exit 0", also_for_fallbacks=True)
        done = self.run_command(tare, "cc", c, "-fopenmp", "-MD", "-c", "x.c", "-o", "x.o")
        self.assertRegex(done.stderr, "^tare: x.c: not measured: .*\n$")
        self.run_command(c, "-fopenmp", "-MD", "-c", "x.c", "-o", "plain.o")
        self.assert_measured("x.o", 0)
        self.run_command(c, "-fopenmp", "x.o", "-o", "p")
        self.assert_runs("p")
        said = self.run_command(TARE, "doctor", self.folder, status=3).stdout
        self.assertRegex(said, r"x\.o: NOT MEASURED, it has OpenMP.*\s+without Tare")

    @each_compiler
    def test_no_room_for_temporary_files(self, c, cxx):
        """The preprocessed text is larger than what may be written, the object is not."""
        # The driver of a compiler that is ended by SIGXFSZ may leave files behind; not ours.
        done = self.run_command("sh", "-c", 'ulimit -f 16; exec "$@"', "sh", TARE, "cc", c,
                                "-fopenmp", "-c", "x.c", "-o", "x.o", status=None)
        plain = self.run_command("sh", "-c", 'ulimit -f 16; exec "$@"', "sh", c,
                                 "-fopenmp", "-c", "x.c", "-o", "plain.o", status=None)
        self.assertEqual(done.returncode, plain.returncode, done.stderr)
        if plain.returncode == 0:
            self.run_command(c, "-fopenmp", "x.o", "-o", "p")
            self.assert_runs("p")
            self.assertIn("x.c: not measured", done.stderr)

    @each_compiler
    def test_a_temporary_folder_that_is_not_there(self, c, cxx):
        self.run_command(TARE, "cc", c, "-fopenmp", "x.c", "-o", "p", TMPDIR="/no/such/folder")
        self.assert_measured("p", 1)
        self.assert_runs("p")

    @each_compiler
    def test_what_the_user_did_wrong_is_said_once(self, c, cxx):
        for text in ("int main(void) {\n#pragma omp parallel\n  { x = 1; }\n}\n",
                     "#pragma omp parallel for\nint main(void) { return 0; }\n",
                     "int main(void) {\n#pragma omp parallel for\n  return 0;\n}\n",
                     "int main(void) {\n#pragma omp parallel for schedule(odd)\n"
                     "  for (int i = 0; i < 3; ++i) ;\n}\n",
                     "int main(void) {\n#pragma omp parallel\n  ;\n"):
            self.write("w.c", text)
            for options in ([], ["-Wall", "-Werror"]):
                with self.subTest(text=text, options=options):
                    command = [c, "-fopenmp", "-fno-diagnostics-color", *options, "-c", "w.c"]
                    plain = self.run_command(*command, status=None)
                    ours = self.run_command(TARE, "cc", *command, status=None)
                    self.assertNotEqual(plain.returncode, 0)
                    self.assertEqual(ours.returncode, plain.returncode)
                    self.assertEqual(ours.stderr, plain.stderr)

    @each_compiler
    def test_warnings_on_request(self, c, cxx):
        self.write("w.c", "#include <stdio.h>\nint main(void) {\n  int unused;\n"
                          "#pragma omp parallel\n  puts(\"\");\n  return 0;\n}\n")
        command = [c, "-fopenmp", "-Wall", "-c", "w.c"]
        plain = self.run_command(*command).stderr
        self.assertIn("unused", plain)
        self.assertEqual(self.tare_cc(*command, TARE_WARNINGS="1").stderr, plain)
        self.assertEqual(self.tare_cc(*command).stderr, "")
        self.tare_cc(*command, "-Werror")
        self.assert_measured("w.o", 1)
        strict = self.tare_cc(*command, "-Werror", status=None, TARE_WARNINGS="1")
        self.assertNotEqual(strict.returncode, 0)


if __name__ == "__main__":
    main()
