/* SPDX-License-Identifier: Apache-2.0
 *
 * A staged file: it is written in a local folder, and brought to its place in the results at the
 * end. Until then its place holds a note of text that says where it is: tare-staged 1\n <host>\n
 * <path>\n        (each line without the blank) Whoever finds a note after the process has ended
 * brings the file in.
 */
#ifndef TARE_STAGED_H
#define TARE_STAGED_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define TARE_STAGED_MAGIC "tare-staged 1\n"
#define TARE_STAGED_FOLDER "tare-staged-" /* names of local folders begin so; one has one file */
#define TARE_STAGED_LINK "place"          /* beside it, a link to its place */
#define TARE_STAGED_INCOMING "incoming."  /* names of copies that are not yet whole begin so */

enum { TARE_STAGED_STEP = 1 << 20 };

/* Bytes [at, end) of one file into another. 0, or an errno. */
static inline int tare_staged_copy_part(int from, int to, off_t at, off_t end, char *buffer) {
  while (at < end) {
    size_t wanted = end - at < TARE_STAGED_STEP ? (size_t)(end - at) : (size_t)TARE_STAGED_STEP;
    ssize_t got = pread(from, buffer, wanted, at);
    if (got == 0)
      return EIO;
    if (got < 0 && errno != EINTR)
      return errno;
    for (ssize_t done = 0; done < got;) {
      ssize_t written = pwrite(to, buffer + done, (size_t)(got - done), at + done);
      if (written < 0 && errno != EINTR)
        return errno;
      done += written > 0 ? written : 0;
    }
    at += got > 0 ? got : 0;
  }
  return 0;
}

/* Holes stay holes: most of a profile's address range is one. 0, or an errno. */
static inline int tare_staged_copy(int from, int to) {
  struct stat about;
  if (fstat(from, &about) != 0 || ftruncate(to, about.st_size) != 0)
    return errno;
  char *buffer = (char *)mmap(NULL, TARE_STAGED_STEP, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer == MAP_FAILED)
    return errno;
  int error = 0;
  for (off_t at = 0, end; !error && at < about.st_size; at = end) {
    off_t data = lseek(from, at, SEEK_DATA);
    if (data < 0 && errno == ENXIO) /* the rest is a hole */
      break;
    at = data < 0 ? at : data;
    off_t hole = data < 0 ? -1 : lseek(from, at, SEEK_HOLE);
    end = hole < 0 || hole > about.st_size ? about.st_size : hole;
    error = tare_staged_copy_part(from, to, at, end, buffer);
  }
  munmap(buffer, TARE_STAGED_STEP);
  return error;
}

/* "<folder>/incoming.<base>.<number>" of a place. 0: too long. */
static inline int tare_staged_incoming(const char *place, long number, char *path, size_t size) {
  const char *slash = strrchr(place, '/');
  int folder = slash ? (int)(slash + 1 - place) : 0;
  return snprintf(path, size, "%.*s" TARE_STAGED_INCOMING "%s.%ld", folder, place, place + folder,
                  number) < (int)size;
}

/* Copies an open file to its place: whole, or not at all. 0, or an errno. */
static inline int tare_staged_bring(int from, const char *place) {
  char path[4096];
  if (!tare_staged_incoming(place, (long)getpid(), path, sizeof path))
    return ENAMETOOLONG;
  int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (to < 0)
    return errno;
  int error = tare_staged_copy(from, to);
  if (!error && fsync(to) != 0 && errno != EINVAL)
    error = errno;
  if (close(to) != 0 && !error)
    error = errno;
  if (!error && rename(path, place) != 0)
    error = errno;
  if (error)
    unlink(path);
  return error;
}

#endif
