// SPDX-License-Identifier: Apache-2.0
// Symbols of programs as people write the functions: "ns::solve<double>", not "_ZN2ns5solve...".
#pragma once

#include <string>

namespace tare {

/// The function of a symbol, without its arguments; a C symbol's without what the compiler added
/// ("solve.constprop.0"). At most 512 characters; untrusted input.
std::string functionOf(const std::string &symbol);

/// "ns::solve<double>" -> "ns::solve".
std::string withoutTemplateArguments(const std::string &function);

/// A form of a qualified function that can be compared with a name written otherwise: its last part
/// without template arguments. A lambda has the name of the function around it. All operators are
/// one.
std::string comparable(const std::string &function);

} // namespace tare
