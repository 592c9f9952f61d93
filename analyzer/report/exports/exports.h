// SPDX-License-Identifier: Apache-2.0
// The ledger for tools that people have: a file each, so that another one is a file more.
//
//   Ledger, Timeline -> [exports] -> text of another tool's format
#pragma once

#include "analyzer/ledger/ledger.h"
#include "analyzer/timeline/timeline.h"

#include <string>

namespace tare {

/// OpenMetrics 1.0 (Prometheus, GitLab's metrics report): tare_time_seconds, tare_efficiency_ratio
/// and tare_overhead_seconds, by program, ranks, threads and category. Three significant digits, so
/// that two runs of one program differ only where they do.
std::string openMetrics(const Ledger &ledger);

/// speedscope's file format, "sampled": call path, construct, overhead; seconds on the largest p
/// that advice is about. Gains are left out, and the name says how many.
std::string speedscopeJson(const Ledger &ledger);

/// The bars of T_s / p, the overheads and T_p as one SVG file for a paper or a README; 720 wide.
std::string waterfallSvg(const Ledger &ledger);

/// Markdown that a job's summary on GitHub takes: below 1 MiB, and 64 KiB for `most_bytes` of a
/// comment. What does not fit is left out by whole sections, and the text says so.
inline constexpr size_t most_summary_bytes = 1000 * 1024;
std::string githubSummary(const Ledger &ledger, size_t most_bytes = most_summary_bytes);

/// Chromium's Trace Event Format (Perfetto, chrome://tracing, Firefox Profiler): each execution is
/// a process that begins at 0, each thread of its team a thread. Parts of a segment stand in a
/// fixed order, which its arguments say is not recorded. Flows lead from the last to arrive to
/// those who waited at least a microsecond for it. Cut by whole executions.
std::string chromeTrace(const Timeline &timeline, size_t most_bytes = size_t(50) << 20);

} // namespace tare
