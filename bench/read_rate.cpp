// SPDX-License-Identifier: Apache-2.0
// read_rate PROFILE [TIMES]: how fast the analyzer reads a profile and closes its books, on one
// core, and how much memory that takes. One line of JSON. An event is a sentence of the log (64
// bytes) or one of its spent records (16 bytes).
#include "analyzer/accounts/balance_run.h"
#include "analyzer/profile/profile.h"

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

} // namespace

int main(int argc, char **argv) {
  int times = argc > 2 ? std::atoi(argv[2]) : 5;
  double read_s = 1e30, books_s = 1e30, peak_read = 0, peak_books = 0;
  unsigned long long events = 0;
  for (int i = 0; i < times; ++i) {
    double begin = cpuSeconds();
    tare::Result<tare::Profile> profile = tare::readProfile(argc > 1 ? argv[1] : "");
    double read = cpuSeconds() - begin;
    if (!profile.ok()) {
      std::fprintf(stderr, "read_rate: %s\n", profile.error().text().c_str());
      return 1;
    }
    peak_read = i == 0 ? peakMebibytes() : peak_read;
    read_s = read < read_s ? read : read_s;
    events = eventsOf(profile.value());
    tare::KeyTable table;
    std::vector<int> keys = table.add(profile.value());
    begin = cpuSeconds();
    auto books = tare::balanceRun(profile.value(), static_cast<int>(profile.value().threads_asked),
                                  table, keys);
    double closed = cpuSeconds() - begin;
    if (!books.ok()) {
      std::fprintf(stderr, "read_rate: %s\n", books.error().text().c_str());
      return 1;
    }
    peak_books = i == 0 ? peakMebibytes() : peak_books;
    books_s = closed < books_s ? closed : books_s;
  }
  std::printf("{\"events\": %llu, \"disk_mib\": %.1f, \"read_s\": %.4f, \"events_per_s\": %.0f, "
              "\"books_s\": %.4f, \"peak_read_mib\": %.1f, \"peak_mib\": %.1f}\n",
              events, diskMebibytes(argv[1]), read_s, static_cast<double>(events) / read_s, books_s,
              peak_read, peak_books);
  return 0;
}
