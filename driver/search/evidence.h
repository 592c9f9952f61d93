// SPDX-License-Identifier: Apache-2.0
// What one step of a search has measured, as plain data: shares of T_p by question and construct,
// and what the probes were executed and took.
//
//   Table -> [evidence] -> verdicts, prices
#pragma once

#include "analyzer/ledger/ledger.h"
#include "driver/search/why.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace tare {

/// A share of T_p with its 95 % band.
struct Share {
  double mean = 0, low = 0, high = 0;
  bool operator==(const Share &) const = default;
};

/// The bands as if the two had nothing to do with each other.
Share operator+(const Share &a, const Share &b);
Share atLeastNothing(const Share &share);

struct Figures {
  std::array<Share, why_count> whys = {};
  Share unnamed;   // its `unidentified`: no probe inside tells this time apart
  double area = 0; // thread time at it, as a share of p*T_p; 0: not known

  const Share &of(Why why) const { return whys[static_cast<size_t>(why)]; }
  Share &of(Why why) { return whys[static_cast<size_t>(why)]; }
};

/// The figures of two places together.
Figures operator+(const Figures &a, const Figures &b);

/// Time that something inside may explain: the sum of the costs. A gain does not offset them.
Share costsOf(const Figures &figures);

/// One construct's probes in a run that executes all of them.
struct ProbeUse {
  double entries = 0;    // times that a thread enters the construct
  double seconds = 0;    // thread time
  double instances = 0;  // times that a region is forked
  double iterations = 0; // where a loop counts them
};

struct Evidence {
  double thread_time_s = 0;                  // p*T_p of the plain program
  Figures program;                           // whole lines
  std::map<std::string, Figures> constructs; // by id
  std::map<std::string, Share> elsewhere;    // by category: what no construct has
  std::map<std::string, ProbeUse> used;      // by id
  double observed = 0;                       // share of p*T_p that probes took, as counted
  double disturbed = 0;    // instrumented minus plain parallel time, as a share of T_p
  double without_core = 0; // share of T_p for which threads waited for a CPU
  std::map<std::string, std::string> without_probes; // asked for, by id: why they got none
  int repetitions = 0;                               // accepted
  std::string folder;                                // with its results, for people
};

/// Everything of it that stands in a table.
Evidence evidenceOf(const Table &table);

} // namespace tare
