// SPDX-License-Identifier: Apache-2.0
// Which rows grow otherwise in the results of one version than in those of another, from files.
//
//   results of BASE, of HEAD -> table models -> [compared growth] -> tare model --against,
//   tare archive diff
#pragma once

#include "analyzer/models/model_report.h"

#include <string>
#include <vector>

namespace tare {

/// Rows of `head` against those of `base`, with a remark where machine, compiler or settings
/// differ. Error: the two vary in other parameters (`base_name` is its place), or the models are
/// refused.
Result<GrowthComparison> growthAgainst(const TablesOfProgram &base, const std::string &base_name,
                                       const ModelReport &head, const TableQuestion &question);

/// The same of paths (as for FilesSource) and sizes, for people.
Result<std::string> growthTextBetween(const std::vector<std::string> &base,
                                      const std::vector<std::string> &head,
                                      const std::vector<std::string> &sizes, int width);

/// "refused, wide-band: ..." with where the reasons are explained.
Error refusedError(const ModelRefusal &refusal);

} // namespace tare
