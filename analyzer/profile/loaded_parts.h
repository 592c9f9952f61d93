// SPDX-License-Identifier: Apache-2.0
// A profile file of a program that may still run, in parts: logs first and the sums that they belong
// to last, so that no log tells more than the sums do; and of logs no more than may be held.
//
//   file -> [loaded parts] -> image, contents -> Profile
#pragma once

#include "analyzer/profile/contents.h"
#include "base/sparse_file.h"

#include <map>
#include <string>

namespace tare {

struct LoadedParts {
  std::map<uint32_t, std::string> logs; // by thread: whole sentences
  uint32_t level_regions = 0, level_nested = 0, level_barriers = 0; // that they were thinned to
  uint64_t regions = 0; // executed when the logs were as they are here
  std::map<uint32_t, std::string> samples; // of iterations, by thread: every so many

  /// Image and contents look into this from now on.
  void putInto(ProfileImage &image) const;
  void putInto(ProfileContents &contents) const;
};

/// Fills `file` (reserved) with all but logs, samples and events. Events are left out. `most`: bytes of logs; then samples have
/// 1 MiB. 0: any number.
/// What it cannot follow it leaves: whoever reads the image then says what is wrong.
LoadedParts loadParts(SparseFile &file, uint64_t most);

} // namespace tare
