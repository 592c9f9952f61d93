// SPDX-License-Identifier: Apache-2.0
// An archive as a plain text, tare.archive/1: JSON Lines with all records, and none of the index.
//
//   archive -> [exchange] -> lines -> [exchange] -> archive
//
// Equal records are equal bytes: lines are in order of their contents, and hold no numbers that an
// archive gave.
#pragma once

#include "analyzer/archive/archive.h"

#include <functional>
#include <string_view>

namespace tare {

struct ExchangeCounts {
  size_t ledgers = 0, others = 0, were_there = 0;
};

/// Hands out line by line what there is at one moment, whoever writes meanwhile.
Result<ExchangeCounts> exportArchive(Archive &archive,
                                     const std::function<bool(std::string_view line)> &write);

/// All of it or nothing. `next` gives line after line, and nothing at the end. Untrusted input.
using NextLine = std::function<std::optional<std::string>()>;
Result<ExchangeCounts> importArchive(Archive &archive, const NextLine &next);

} // namespace tare
