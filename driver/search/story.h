// SPDX-License-Identifier: Apache-2.0
// A search in sentences: its path while it goes, and what it found.
#pragma once

#include "driver/search/search.h"

#include <string>
#include <vector>

namespace tare {

/// Before a step: what is asked, why, and what that costs.
std::vector<std::string> stepText(const Places &places, const Knowledge &knowledge,
                                  const SearchStep &step);
/// After it: the verdicts that it brought.
std::vector<std::string> outcomeText(const Places &places, const Knowledge &knowledge,
                                     const SearchStep &step);
std::string refusalText(const Places &places, const Refusal &refusal);

/// "33.1 % (32.0 to 34.2)"
std::string shareText(const Share &share);

/// The end: confirmed, not decided, unaffordable, refuted, what was not asked, and what of T_p no
/// construct has. At most 80 columns wide where names allow.
std::string findingsText(const SearchReport &report, const Knowledge &knowledge);

} // namespace tare
