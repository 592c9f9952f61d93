// SPDX-License-Identifier: Apache-2.0
// The search for the causes of an OpenMP program's lost time, in steps (Hollingsworth and Miller,
// section 5). Each step has probes at as many places as a budget affords: regions first, then
// inside of large ones.
//
//   choose -> build and run -> judge -> choose ...
#pragma once

#include "base/result.h"
#include "driver/search/agenda.h"

#include <functional>
#include <string>
#include <vector>

namespace tare {

enum class StepKind {
  Pilot,  // everything has probes, once, whatever that costs: counts only
  Coarse, // regions only
  Asking,
  Closing, // all that was confirmed: the table at the end
};
std::string_view stepKindName(StepKind kind);

struct StepRequest {
  int number = 1;
  StepKind kind = StepKind::Coarse;
  std::set<int> on; // places with probes
  int repetitions = 3;
};

struct SearchStep {
  StepRequest request;
  Choice choice;
  Evidence evidence;
  bool judged = false;
};

enum class SearchEnd {
  Going,
  NothingLeft,   // every large line has a place, or no other probe can explain it
  NotAffordable, // what is left to ask exceeds the budget
  TooManySteps,
  TooDisturbed, // the probes of regions alone took more than twice the budget
};
std::string_view searchEndText(SearchEnd end);

struct SearchReport {
  std::vector<SearchStep> steps;
  SearchEnd end = SearchEnd::Going;
};

/// Everything of the outside world that a search touches.
struct SearchSeams {
  /// Builds with probes at the places of the request, runs and books.
  std::function<Result<Evidence>(const StepRequest &)> measure;
  /// After every step.
  std::function<Result<void>(const SearchReport &, const Knowledge &)> save;
  std::function<void(const std::string &line)> say;
};

class Search {
public:
  Search(const Places &places, Guesses guesses, const SearchSettings &settings, SearchSeams seams);

  /// Error: a step could not be made. What was found until then is in report() and knowledge().
  Result<void> run();

  const SearchReport &report() const { return report_; }
  const Knowledge &knowledge() const { return knowledge_; }
  const PriceList &prices() const { return prices_; }

private:
  Result<void> runPilot();
  Result<void> ask();
  Result<void> close();
  Result<void> make(StepKind kind, Choice choice, int repetitions);
  Choice chooseNext();
  SearchEnd endOf(const Choice &choice) const;

  const Places &places_;
  SearchSettings settings_;
  SearchSeams seams_;
  Knowledge knowledge_;
  PriceList prices_;
  SearchReport report_;
};

} // namespace tare
