// SPDX-License-Identifier: Apache-2.0
// Tables of the documents, to hold them against the code. TARE_DOCS is their folder.
#pragma once

#include "base/text.h"
#include "catch.hpp"

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace tare::test {

/// A cell as text: without code spans, trimmed.
inline std::string plainCell(std::string cell) {
  std::erase(cell, '`');
  return std::string(trimText(cell));
}

/// The rows under `| head |...` of a document, as plain cells; without the head and its rule.
inline std::vector<std::vector<std::string>> docTable(const std::string &name,
                                                      const std::string &head) {
  std::ifstream file(std::string(TARE_DOCS) + "/" + name);
  REQUIRE(file.is_open());
  std::vector<std::vector<std::string>> rows;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (inside && !startsWith(line, "|"))
      break;
    inside |= startsWith(line, head);
    if (!inside)
      continue;
    std::vector<std::string> cells = splitText(line.substr(1, line.rfind('|') - 1), '|');
    std::ranges::transform(cells, cells.begin(), plainCell);
    rows.push_back(std::move(cells));
  }
  REQUIRE(rows.size() > 2);
  rows.erase(rows.begin(), rows.begin() + 2);
  return rows;
}

} // namespace tare::test
