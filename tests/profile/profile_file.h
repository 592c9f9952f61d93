// SPDX-License-Identifier: Apache-2.0
// A profile on disk for one test.
#pragma once

#include "analyzer/profile/profile.h"
#include "base/files.h"
#include "catch.hpp"
#include "profile/profile_writer.h"
#include "profile/sound_profile.h"

namespace tare::testing {

class ProfileFile {
public:
  ~ProfileFile() { removeTree(folder_); }
  std::string path() const { return folder_ + "/p.tare"; }
  Result<Profile> read(const std::string &bytes) {
    REQUIRE(writeFileAtomic(path(), bytes).ok());
    return readProfile(path());
  }
  /// The error's line, without the path.
  std::string errorOf(const std::string &bytes) {
    Result<Profile> profile = read(bytes);
    if (profile.ok())
      return "no error";
    CHECK(profile.error().place == path());
    return profile.error().message;
  }

private:
  std::string folder_ = makeTemporaryFolder("tare-profile-test-").value();
};

} // namespace tare::testing
