// SPDX-License-Identifier: Apache-2.0
#include "profile/old_profile.h"

namespace tare::testing {

namespace {

/// Offsets of version 7, whose header has 368 bytes.
constexpr size_t behind_level_regions = 348, header_of_7 = 368, header_of_8 = 376;

} // namespace

std::string bytesOfVersion(ProfileWriter writer, uint32_t major) {
  writer.header.major = major;
  writer.header.minor = 0;
  writer.header.header_size = major < 8 ? header_of_7 : header_of_8;
  std::string bytes = writer.bytes();
  if (major < 8) { // no level_nested, and no word behind other_cpu_ms
    bytes.erase(behind_level_regions, 4);
    bytes.insert(header_of_7, 4, '\0');
  }
  for (size_t at = writer.header.header_size; at < TARE_PF_PAGE; ++at)
    bytes[at] = '\0';
  return bytes;
}

} // namespace tare::testing
