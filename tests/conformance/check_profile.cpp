// SPDX-License-Identifier: Apache-2.0
// check_profile THREADS FILE: whether the profile of one run can be trusted: the reader accepts it
// and its books close without any reference. THREADS 0: as many as the program asked for. Prints
// one line of JSON; status 1 when it cannot.
#include "analyzer/accounts/close.h"
#include "runtime/profile_format.h"
#include "tests/accounts/close_alone.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace {

constexpr std::pair<unsigned, const char *> status_names[] = {
    {TARE_STATUS_DISK_FULL, "DISK_FULL"},   {TARE_STATUS_FOREIGN_REGIONS, "FOREIGN_REGIONS"},
    {TARE_STATUS_TOO_DEEP, "TOO_DEEP"},     {TARE_STATUS_TWO_RUNTIMES, "TWO_RUNTIMES"},
    {TARE_STATUS_UNBALANCED, "UNBALANCED"}, {TARE_STATUS_LATE_CLOSE, "LATE_CLOSE"},
    {TARE_STATUS_EVENTS_FULL, "EVENTS_FULL"}};

/// Bits of the format, of a file that the reader accepts.
unsigned statusIn(const char *path) {
  tare_pf_header header = {};
  std::ifstream(path, std::ios::binary).read(reinterpret_cast<char *>(&header), sizeof header);
  return header.status;
}

int fail(const char *what, const std::string &why) {
  std::fprintf(stderr, "%s: %s\n", what, why.c_str());
  return 1;
}

void printStatus(const tare::Profile &profile, unsigned status) {
  const char *between = "";
  std::printf("{\"status\":[");
  for (const auto &[bit, name] : status_names)
    if (status & bit) {
      std::printf("%s\"%s\"", between, name);
      between = ",";
    }
  if (profile.cut_off)
    std::printf("%s\"CUT_OFF\"", between);
  std::printf("],\"regions\":%llu,\"foreign\":%llu}\n", (unsigned long long)profile.regions,
              (unsigned long long)profile.foreign_regions);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3)
    return fail("usage", "check_profile THREADS FILE");
  tare::Result<tare::Profile> read = tare::readProfile(argv[2]);
  if (!read.ok())
    return fail("the reader refuses the profile", read.error().text());
  tare::Repetition repetition;
  repetition.threads = std::atoi(argv[1]);
  if (repetition.threads == 0)
    repetition.threads = int(read.value().threads_asked);
  repetition.instrumented.profile = std::make_shared<tare::Profile>(std::move(read).value());
  tare::KeyTable keys;
  tare::Result<tare::RepetitionAccount> closed = tare::closeRepetition(repetition, keys);
  if (!closed.ok())
    return fail("the books do not close", closed.error().text());
  printStatus(*repetition.instrumented.profile, statusIn(argv[2]));
  return 0;
}
