// SPDX-License-Identifier: Apache-2.0
// Rows of an archive over the versions of a program: what changed when.
//
//   question -> rows, accepted changes -> [row trends] -> text, JSON, pages
#pragma once

#include "analyzer/archive/knowledge.h"
#include "analyzer/archive/query.h"
#include "analyzer/trend/creep.h"

#include <string>
#include <vector>

namespace tare {

/// One table that was measured.
struct TrendVersion {
  std::string measured_utc, commit, version;
};

/// One figure of all tables with the same setting.
struct RowTrend {
  std::string row;                // full name of the category; "T_p", "T_s"
  std::string place;              // "x.c:7"; empty: the whole program
  std::string construct;          // its id
  std::vector<TrendPoint> points; // seconds; one a version
  std::vector<size_t> versions;   // of SettingTrend::versions, where the row is
  std::vector<TrendLevel> levels;
  size_t accepted = 0; // the point that changes are counted from
  Creep creep;
};

/// Tables that differ by their version alone.
struct SettingTrend {
  std::string machine, compiler, openmp_runtime, parameters;
  int threads = 0;
  std::vector<TrendVersion> versions; // the oldest first
  std::vector<RowTrend> rows;
};

/// `found`: queries, of times of runs or of rows. In their order: by time.
std::vector<SettingTrend> trendsOf(const std::vector<DatabaseRows> &found,
                                   const std::vector<AcceptedChange> &accepted);

/// Trends of T_s and T_p and of the rows that `question` asks for; it must name an application. No
/// category and no construct: all rows of the whole program. Empty: no run fits.
Result<std::vector<SettingTrend>> askTrends(Archive &archive, ArchiveQuestion question);

} // namespace tare
