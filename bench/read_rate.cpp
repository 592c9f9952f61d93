// SPDX-License-Identifier: Apache-2.0
// read_rate PROFILE [TIMES]: how fast the analyzer reads a profile, closes its books and divides
// them by call path, on one core, and how much memory that takes. One line of JSON. An event is a
// sentence of the log (64 bytes) or one of its spent records (16 bytes).
#include "analyzer/accounts/paths.h"
#include "analyzer/books/balance_run.h"
#include "analyzer/profile/profile.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <sys/resource.h>
#include <sys/stat.h>

namespace {

double cpuSeconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

double peakMebibytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

unsigned long long eventsOf(const tare::Profile &profile) {
  unsigned long long events = 0;
  for (const tare::ProfileThread &thread : profile.threads)
    for (const tare::Segment &segment : thread.log)
      events += 1 + segment.spent.size() + segment.in_wait.size() + !segment.in_wait.empty();
  return events;
}

double diskMebibytes(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 ? static_cast<double>(about.st_blocks) * 512 / (1 << 20) : 0;
}

/// Processor time of one stage, the best of all readings; and the most memory until its first end.
struct Stage {
  double seconds = 1e30, mebibytes = 0;

  template <class Work> auto time(Work work) {
    double begin = cpuSeconds();
    auto result = work();
    seconds = std::min(seconds, cpuSeconds() - begin);
    if (mebibytes == 0)
      mebibytes = peakMebibytes();
    return result;
  }
};

struct Measured {
  Stage read, books, paths;
  unsigned long long events = 0;
  size_t call_paths = 0;
};

tare::Result<void> timeBooks(const tare::Profile &profile, int threads, Stage &stage) {
  tare::KeyTable keys;
  std::vector<int> numbers = keys.add(profile);
  auto books = stage.time(
      [&] { return tare::balanceRun(profile, tare::Teams(profile), threads, keys, numbers); });
  return books.ok() ? tare::Result<void>() : books.error();
}

/// As for a table of this run alone: what the lines have at constructs divides over the paths.
tare::Result<void> timePaths(std::shared_ptr<const tare::Profile> profile, int threads,
                             Measured &measured) {
  tare::Repetition repetition;
  repetition.threads = threads;
  repetition.instrumented.profile = profile;
  tare::KeyTable keys;
  tare::RunBooks books(keys);
  tare::Result<tare::RepetitionAccount> account = tare::closeRepetition(repetition, books);
  if (!account.ok())
    return account.error();
  measured.call_paths = measured.paths.time([&] {
    tare::PathKeys paths;
    tare::divideByPath(*profile, books, paths, account.value());
    return account.value().paths.size();
  });
  return {};
}

tare::Result<void> measure(const char *path, Measured &measured) {
  auto profile = measured.read.time([&] { return tare::readProfile(path); });
  if (!profile.ok())
    return profile.error();
  auto run = std::make_shared<const tare::Profile>(std::move(profile.value()));
  int threads = static_cast<int>(run->threads_asked);
  measured.events = eventsOf(*run);
  if (tare::Result<void> closed = timeBooks(*run, threads, measured.books); !closed.ok())
    return closed.error();
  return timePaths(run, threads, measured);
}

} // namespace

int main(int argc, char **argv) {
  const char *path = argc > 1 ? argv[1] : "";
  int times = argc > 2 ? std::atoi(argv[2]) : 5;
  Measured measured;
  for (int i = 0; i < times; ++i)
    if (tare::Result<void> done = measure(path, measured); !done.ok()) {
      std::fprintf(stderr, "read_rate: %s\n", done.error().text().c_str());
      return 1;
    }
  const auto &[read, books, paths, events, call_paths] = measured;
  double all_s = read.seconds + books.seconds + paths.seconds;
  std::printf(
      "{\"events\": %llu, \"disk_mib\": %.1f, \"read_s\": %.4f, \"events_per_s\": %.0f, "
      "\"books_s\": %.4f, \"paths\": %zu, \"paths_s\": %.4f, \"events_per_s_in_all\": %.0f, "
      "\"peak_read_mib\": %.1f, \"peak_books_mib\": %.1f, \"peak_mib\": %.1f}\n",
      events, diskMebibytes(path), read.seconds, static_cast<double>(events) / read.seconds,
      books.seconds, call_paths, paths.seconds, static_cast<double>(events) / all_s, read.mebibytes,
      books.mebibytes, paths.mebibytes);
  return 0;
}
