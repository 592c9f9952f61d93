// SPDX-License-Identifier: Apache-2.0
// What a declaration is called in tables. Clang types.
#pragma once

#include <string>

namespace clang {
class NamedDecl;
} // namespace clang

namespace tare {

/// Qualified. Arguments of a partial specialisation that name its parameters by number are left out,
/// as those of a primary template are.
std::string qualifiedName(const clang::NamedDecl *declaration);

} // namespace tare
