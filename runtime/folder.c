/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "folder.h"
#include "env.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* One path component that no shell or file system trips over. */
static void tidy(char *text) {
  for (; *text; ++text) {
    char c = *text;
    int plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                c == '.' || c == '_' || c == '+';
    if (!plain)
      *text = '_';
  }
}

/* Where the program may write next to nothing, our own first bytes would be its SIGXFSZ. */
static int mayWrite(void) {
  struct rlimit limit;
  return getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur >= 4096;
}

/* A base folder of our own making holds results only: version control should not see them. */
static void ignoreForGit(const char *base) {
  char path[TARE_PATH_SIZE];
  if (snprintf(path, sizeof path, "%s/.gitignore", base) >= (int)sizeof path)
    return;
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  ssize_t written = write(fd, "*\n", 2);
  (void)written;
  close(fd);
}

/* Parents are public as any folder is. */
int tare_folder_make(const char *base) {
  char path[TARE_PATH_SIZE];
  if (snprintf(path, sizeof path, "%s", base) >= (int)sizeof path)
    return 0;
  for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(path, 0755) != 0 && errno != EEXIST)
      return 0;
    *slash = '/';
  }
  if (mkdir(path, 0700) == 0)
    ignoreForGit(path);
  else if (errno != EEXIST)
    return 0;
  return 1;
}

/* The time as 20261231T235959Z, in the Gregorian calendar.  (gmtime reads the local time zone's
 * file first, and leaves blocks in the program's heap.) */
static void nameTime(uint64_t now, char *name, size_t size) {
  uint32_t second = now % 86400, year = 1970, month = 1, length;
  uint64_t day = now / 86400;
  for (;; ++year) {
    length = 365 + ((year % 4 == 0 && year % 100 != 0) || year % 400 == 0);
    if (day < length)
      break;
    day -= length;
  }
  for (;; ++month) {
    uint32_t days = month == 2 ? length - 337 : 30 + ((month + month / 8) & 1);
    if (day < days)
      break;
    day -= days;
  }
  snprintf(name, size, "%04u%02u%02uT%02u%02u%02uZ", year, month, (uint32_t)day + 1, second / 3600,
           second / 60 % 60, second % 60);
}

static void nameRun(char *name, size_t size) {
  char program[64], host[64] = "", utc[64];
  snprintf(program, sizeof program, "%s", program_invocation_short_name);
  gethostname(host, sizeof host - 1);
  tidy(program);
  tidy(host);
  nameTime((uint64_t)time(NULL), utc, sizeof utc);
  snprintf(name, size, "tare-%s-%s-%s-%d", program, utc, host, (int)getpid());
}

/* Never an existing folder: a program that execs itself keeps its pid. */
static int makeRunFolder(const char *base, char *path, size_t size) {
  char name[256];
  nameRun(name, sizeof name);
  for (int again = 1; again < 100; ++again) {
    int length = again == 1 ? snprintf(path, size, "%s/%s", base, name)
                            : snprintf(path, size, "%s/%s-%d", base, name, again);
    if (length >= (int)size)
      return 0;
    if (mkdir(path, 0700) == 0)
      return 1;
    if (errno != EEXIST)
      return 0;
  }
  return 0;
}

int tare_folder_open_profile(char *path, size_t size) {
  const char *base = tare_env_output();
  if (!mayWrite() || !tare_folder_make(base) ||
      !makeRunFolder(base, path, size - sizeof "/profile.tare")) {
    snprintf(path, size, "%s", base);
    return -1;
  }
  strcat(path, "/profile.tare");
  return open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

void tare_folder_tell_idle(const char *object) {
  const char *prefix = getenv("TARE_IDLE");
  char path[TARE_PATH_SIZE], line[TARE_PATH_SIZE];
  if (!prefix || !*prefix || !mayWrite() ||
      snprintf(path, sizeof path, "%s.%d", prefix, (int)getpid()) >= (int)sizeof path)
    return;
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  int length = snprintf(line, sizeof line, "%.*s\n", TARE_PATH_SIZE - 2, object);
  ssize_t written = write(fd, line, (size_t)length);
  (void)written;
  close(fd);
}
