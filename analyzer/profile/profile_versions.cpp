// SPDX-License-Identifier: Apache-2.0
#include "analyzer/profile/profile_versions.h"

#include "analyzer/profile/image.h"
#include "base/formats/formats.h"

#include <cstring>

namespace tare {
namespace {

static_assert(TARE_PF_MAJOR == formats::profile.version &&
              TARE_PF_MAJOR == formats::window.version);

/// Version 8 has a level of sampling for nested regions behind that of outermost ones, and a word
/// at the end that is not used. Version 7 has one level for both.
constexpr size_t level_nested_at = offsetof(tare_pf_header, level_nested);
constexpr uint32_t header_of_7 = TARE_PF_HEADER_LEAST - 2 * sizeof(uint32_t);

void fromVersion7(tare_pf_header &header) {
  char fields[TARE_PF_HEADER_LEAST] = {};
  std::memcpy(fields, &header, sizeof fields);
  constexpr size_t behind = level_nested_at + sizeof header.level_nested;
  std::memmove(fields + behind, fields + level_nested_at, header_of_7 - level_nested_at);
  std::memcpy(&header, fields, sizeof fields);
  header.level_nested = header.level_regions;
  header.unused = 0;
}

} // namespace

/// From version 8 to 9 headers stay the same.
Result<tare_pf_header> headerOfAnyVersion(std::string_view bytes) {
  auto header = recordAt<tare_pf_header>(bytes, 0);
  TARE_DO(checkVersion(formats::profile, header.major));
  if (header.major < 8)
    fromVersion7(header);
  return header;
}

uint32_t leastHeader(uint32_t major) { return major < 8 ? header_of_7 : TARE_PF_HEADER_LEAST; }

/// Before version 9 the highest bit is a part of the number: 2^32 - 1 is as much or more.
Ticks sampledBody(uint32_t raw, uint32_t major) {
  if (major >= 9 && (raw & TARE_PF_BODY_COARSE))
    return Ticks(raw & ~TARE_PF_BODY_COARSE) << TARE_PF_BODY_SHIFT;
  return raw;
}

} // namespace tare
