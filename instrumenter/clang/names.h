// SPDX-License-Identifier: Apache-2.0
// The names of declarations in tables. Clang types.
#pragma once

#include <string>

namespace clang {
class NamedDecl;
} // namespace clang

namespace tare {

/// The qualified name. Arguments of a partial specialisation that name its parameters by number are
/// dropped, as are the arguments of a primary template.
std::string qualifiedName(const clang::NamedDecl *declaration);

} // namespace tare
