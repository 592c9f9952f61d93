// SPDX-License-Identifier: Apache-2.0
// Call paths: chains of calls, the regions that went through them, and what is refused.
#include "profile/profile_file.h"

#include <cstring>

using namespace tare;
using namespace tare::testing;
using Catch::Contains;

namespace {

template <class Field> std::string bytesOf(const Field &field) {
  return {reinterpret_cast<const char *>(&field), sizeof field};
}

std::string object(const std::string &name) {
  tare_pf_path_record head = {TARE_PATH_OBJECT, static_cast<uint32_t>(name.size())};
  std::string bytes = bytesOf(head) + name;
  bytes.resize((bytes.size() + 7) / 8 * 8);
  return bytes;
}

std::string calls(const std::vector<tare_pf_call> &calls) {
  tare_pf_path_record head = {TARE_PATH_CALLS, static_cast<uint32_t>(calls.size())};
  std::string bytes = bytesOf(head);
  for (const tare_pf_call &call : calls)
    bytes += bytesOf(call);
  return bytes;
}

/// The master's last sentence says that its region came through path `number`.
ProfileWriter through(uint32_t number, const std::string &paths) {
  ProfileWriter writer = lu2Profile();
  writer.paths = paths;
  writer.threads[0].logs[0].back().spent.push_back({0, number, TARE_SLOT_PATH, 0, 0});
  return writer;
}

const std::string two_paths = object("/bin/lu2") + calls({{0x1234, 0, 0}, {0x2000, 0, 0}}) +
                              object("/lib/libx.so") + calls({{0x88, 1, 0}});

} // namespace

TEST_CASE("a region knows the chain of calls that it was forked through") {
  ProfileFile file;
  Profile profile = file.read(through(2, two_paths).bytes()).value();
  CHECK(profile.objects == std::vector<std::string>{"/bin/lu2", "/lib/libx.so"});
  REQUIRE(profile.paths.size() == 2);
  CHECK(profile.paths[0].calls == std::vector<CallSite>{{0, 0x1234}, {0, 0x2000}});
  CHECK(profile.paths[1].calls == std::vector<CallSite>{{1, 0x88}});
  const Segment &last = profile.threads[0].log.back();
  CHECK(last.path == 2);
  for (const SpentTime &spent : last.spent)
    CHECK(hasCell(spent.kind));
  CHECK(isSound(profile));
  CHECK(profile.threads[1].log.back().path == 0);
}

TEST_CASE("call paths that cannot be are refused") {
  ProfileFile file;
  CHECK_THAT(file.errorOf(through(3, two_paths).bytes()), Contains("call path that cannot be"));
  CHECK_THAT(file.errorOf(through(0, two_paths).bytes()), Contains("call path that cannot be"));
  CHECK_THAT(file.errorOf(through(1, calls({{1, 0, 0}})).bytes()), Contains("is not named"));
  std::string cut = two_paths.substr(0, two_paths.size() - 8);
  CHECK_THAT(file.errorOf(through(1, cut).bytes()), Contains("is cut"));
  tare_pf_path_record unknown = {7, 0};
  CHECK_THAT(file.errorOf(through(1, two_paths + bytesOf(unknown)).bytes()), Contains("of kind 7"));
  tare_pf_path_record huge = {TARE_PATH_CALLS, UINT32_MAX};
  CHECK_THAT(file.errorOf(through(1, two_paths + bytesOf(huge)).bytes()), Contains("is cut"));
}

TEST_CASE("a block that no runtime writes is refused") {
  ProfileFile file;
  std::string long_name(TARE_PF_NAME_MOST + 1, 'x');
  CHECK_THAT(file.errorOf(through(1, object(long_name)).bytes()), Contains("names a file with"));
  std::string many;
  while (many.size() <= TARE_PF_PATHS_MOST)
    many += object(std::string(4000, 'x'));
  CHECK_THAT(file.errorOf(through(1, many).bytes()), Contains("one of too many"));
}

TEST_CASE("a path that takes time, or is entered, is no path") {
  ProfileFile file;
  ProfileWriter timed = through(1, two_paths), entered = through(1, two_paths);
  timed.threads[0].logs[0].back().spent.back().ticks = 1;
  CHECK_THAT(file.errorOf(timed.bytes()), Contains("call path that cannot be"));
  entered.threads[0].logs[0].back().spent.back().entries = 1;
  CHECK_THAT(file.errorOf(entered.bytes()), Contains("call path that cannot be"));
}
