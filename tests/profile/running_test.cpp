// SPDX-License-Identifier: Apache-2.0
// A profile that is read while its program runs: what is open, and no more of the logs than may be held.
#include "profile/profile_file.h"

#include <map>
#include <set>

using namespace tare;
using namespace tare::testing;

namespace {

/// Two threads that meet at `barriers` barriers in each of so many instances, one tick between them.
ProfileWriter manyInstances(uint64_t instances, uint32_t barriers) {
  ProfileWriter writer = lu2Profile();
  for (WrittenThread &thread : writer.threads) {
    bool is_master = &thread == &writer.threads.front();
    WrittenSegment segment = thread.logs[0][0];
    segment.spent = {{1, 2, TARE_SLOT_BODY, 1, 1}};
    thread.logs[0].clear();
    for (uint64_t i = 1; i <= instances; ++i)
      for (uint32_t ordinal = 0; ordinal <= barriers; ++ordinal) {
        bool is_last = ordinal == barriers;
        segment.head.instance = i;
        segment.head.ordinal = ordinal;
        segment.head.open = lu2_start + 1000 + i;
        segment.head.arrive = segment.head.open + 1;
        segment.head.leave = is_last && is_master ? segment.head.arrive : 0;
        segment.head.flags = static_cast<uint16_t>((is_last ? TARE_SEG_LAST : 0) |
                                                   (is_master ? TARE_SEG_MASTER : 0));
        thread.logs[0].push_back(segment);
      }
  }
  return writer;
}

std::set<uint64_t> instancesIn(const ProfileThread &thread) {
  std::set<uint64_t> instances;
  for (const Segment &segment : thread.log)
    instances.insert(segment.instance);
  return instances;
}

Result<Profile> readRunning(const ProfileWriter &writer, uint64_t most) {
  ProfileFile file;
  REQUIRE(file.read(writer.bytes()).ok());
  return readRunningProfile(file.path(), most);
}

constexpr uint64_t sentence_bytes = sizeof(tare_pf_segment) + sizeof(tare_pf_spent);

} // namespace

TEST_CASE("logs that fit are read as they are") {
  ProfileWriter writer = manyInstances(100, 3);
  Profile whole = readRunning(writer, 0).value(), fits = readRunning(writer, 1 << 20).value();
  for (const Profile *profile : {&whole, &fits}) {
    CHECK(profile->log_complete);
    CHECK_FALSE(profile->cut_off);
    CHECK(profile->threads[0].log.size() == 400);
    CHECK(profile->threads[1].log.size() == 400);
    CHECK(profile->threads[0].samples.size() == whole.threads[0].samples.size());
  }
}

TEST_CASE("logs that do not fit are thinned to whole instances, the same ones of all threads") {
  constexpr uint64_t most = 40000;
  for (uint64_t instances : {1000, 20000}) {
    Profile part = readRunning(manyInstances(instances, 3), most).value();
    CHECK_FALSE(part.log_complete);
    CHECK(part.level_regions > 0);
    CHECK(part.level_barriers == 0);
    size_t kept = part.threads[0].log.size() + part.threads[1].log.size();
    CHECK(kept * sentence_bytes <= most);
    CHECK(kept * sentence_bytes > most / 8);
    CHECK(part.threads[0].log.size() == 4 * instancesIn(part.threads[0]).size());
    CHECK(instancesIn(part.threads[0]) == instancesIn(part.threads[1]));
  }
}

TEST_CASE("few instances with many barriers are thinned inside") {
  Profile part = readRunning(manyInstances(2, 5000), 40000).value();
  CHECK(part.level_regions == 0);
  CHECK(part.level_barriers > 0);
  CHECK(instancesIn(part.threads[0]) == std::set<uint64_t>{1, 2});
}

TEST_CASE("some instances stay, whatever they take") {
  Profile few = readRunning(manyInstances(100, 0), sentence_bytes * 12).value();
  CHECK(instancesIn(few.threads[0]).size() >= 4);
  CHECK(instancesIn(few.threads[0]).size() <= 18); // three times as many bytes
  CHECK(instancesIn(few.threads[0]) == instancesIn(few.threads[1]));
  Profile one = readRunning(manyInstances(100, 0), 1).value();
  CHECK_FALSE(one.threads[0].log.empty());
  CHECK(instancesIn(one.threads[0]).size() <= 4);
}

TEST_CASE("an open region stays open, and the log ends where it began") {
  ProfileWriter writer = manyInstances(10, 3);
  writer.dieAfter(lu2_start + 37630);
  writer.threads[0].enter(1, lu2_start + 1000 + 8, 2, 0); // instances 8 to 10 came after it was looked at
  uint64_t instances = writer.threads[0].team(1).instances;
  Profile part = readRunning(writer, 0).value();
  CHECK(part.cut_off);
  CHECK(part.threads[0].nodes[1].instances == instances);
  CHECK(instancesIn(part.threads[0]).size() == 7);
  CHECK(instancesIn(part.threads[1]).size() == 7);
}

TEST_CASE("files that are cut or changed anywhere are refused or read, with a limit too") {
  std::string sound = manyInstances(20, 1).bytes();
  ProfileFile file;
  size_t read = 0;
  for (size_t at = 0; at < sound.size(); at += 97) {
    std::string cut = sound.substr(0, at), changed = sound;
    changed[at] = static_cast<char>(changed[at] ^ 0x55);
    for (const std::string &bytes : {cut, changed}) {
      REQUIRE(writeFileAtomic(file.path(), bytes).ok());
      read += readRunningProfile(file.path(), 2000).ok();
    }
  }
  CHECK(read > 0);
  CHECK_FALSE(readRunningProfile(file.path() + "/none", 0).ok());
}
