// SPDX-License-Identifier: Apache-2.0
// What options of --couple and --compose have in common.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace tare {

/// "a,b": words without blanks, in order. Returns what is wrong; empty: nothing.
std::string kernelNamesInto(std::vector<std::string> &kernels, const std::string &text,
                            const std::string &option);

/// "n=1000", a number above 0. Returns what is wrong.
std::string sizeInto(std::map<std::string, double> &at, const std::string &text);

} // namespace tare
