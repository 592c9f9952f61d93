// SPDX-License-Identifier: Apache-2.0
// Names of kernels that the sources do not hold: told before a program is built.
#pragma once

#include "analyzer/coupling/verdicts.h"
#include "driver/building/build.h"

#include <string>
#include <vector>

namespace tare {

/// A refusal for each kernel whose name stands nowhere in the text. `text`: preprocessed, with line
/// markers. The nearest names are those before a parenthesis, outside of system headers.
std::vector<KernelRefusal> kernelsNotNamed(const std::string &text,
                                           const std::vector<std::string> &kernels);

/// The same of the sources of a program. Cost: one preprocessing. Empty where the compiler cannot
/// read them: the build says why. Error: interrupted.
Result<std::vector<KernelRefusal>> kernelsNotNamed(const BuildRequest &request,
                                                   const std::vector<std::string> &kernels);

} // namespace tare
