// SPDX-License-Identifier: Apache-2.0
// What a page may show beside the ledger. All of it is optional.
#pragma once

#include "analyzer/forecast/forecast.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/report/html/page_frame.h"
#include "analyzer/timeline/timeline.h"

#include <optional>
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

struct PageCurvePoint {
  double at = 0; // of the curve's parameter
  Estimate time;
  std::optional<Estimate> model; // of a measured point: what the model says there
};

/// A modelled time along a size or the number of threads.
struct PageCurve {
  std::string title;                           // "T_p on 2 threads, along N"
  std::string parameter;                       // "N"
  std::string growth;                          // "N^3"; empty: not clear
  std::vector<PageCurvePoint> curve, measured; // ascending
  double last_measured = 0;                    // what is beyond is predicted
};

struct PageModels {
  int tables = 0; // that they are made of
  std::vector<PageCurve> curves;
  std::vector<std::string> refused; // sentences: what has no model, and why
};

struct PageData {
  const Timeline *timeline = nullptr;                    // null: the results have none
  const PageSources *sources = nullptr;                  // null: nobody looked for them
  const ForecastReport *answers = nullptr;               // of what-if; null: none, see no_answers
  std::string no_answers = "these results hold no runs"; // why there are none, a clause
  const PageModels *models = nullptr;                    // null: none was asked for
  std::vector<PageLink> way = {};                        // of a page of a site, down to it
};

} // namespace tare
