// SPDX-License-Identifier: Apache-2.0
// Profiles and windows of the versions before are read as this version has them.
#include "base/formats/formats.h"
#include "profile/old_profile.h"
#include "profile/profile_file.h"

#include <cstring>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

/// Of which a log was thinned: other fields of the header are none of its neighbours'.
ProfileWriter thinnedProfile() {
  ProfileWriter writer = lu2Profile();
  writer.header.level_regions = writer.header.level_nested = 1;
  writer.header.level_barriers = 2;
  writer.header.other_cpu_ms = 1500;
  return writer;
}

void checkSame(const Profile &old, const Profile &now) {
  CHECK(old.pid == now.pid);
  CHECK(old.program == now.program);
  CHECK(old.window == now.window);
  CHECK(old.ticks_per_second == now.ticks_per_second);
  CHECK(old.regions == now.regions);
  CHECK(old.threads_asked == now.threads_asked);
  CHECK(old.level_regions == now.level_regions);
  CHECK(old.level_nested == now.level_nested);
  CHECK(old.level_barriers == now.level_barriers);
  CHECK(old.other_cpu_s == now.other_cpu_s);
  CHECK(old.log_complete == now.log_complete);
  REQUIRE(old.threads.size() == now.threads.size());
  for (size_t i = 0; i < now.threads.size(); ++i) {
    const ProfileThread &mine = old.threads[i], &its = now.threads[i];
    CHECK(mine.serial_ticks == its.serial_ticks);
    CHECK(mine.log.size() == its.log.size());
    REQUIRE(mine.nodes.size() == its.nodes.size());
    for (size_t n = 0; n < its.nodes.size(); ++n)
      CHECK(mine.nodes[n].cells[Spent::Body].ticks == its.nodes[n].cells[Spent::Body].ticks);
  }
}

} // namespace

TEST_CASE("profiles of versions 7 and 8 say what the same run says now") {
  ProfileFile file;
  for (const ProfileWriter &writer : {lu2Profile(), thinnedProfile()}) {
    Profile now = file.read(writer.bytes()).value();
    for (uint32_t major : {7u, 8u}) {
      INFO(major);
      Result<Profile> old = file.read(bytesOfVersion(writer, major));
      REQUIRE(old.ok());
      checkSame(old.value(), now);
    }
  }
}

TEST_CASE("before version 8 nested regions were thinned as outermost ones were") {
  ProfileFile file;
  ProfileWriter writer = lu2Profile();
  writer.header.level_regions = 3;
  CHECK(file.read(bytesOfVersion(writer, 7)).value().level_nested == 3);
  CHECK(file.read(bytesOfVersion(writer, 8)).value().level_nested == 0);
}

TEST_CASE("before version 9 a sampled body of seconds is ticks, too") {
  ProfileFile file;
  ProfileWriter writer = lu2Profile();
  writer.threads[1].samples = {{0, 2, 1, 0x80000001u, UINT32_MAX}, {1, 2, 1, 500, UINT32_MAX}};
  for (uint32_t major : {7u, 8u}) {
    Profile old = file.read(bytesOfVersion(writer, major)).value();
    CHECK(old.threads[1].samples[0].body == 0x80000001);
    CHECK(old.threads[1].samples[1].body == 500);
  }
  CHECK(file.read(writer.bytes()).value().threads[1].samples[0].body == 1 << TARE_PF_BODY_SHIFT);
}

TEST_CASE("other versions of a profile are refused, with those that are read") {
  ProfileFile file;
  ProfileWriter newer = lu2Profile(), older = lu2Profile();
  newer.header.major = TARE_PF_MAJOR + 1;
  older.header.major = formats::profile.oldest - 1;
  CHECK(file.errorOf(newer.bytes()) ==
        "this profile was written by a newer Tare: it has version 10, and this Tare reads "
        "versions 7 to 9");
  CHECK_THAT(file.errorOf(older.bytes()),
             Contains("by an older Tare: it has version 6, and this Tare reads versions 7 to 9"));
}

TEST_CASE("an older profile with one changed byte is refused as a new one is") {
  ProfileFile file;
  std::string bytes = bytesOfVersion(lu2Profile(), 7);
  for (size_t at : {size_t(16), size_t(40), size_t(TARE_PF_PAGE + 8), size_t(TARE_PF_PAGE + 100)}) {
    std::string changed = bytes;
    changed[at] = char(changed[at] ^ 1);
    CHECK_THAT(file.errorOf(changed), Contains("corrupted") || Contains("version"));
  }
}
