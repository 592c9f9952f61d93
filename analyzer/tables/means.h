// SPDX-License-Identifier: Apache-2.0
// One figure of every accepted repetition of a p -> one estimate.
//
//   repetition accounts -> [means] -> lines of the ledger
#pragma once

#include "analyzer/accounts/close.h"
#include "analyzer/tables/statistics.h"

#include <map>
#include <vector>

namespace tare {

/// A figure is a function of RepetitionAccount; `accounts` must outlive the object.
class Means {
public:
  explicit Means(const std::vector<RepetitionAccount> &accounts)
      : accounts_(accounts), statistics_(disturbances(accounts), sharedRuns(accounts)) {}

  const std::vector<RepetitionAccount> &accounts() const { return accounts_; }

  template <class Figure> std::vector<double> values(Figure figure) const {
    std::vector<double> values;
    for (const RepetitionAccount &account : accounts_)
      values.push_back(static_cast<double>(figure(account)));
    return values;
  }
  template <class Figure> Estimate estimate(Figure figure) const {
    return statistics_.mean(values(figure));
  }
  template <class Figure> double mean(Figure figure) const { return estimate(figure).time_s; }

  /// For one construct or call path: `figure` also gets the entry of `map` at `key`. A repetition
  /// without the entry counts as 0.
  template <class Value, class Figure>
  std::vector<double> values(std::map<int, Value> RepetitionAccount::*map, int key,
                             Figure figure) const {
    return values([&](const RepetitionAccount &account) {
      auto found = (account.*map).find(key);
      return found == (account.*map).end() ? 0.0
                                           : static_cast<double>(figure(account, found->second));
    });
  }
  template <class Value, class Figure>
  Estimate estimate(std::map<int, Value> RepetitionAccount::*map, int key, Figure figure) const {
    return statistics_.mean(values(map, key, figure));
  }
  template <class Value, class Figure>
  double mean(std::map<int, Value> RepetitionAccount::*map, int key, Figure figure) const {
    return estimate(map, key, figure).time_s;
  }

  Estimate estimate(const std::vector<double> &values) const { return statistics_.mean(values); }
  Estimate ratio(const std::vector<double> &numerators,
                 const std::vector<double> &denominators) const {
    return statistics_.ratio(numerators, denominators);
  }

private:
  const std::vector<RepetitionAccount> &accounts_;
  RepetitionStatistics statistics_;
};

/// A line of the ledger. `doubt`: by how much the costs of the probes, and a pilot run, may be
/// wrong moves the figure. `sampling`: its standard error where instances stand for others.
LedgerLine lineOf(size_t overhead, const Means &means, std::vector<double> figures,
                  const std::vector<double> &doubt, const std::vector<double> &sampling);

} // namespace tare
