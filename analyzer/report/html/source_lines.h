// SPDX-License-Identifier: Apache-2.0
// Which lines of the sources a page shows: the neighbourhood of constructs, the largest first, as
// far as there is room.
//
//   places, sources -> [source lines] -> blocks, anchors
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_data.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace tare {

/// A construct in the source.
struct ShownPlace {
  std::string_view file;
  int line = 0, end_line = 0; // end_line: 0: not known
};

/// Neighbouring lines [first, last], from 1 on.
struct SourceBlock {
  int first = 0, last = 0;
};

struct ShownSource {
  const PageSource *source = nullptr;
  std::vector<SourceBlock> blocks;                  // in order, none touches another
  std::map<int, std::vector<size_t>> constructs_at; // line -> indices of the places
};

struct SourceLines {
  std::vector<ShownSource> files; // that with the largest construct first
  size_t left_out = 0;            // constructs in readable files for which there was no room
  char side = 's';                // begins the anchors: one page may have several of these
  /// Of a construct's line: "s1-29". Empty: it is not shown.
  std::string anchor(const std::string &file, int line) const;
};

/// The first places come first, as far as there are lines for them. `sources` may be null, and must
/// outlive the result.
SourceLines sourceLinesOf(std::span<const ShownPlace> places, const PageSources *sources,
                          int most_lines, char side);
/// Of a table's constructs, the whole room of a page.
SourceLines sourceLinesOf(const Table &table, const PageSources *sources);

} // namespace tare
