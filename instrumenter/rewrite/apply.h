// SPDX-License-Identifier: Apache-2.0
// Verdicts -> edits: the code of the probes and its places.
#pragma once

#include "instrumenter/rewrite/edits.h"
#include "instrumenter/rewrite/rules.h"
#include "instrumenter/text/construct.h"
#include "instrumenter/text/line_map.h"

#include <string>
#include <vector>

namespace tare {

struct ApplyRequest {
  const std::string &text;
  const LineMap &lines;
  const std::vector<Construct> &constructs;
  const std::vector<Verdict> &verdicts;
  std::string module; // the unit's module descriptor: "tare_m_<hash>"
  bool events = false; // tasks and locks also tell what happens when
};

std::vector<Edit> makeEdits(const ApplyRequest &request);

} // namespace tare
