// SPDX-License-Identifier: Apache-2.0
// Names and makes results folders. A folder is never reused: old results are never mixed with new.
#include "driver/results/results.h"

#include "base/files.h"
#include "base/system.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tare {
namespace {

constexpr size_t longest_name = 64;
constexpr int attempts = 100;

/// What may stand in a folder's name; everything else becomes '_'.
std::string plainName(const std::string &text) {
  std::string name = text.substr(0, longest_name);
  for (char &c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-' && c != '_')
      c = '_';
  return name.empty() ? "program" : name;
}

/// Results are nobody's source: git and friends must not pick them up.
void ignoreAll(const std::string &folder) {
  int fd = ::open((folder + "/.gitignore").c_str(),
                  O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0)
    return;
  if (::write(fd, "*\n", 2) != 2) {
    // A folder without its .gitignore is still a good results folder.
  }
  ::close(fd);
}

/// With errno's reason.
Error cannotMake(const std::string &path) {
  return Error{std::string("cannot make a results folder: ") + std::strerror(errno), path,
               "name another folder with --output DIR or TARE_OUTPUT_DIR"};
}

} // namespace

/// "-job1234" of a batch job; empty: none.
static std::string jobSuffix() {
  for (const char *name : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "FLUX_JOB_ID"})
    if (std::string job = environmentVariable(name); !job.empty())
      return "-job" + plainName(job);
  return "";
}

Result<std::string> makeResultsFolder(const std::string &base, const std::string &program,
                                      bool redacted) {
  bool ours = !isFolder(base);
  if (Result<void> made = makeFolder(base, 0700); !made.ok())
    return cannotMake(base);
  if (ours) // a folder of the user's keeps what it has
    ignoreAll(base);
  std::string stem = base + "/tare-" + plainName(program) + "-" + utcText("%Y%m%dT%H%M%SZ") + "-" +
                     (redacted ? "host" : plainName(hostName())) + "-" +
                     std::to_string(::getpid()) + (redacted ? "" : jobSuffix());
  for (int attempt = 0; attempt < attempts; ++attempt) {
    std::string folder = attempt ? stem + "-" + std::to_string(attempt) : stem;
    if (::mkdir(folder.c_str(), 0700) == 0) {
      ignoreAll(folder);
      return folder;
    }
    if (errno != EEXIST)
      break;
  }
  return cannotMake(stem);
}

} // namespace tare
