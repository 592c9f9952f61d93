// SPDX-License-Identifier: Apache-2.0
// write_old_profiles FOLDER: one run as profiles of versions 7, 8 and 9.
#include "base/files.h"
#include "profile/old_profile.h"

int main(int count, char **words) {
  if (count != 2)
    return 2;
  const std::string folder = words[1];
  const tare::testing::ProfileWriter writer = tare::testing::lu2Profile();
  bool done = tare::writeFileAtomic(folder + "/9.tare", writer.bytes()).ok();
  for (uint32_t major : {7u, 8u})
    done &= tare::writeFileAtomic(folder + "/" + std::to_string(major) + ".tare",
                                  tare::testing::bytesOfVersion(writer, major))
                .ok();
  return done ? 0 : 1;
}
