/* SPDX-License-Identifier: Apache-2.0
 *
 * The list of network file systems, against the kernel's numbers; what TARE_STAGE may say.
 */
#define _GNU_SOURCE
#include "network.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int failures;

static void expect(int condition, const char *what) {
  if (!condition) {
    printf("FAILED: %s\n", what);
    ++failures;
  }
}

static const struct {
  uint32_t type;
  const char *name; /* null: shared mappings are as fast as memory there */
} systems[] = {
    {NFS_SUPER_MAGIC, "NFS"},
    {SMB_SUPER_MAGIC, "SMB"},
    {0xFF534D42, "SMB"},
    {0xFE534D42, "SMB"},
    {0x0BD00BD0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"},
    {0x00C36400, "CephFS"},
    {0x65735546, "FUSE"},
    {AFS_SUPER_MAGIC, "AFS"},
    {CODA_SUPER_MAGIC, "Coda"},
    {V9FS_MAGIC, "9P"},
    {EXT4_SUPER_MAGIC, NULL},
    {XFS_SUPER_MAGIC, NULL},
    {BTRFS_SUPER_MAGIC, NULL},
    {TMPFS_MAGIC, NULL},
    {RAMFS_MAGIC, NULL},
    {OVERLAYFS_SUPER_MAGIC, NULL},
    {0, NULL},
};

static void list(void) {
  for (unsigned i = 0; i < sizeof systems / sizeof *systems; ++i) {
    const char *name = tare_network_file_system(systems[i].type), *wanted = systems[i].name;
    expect(wanted ? name && strcmp(name, wanted) == 0 : !name, wanted ? wanted : "a local one");
  }
}

/* /proc is no file system of the network, and asking needs an open file. */
static void ofFiles(void) {
  int fd = open("/proc/self/stat", O_RDONLY | O_CLOEXEC);
  expect(fd >= 0 && !tare_network_of(fd), "/proc is a local file system");
  close(fd);
  expect(!tare_network_of(-1), "what cannot be asked is no network");
}

static void wishes(void) {
  expect(tare_stage_wish(NULL) == TARE_STAGE_BY_FILE_SYSTEM, "not set");
  expect(tare_stage_wish("") == TARE_STAGE_BY_FILE_SYSTEM, "empty");
  expect(tare_stage_wish("always") == TARE_STAGE_ALWAYS, "always");
  expect(tare_stage_wish("never") == TARE_STAGE_NEVER, "never");
  expect(tare_stage_wish("yes") == TARE_STAGE_UNKNOWN, "another word");
}

int main(void) {
  list();
  ofFiles();
  wishes();
  return failures ? EXIT_FAILURE : EXIT_SUCCESS;
}
