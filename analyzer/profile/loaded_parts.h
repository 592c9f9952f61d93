// SPDX-License-Identifier: Apache-2.0
// A profile file of a program that may still run, in parts: logs first and the sums that they belong
// to last, so that no log tells more than the sums do; and of logs no more than may be held.
//
//   file -> [loaded parts] -> image, contents -> Profile
#pragma once

#include "analyzer/profile/contents.h"
#include "base/sparse_file.h"

#include <map>
#include <set>
#include <string>

namespace tare {

struct LoadedParts {
  std::map<uint32_t, std::string> logs; // by thread: whole sentences
  uint32_t level_regions = 0, level_nested = 0, level_barriers = 0; // that they were thinned to
  std::set<size_t> left_out; // blocks by number: samples for which there is no room

  /// Takes blocks out, and puts in the levels.
  void leaveOut(ProfileImage &image) const;
  /// The contents look into this from now on.
  void replaceLogs(ProfileContents &contents) const;
};

/// Fills `file` (reserved) with all but logs. `most`: bytes of logs, and of samples; 0: any number.
/// What it cannot follow it leaves: whoever reads the image then says what is wrong.
LoadedParts loadParts(SparseFile &file, uint64_t most);

} // namespace tare
