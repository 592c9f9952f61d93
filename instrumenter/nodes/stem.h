// SPDX-License-Identifier: Apache-2.0
// Names of functions without words such as `serial` and `omp`, by which programs name the versions
// of one function.
#pragma once

#include <string>

namespace tare {

/// fib_seq, fib_par, fib -> fib; serTreeSearch, parTreeSearch -> TreeSearch. Empty when nothing
/// else remains.
std::string stemOf(const std::string &name);

} // namespace tare
