// SPDX-License-Identifier: Apache-2.0
#include "analyzer/ledger/outputs.h"

#include <algorithm>
#include <iterator>

namespace tare {
namespace {

constexpr std::string_view status_names[] = {"same", "same_within", "other_order", "differs",
                                             "not_compared"};

} // namespace

std::string_view statusName(OutputStatus status) {
  return status_names[static_cast<size_t>(status)];
}

std::optional<OutputStatus> statusNamed(std::string_view name) {
  const auto *found = std::ranges::find(status_names, name);
  if (found == std::end(status_names))
    return std::nullopt;
  return static_cast<OutputStatus>(found - std::begin(status_names));
}

} // namespace tare
