// SPDX-License-Identifier: Apache-2.0
// What a page may show beside the ledger. All of it is optional.
#pragma once

#include "analyzer/timeline/timeline.h"

#include <string>
#include <vector>

namespace tare {

/// A file that constructs name. Either its lines are there, or the reason why not.
struct PageSource {
  std::string file; // as constructs name it
  std::vector<std::string> lines;
  std::string reason; // a clause: "it has changed since the build"
};

struct PageSources {
  std::vector<PageSource> files; // by name
  std::string reason;            // why there are no files at all, a clause; empty: there are
};

struct PageData {
  const Timeline *timeline = nullptr;   // null: the results have none
  const PageSources *sources = nullptr; // null: nobody looked for them
};

} // namespace tare
