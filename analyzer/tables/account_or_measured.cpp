// SPDX-License-Identifier: Apache-2.0
#include "analyzer/tables/account.h"

namespace tare {

Result<Ledger> accountOrMeasured(const Experiment &experiment,
                                 const std::function<Result<Experiment>()> &measured) {
  Result<Ledger> approximated = account(experiment);
  if (approximated.ok() || !approximated.error().disagreement)
    return approximated;
  Result<Experiment> other = measured();
  if (!other.ok())
    return approximated;
  other.value().call_names = experiment.call_names;
  other.value().unseen_regions = experiment.unseen_regions;
  other.value().warnings.push_back(
      {.rule = "not-approximated", .figures = {{"reason", approximated.error().text()}}});
  Result<Ledger> raw = account(other.value());
  return raw.ok() ? raw : approximated;
}

} // namespace tare
