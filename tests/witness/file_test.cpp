// SPDX-License-Identifier: Apache-2.0
// A record of OMPT is untrusted input, as profiles are.
#include "base/files.h"
#include "bench/witness/witness.h"
#include "catch.hpp"
#include "runtime/profile_format.h"

#include <cstring>

namespace tare {
namespace {

struct File {
  tare_wt_header header = {};
  std::vector<tare_wt_thread> threads = std::vector<tare_wt_thread>(2);

  File() {
    std::memcpy(header.magic, TARE_WT_MAGIC, sizeof header.magic);
    header.major = TARE_WT_MAJOR;
    header.clock = TARE_CLOCK_TSC;
    header.pid = 4242;
    header.threads = 2;
    header.trial_events = 10;
    header.trial_ticks = 400;
    std::strcpy(header.runtime, "a runtime");
    threads[0].cell[TARE_WT_TASK] = {500, 3};
    threads[1].cell[TARE_WT_TASK] = {70, 1};
    threads[1].count[TARE_WT_CHUNKS] = 9;
  }
  std::string bytes() const {
    std::string text(TARE_WT_PAGE, '\0');
    std::memcpy(text.data(), &header, sizeof header);
    for (const tare_wt_thread &thread : threads)
      text.append(reinterpret_cast<const char *>(&thread), sizeof thread);
    return text;
  }
};

class Folder {
public:
  ~Folder() { removeTree(path_); }
  Result<Witness> read(const std::string &bytes) {
    REQUIRE(writeFileAtomic(path_ + "/w.1", bytes).ok());
    return readWitness(path_ + "/w.1");
  }
  std::string errorOf(const std::string &bytes) {
    Result<Witness> witness = read(bytes);
    return witness.ok() ? "no error" : witness.error().message;
  }

private:
  std::string path_ = makeTemporaryFolder("tare-witness-test-").value();
};

} // namespace

TEST_CASE("threads are read and summed up") {
  Folder folder;
  Result<Witness> witness = folder.read(File().bytes());
  REQUIRE(witness.ok());
  CHECK(witness.value().pid == 4242);
  CHECK(witness.value().runtime == "a runtime");
  CHECK_FALSE(witness.value().finished);
  CHECK(witness.value().ticks_per_event == 40);
  CHECK(witness.value().state(TARE_WT_TASK).ticks == 570);
  CHECK(witness.value().state(TARE_WT_TASK).entries == 4);
  CHECK(witness.value().count(TARE_WT_CHUNKS) == 9);
}

TEST_CASE("what cannot be a record of OMPT is refused with its reason") {
  Folder folder;
  CHECK(folder.errorOf("") == "is no record of OMPT");
  CHECK(folder.errorOf("TAREPROF and so on") == "is no record of OMPT");
  CHECK(folder.errorOf("TAREOMPT").starts_with("truncated"));
  File file;
  file.header.major = 9;
  CHECK(folder.errorOf(file.bytes()).starts_with("written by another Tare"));
  file = {};
  file.header.clock = 7;
  CHECK(folder.errorOf(file.bytes()) == "corrupted: unknown clock 7");
  for (uint64_t threads : {uint64_t(3), uint64_t(1) << 40, ~uint64_t(0)}) {
    file = {};
    file.header.threads = threads;
    CHECK(folder.errorOf(file.bytes()).starts_with("corrupted: it says"));
  }
  file = {};
  file.threads[1].cell[TARE_WT_LOOP].ticks = ~uint64_t(0);
  CHECK(folder.errorOf(file.bytes()).starts_with("corrupted: a thread has more ticks"));
}

TEST_CASE("no cut of a record crashes the reader") {
  Folder folder;
  std::string bytes = File().bytes();
  for (size_t size = 0; size < bytes.size(); size += 61)
    CHECK_FALSE(folder.read(bytes.substr(0, size)).ok());
}

} // namespace tare
