# SPDX-License-Identifier: Apache-2.0
"""libtare-omp-serial.a: what a program without OpenMP that calls omp_* is linked with."""
import re
import unittest

from support import BuildTest, COMPILERS, PREFIX, TARE, each_compiler, main

ARCHIVE = PREFIX / "lib/libtare-omp-serial.a"

# With the real omp.h, so that both compilers' types are those that are passed.
PROGRAM = r"""#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define CHECK(condition) \
  do { if (!(condition)) { printf("line %d: %s\n", __LINE__, #condition); return 1; } } while (0)

static int locks(void) {
  omp_lock_t lock;
  omp_nest_lock_t nest;
  omp_init_lock_with_hint(&lock, omp_sync_hint_contended);
  CHECK(omp_test_lock(&lock) && !omp_test_lock(&lock));
  omp_unset_lock(&lock);
  omp_set_lock(&lock);
  omp_destroy_lock(&lock);
  omp_init_nest_lock_with_hint(&nest, omp_sync_hint_none);
  omp_set_nest_lock(&nest);
  CHECK(omp_test_nest_lock(&nest) == 2);
  omp_destroy_nest_lock(&nest);
  return 0;
}

static int places(void) {
  char text[8] = "x";
  int ids[1] = {7};
  omp_set_num_teams(4);
  CHECK(omp_get_num_teams() == 1 && omp_get_team_num() == 0 && omp_get_max_teams() == 1);
  CHECK(omp_get_proc_bind() == omp_proc_bind_false && omp_get_partition_num_places() == 0);
  omp_get_place_proc_ids(0, ids);
  CHECK(omp_get_place_num_procs(0) == 0 && ids[0] == 7);
  omp_set_affinity_format("%n");
  CHECK(omp_capture_affinity(text, sizeof text, "%n") == 0 && text[0] == 0);
  omp_display_env(1);
  CHECK(omp_pause_resource_all(omp_pause_soft) == 0);
  return 0;
}

static int memory(void) {
  omp_alloctrait_t trait = {omp_atk_alignment, 256};
  omp_allocator_handle_t wide = omp_init_allocator(omp_default_mem_space, 1, &trait);
  CHECK(wide != omp_null_allocator);
  char *bytes = omp_alloc(100, wide);
  CHECK(bytes && (uintptr_t)bytes % 256 == 0);
  memset(bytes, 5, 100);
  bytes = omp_realloc(bytes, 100000, wide, wide);
  CHECK(bytes && (uintptr_t)bytes % 256 == 0 && bytes[0] == 5 && bytes[99] == 5);
  omp_free(bytes, wide);
  omp_allocator_handle_t before = omp_get_default_allocator();
  CHECK(before == omp_default_mem_alloc);
  omp_set_default_allocator(wide);
  int *zeros = omp_calloc(1000, sizeof *zeros, omp_null_allocator);
  CHECK(zeros && (uintptr_t)zeros % 256 == 0 && zeros[0] == 0 && zeros[999] == 0);
  omp_free(zeros, omp_null_allocator);
  omp_set_default_allocator(before);
  omp_destroy_allocator(wide);
  CHECK(omp_alloc(0, omp_default_mem_alloc) == NULL);
  zeros = omp_alloc(4, omp_high_bw_mem_alloc);
  zeros = omp_realloc(zeros, 400, omp_high_bw_mem_alloc, omp_high_bw_mem_alloc);
  CHECK(zeros);
  omp_free(zeros, omp_high_bw_mem_alloc);
  return 0;
}

static int devices(void) {
  int host = omp_get_initial_device(), from[6] = {1, 2, 3, 4, 5, 6}, to[12] = {0};
  size_t volume[2] = {2, 2}, to_at[2] = {1, 2}, from_at[2] = {0, 1}, to_all[2] = {3, 4},
         from_all[2] = {2, 3};
  omp_set_default_device(0);
  CHECK(omp_get_device_num() == host && omp_get_num_devices() == 0);
  int *there = omp_target_alloc(sizeof from, host);
  CHECK(there && omp_target_is_present(there, host));
  CHECK(omp_target_memcpy(there, from, sizeof from, 0, 0, host, host) == 0 && there[5] == 6);
  CHECK(omp_target_memcpy_rect(to, there, sizeof *to, 2, volume, to_at, from_at, to_all, from_all,
                               host, host) == 0);
  CHECK(to[6] == 2 && to[7] == 3 && to[10] == 5 && to[11] == 6 && to[5] == 0 && to[8] == 0);
  CHECK(omp_target_memcpy_rect(NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, NULL, host, host) >= 3);
  CHECK(omp_target_associate_ptr(from, there, sizeof from, 0, host) != 0);
  omp_target_free(there, host);
  return 0;
}

int main(void) { return locks() || places() || memory() || devices(); }
"""

CALLER = r"""#include <omp.h>
int main(void) {
  int *counts = omp_calloc(1000, sizeof *counts, omp_default_mem_alloc);
#pragma omp parallel for
  for (int i = 0; i < 1000; ++i)
    counts[i] = i - omp_get_team_num();
  int wrong = counts[999] != 999 || omp_get_num_teams() != 1;
  omp_free(counts, omp_default_mem_alloc);
  return wrong;
}
"""


def declared(text):
    """The functions that a preprocessed omp.h declares, without those that it defines itself."""
    code = re.sub(r"^#.*$", "", text, flags=re.MULTILINE)
    names = re.findall(r"\bextern\b[^;{}()]*?\b(\w+)\s*\(", code)
    return {name for name in names if re.search(r"(^|_)(omp|ompc|ompx|kmp)_", name)}


class SerialLibrary(BuildTest):
    def defined(self):
        listed = self.run_command("nm", "--defined-only", ARCHIVE).stdout
        return set(re.findall(r" T (\w+)$", listed, re.MULTILINE))

    @each_compiler
    def test_all_that_omp_h_declares_is_defined(self, c, cxx):
        for language in ("c", "c++"):
            text = self.run_command(c, "-fopenmp", "-x", language, "-E", "-",
                                    stdin="#include <omp.h>\n").stdout
            names = declared(text)
            self.assertGreater(len(names), 60)
            self.assertIn("omp_get_wtime", names)
            self.assertEqual(names - self.defined(), set())

    @each_compiler
    def test_routines_of_one_thread(self, c, cxx):
        self.write("x.c", PROGRAM)
        self.run_command(c, "-O2", "x.c", ARCHIVE, "-o", "x")
        done = self.run_command("./x", status=None)
        self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)

    def test_overheads_of_one_source(self):
        self.write("x.c", CALLER)
        done = self.run_command(TARE, "overheads", "--source", "x.c", "--compiler", COMPILERS[0][0],
                                "--threads", "2", "--repeat", "1", "--full", status=None)
        self.assertIn(done.returncode, (0, 6), done.stderr)  # 6: the machine is busy
        self.assertIn("reference: serial program", done.stdout)
        self.assertIn("serial probed", done.stdout)


if __name__ == "__main__":
    main()
