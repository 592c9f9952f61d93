// SPDX-License-Identifier: Apache-2.0
// What profiles of earlier versions have otherwise, read as this version has it. There is a step
// for each version, and they are taken one after the other.
//
//   bytes -> [profile_versions] -> image, samples
//
// A new major version of runtime/profile_format.h adds a step, and its number to
// formats::profile and formats::window.
#pragma once

#include "analyzer/profile/ticks.h"
#include "base/result.h"
#include "runtime/profile_format.h"

#include <string_view>

namespace tare {

/// The header of a file that has a page at least; `major` stays as it is in the file. Error: of a
/// version that is not read.
Result<tare_pf_header> headerOfAnyVersion(std::string_view bytes);

/// Bytes of the shortest header of a version that is read.
uint32_t leastHeader(uint32_t major);

/// The body of a sampled iteration (tare_pf_sample.body_ticks) in a file of version `major`.
Ticks sampledBody(uint32_t raw, uint32_t major);

} // namespace tare
