// SPDX-License-Identifier: Apache-2.0
// One experiment, and what it would have been under a scenario.
//
//   results -> [questions] -> for each scenario: a forecast, and the table of the predicted runs
//
// The runs that a table rests on are predicted one by one, and the accounts book the predicted
// profiles as they book measured ones. T_p changes as the instrumented run does, less its probes.
#pragma once

#include "analyzer/accounts/experiment.h"
#include "analyzer/forecast/forecast.h"
#include "analyzer/ledger/ledger.h"
#include "analyzer/machine/measured_machine.h"
#include "analyzer/whatif/measured_inflation.h"
#include "analyzer/whatif/scenario_run.h"
#include "base/result.h"
#include "driver/whatif/known_errors.h"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace tare {

struct Answered {
  Forecast forecast;
  Ledger ledger; // of the predicted runs
};

/// What was measured of this machine; nothing is measured now. Either may be missing.
struct MachineFacts {
  /// Ticks of one empty execution of each construct with so many threads of a runtime, as it was
  /// calibrated; empty: it was not.
  std::function<std::map<std::string, double>(const std::string &runtime, int threads)> primitives;
  /// Null: it was not measured.
  std::function<std::shared_ptr<const MeasuredMachine>(const std::string &runtime)> machine;
};

class Questions {
public:
  static Result<Questions> of(const std::string &folder, MachineFacts facts = {});
  /// `measured`: the ledger of this folder, which is known already.
  static Result<Questions> of(const std::string &folder, Ledger measured, MachineFacts facts = {},
                              NodeRenewal *renewal = nullptr);

  const Ledger &measured() const { return measured_; }
  /// The measured number of threads that an answer starts from; 0: the choice is free.
  void startFrom(int threads) { base_ = threads; }

  /// What predictions were wrong by here; none: what models usually are.
  void widenBy(KnownErrors errors) { errors_ = std::move(errors); }

  /// Error: why the data cannot answer.
  Result<Forecast> forecast(const Scenario &scenario, const std::string &options) const;
  /// The same, with the table of the predicted runs.
  Result<Answered> answer(const Scenario &scenario, const std::string &options) const;

private:
  void learnMachine();
  void learnInflation();
  void learnHolds(const Profile &profile);
  Result<Forecast> predict(const Scenario &scenario, const std::string &options, bool for_table,
                           std::vector<Repetition> &predicted_runs) const;
  int baseFor(const Scenario &scenario) const;
  const Table *tableOf(int threads) const;
  RunKnowledge knowledgeOf(const Repetition &repetition, int base, const Scenario &scenario) const;
  DispatchCost dispatchOf(const Profile &profile, const Scenario &scenario) const;
  double primitive(const std::string &runtime, const char *construct, int threads) const;
  static Result<void> paralleliseOne(const Scenario &scenario, Repetition &repetition);
  Result<Repetition> predicted(const Repetition &repetition, const Scenario &scenario,
                               bool for_table, Forecast &forecast, double &doubt_s) const;

  Experiment experiment_;
  Ledger measured_;
  MeasuredInflation inflation_;
  std::map<std::string, double> holds_; // seconds for which locks are held, by construct
  MachineFacts facts_;
  KnownErrors errors_;
  mutable std::map<int, std::map<std::string, double>> known_; // by number of threads
  std::shared_ptr<const MeasuredMachine> machine_;
  Waiting waiting_ = Waiting::AsMeasured; // of the measured runs
  int base_ = 0;
};

} // namespace tare
