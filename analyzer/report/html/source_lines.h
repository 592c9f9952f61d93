// SPDX-License-Identifier: Apache-2.0
// Which lines of the sources a page shows: the neighbourhood of constructs, the largest first, as
// far as there is room.
//
//   constructs, sources -> [source lines] -> blocks, anchors
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_data.h"

#include <map>
#include <string>
#include <vector>

namespace tare {

/// Neighbouring lines [first, last], from 1 on.
struct SourceBlock {
  int first = 0, last = 0;
};

struct ShownSource {
  const PageSource *source = nullptr;
  std::vector<SourceBlock> blocks;                  // in order, none touches another
  std::map<int, std::vector<size_t>> constructs_at; // line -> indices in Table::constructs
};

struct SourceLines {
  std::vector<ShownSource> files; // that with the largest construct first
  size_t left_out = 0;            // constructs in readable files for which there was no room
  /// Of a construct's line: "s1-29". Empty: it is not shown.
  std::string anchor(const std::string &file, int line) const;
};

/// `sources` may be null, and must outlive the result.
SourceLines sourceLinesOf(const Table &table, const PageSources *sources);

} // namespace tare
