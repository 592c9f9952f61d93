// SPDX-License-Identifier: Apache-2.0
// Templates: how the work of a known kind of function grows with its parameters.
//
//   name -> [templates] -> formula, as a model takes it
#pragma once

#include "base/result.h"

#include <string>
#include <vector>

namespace tare {

struct ComplexityTemplate {
  std::string name, formula, description;
  std::string owner = {}; // "tare": it came with Tare
};

/// Those that every archive begins with.
const std::vector<ComplexityTemplate> &shippedTemplates();

/// Error: it is no sum of products of numbers, names, powers and functions, such as
/// "N^3+N*log2(N)+1". The place in the text is in the message.
Result<void> checkFormula(const std::string &formula);

} // namespace tare
