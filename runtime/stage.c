/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "stage.h"
#include "env.h"
#include "network.h"
#include "staged.h"

#include <dlfcn.h>
#include <time.h>

#pragma weak dlsym

static const char *textOf(int error) {
  switch (error) {
  case ENOENT:
  case ENOTDIR:
    return "there is no such folder";
  case EACCES:
  case EPERM:
  case EROFS:
    return "it cannot be written";
  case ENOSPC:
  case EDQUOT:
    return "there is no space";
  case ENAMETOOLONG:
    return "its name is too long";
  case EFBIG:
    return "the limit of file sizes is too small";
  default:
    return "an error of the system";
  }
}

/* Null: files may be staged there. */
static const char *whyNotIn(const char *base, uint64_t space) {
  struct statfs system;
  if (statfs(base, &system) != 0)
    return textOf(errno);
  if (tare_network_file_system((uint32_t)system.f_type))
    return "it is on a network file system itself";
  return (uint64_t)system.f_bavail * (uint64_t)system.f_bsize < space ? "too little space is left"
                                                                      : NULL;
}

/* A folder of its own: other processes, and those that leave theirs behind, may have our number. */
static int makeFolder(const char *base, const char *name, char *path, size_t size) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  int length =
      snprintf(path, size, "%s/" TARE_STAGED_FOLDER "%d-%llx", base, (int)getpid(),
               (unsigned long long)now.tv_sec * 1000000000ull + (unsigned long long)now.tv_nsec);
  if (length + strlen(name) >= size) {
    errno = ENAMETOOLONG;
    return 0;
  }
  return mkdir(path, 0700) == 0;
}

/* "<folder>/place" for the local file's folder: a link that says where the file belongs. */
static int linkOf(const char *path, char *link, size_t size) {
  int folder = (int)(strrchr(path, '/') - path);
  return snprintf(link, size, "%.*s/" TARE_STAGED_LINK, folder, path) < (int)size;
}

static void removeLocal(char *path) {
  char link[TARE_PATH_SIZE];
  if (linkOf(path, link, sizeof link))
    unlink(link);
  unlink(path);
  char *slash = strrchr(path, '/');
  *slash = 0;
  rmdir(path);
  *slash = '/';
}

/* The local file, with its first page promised; -1 with an errno. */
static int makeLocal(const char *base, const char *name, char *path, size_t size) {
  if (!makeFolder(base, name, path, size))
    return -1;
  strcat(path, name);
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  int error = fd < 0 ? errno : posix_fallocate(fd, 0, 4096);
  if (!error)
    return fd;
  if (fd >= 0)
    close(fd);
  removeLocal(path);
  errno = error;
  return -1;
}

/* At the place: where the file is. Beside the file: its place. */
static int writeNotes(int fd, const char *path, const char *place) {
  char note[TARE_PATH_SIZE + 128], link[TARE_PATH_SIZE], host[64] = "";
  if (!linkOf(path, link, sizeof link) || symlink(place, link) != 0)
    return 0;
  gethostname(host, sizeof host - 1);
  int length = snprintf(note, sizeof note, TARE_STAGED_MAGIC "%s\n%s\n", host, path);
  return length < (int)sizeof note && write(fd, note, (size_t)length) == length;
}

static void sayInPlace(const struct tare_own_file *file, const char *network, const char *why) {
  char reason[TARE_PATH_SIZE + 256];
  snprintf(reason, sizeof reason, " is written in place%s%s: not staged in %s, because %s",
           network ? ", on " : "", network ? network : "", tare_env_temporary(), why);
  tare_say(file->path, reason, "; set TMPDIR to a local folder, or TARE_STAGE=never");
}

static int stayInPlace(const struct tare_own_file *file, const char *network, const char *why) {
  sayInPlace(file, network, why);
  return 1;
}

int tare_stage(struct tare_own_file *file, uint64_t space) {
  static struct tare_own_file local; /* its paths are too long for some stacks */
  enum tare_stage_wish wish = tare_env_stage();
  *file->place = 0;
  if (wish == TARE_STAGE_UNKNOWN)
    tare_say("TARE_STAGE is neither always nor never: the file system decides", NULL, NULL);
  if (wish == TARE_STAGE_NEVER)
    return 1;
  const char *network = tare_network_of(file->fd), *base = tare_env_temporary();
  if (!network && wish != TARE_STAGE_ALWAYS)
    return 1;
  const char *why = whyNotIn(base, space);
  if (why)
    return stayInPlace(file, network, why);
  const char *name = strrchr(file->path, '/');
  int fd = makeLocal(base, name, local.path, sizeof local.path);
  if (fd < 0)
    return stayInPlace(file, network, textOf(errno));
  if (!tare_own_take(&local, fd) || !writeNotes(file->fd, local.path, file->path)) {
    close(local.fd);
    removeLocal(local.path);
    return ftruncate(file->fd, 0) == 0 && stayInPlace(file, network, "no note can be left");
  }
  close(file->fd); /* the note is written when it is closed */
  strcpy(local.place, file->path);
  *file = local;
  return 1;
}

static void endWindow(void) {
  void (*end)(void) = NULL;
  void *found = dlsym ? dlsym(RTLD_DEFAULT, "tare_window_end") : NULL;
  __builtin_memcpy(&end, &found, sizeof end);
  if (end)
    end();
}

static int bring(struct tare_own_file *file) {
  struct stat about;
  if (!tare_own_again(file))
    return ENOENT;
  if (fstat(file->fd, &about) != 0)
    return errno;
  return tare_own_within_limit((uint64_t)about.st_size) ? tare_staged_bring(file->fd, file->place)
                                                        : EFBIG;
}

void tare_stage_bring(struct tare_own_file *file) {
  if (!*file->place)
    return;
  endWindow();
  int error = bring(file);
  if (error) {
    char reason[TARE_PATH_SIZE + 128];
    snprintf(reason, sizeof reason, " cannot be brought to %s: %s", file->place, textOf(error));
    tare_say(file->path, reason, "; it stays where it is");
  } else {
    removeLocal(file->path);
  }
  *file->place = 0;
}

void tare_stage_discard(struct tare_own_file *file) {
  if (*file->place) {
    removeLocal(file->path);
    strcpy(file->path, file->place);
    *file->place = 0;
  }
  unlink(file->path);
}
