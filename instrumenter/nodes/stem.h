// SPDX-License-Identifier: Apache-2.0
// Names of functions without the words that tell a serial version from a parallel one.
#pragma once

#include <string>

namespace tare {

/// fib_seq, fib_par, fib -> fib; serTreeSearch, parTreeSearch -> TreeSearch. Empty when nothing
/// else remains.
std::string stemOf(const std::string &name);

} // namespace tare
