// SPDX-License-Identifier: Apache-2.0
// Names of types as counts show them. Clang types.
#pragma once

#include "clang/AST/Type.h"

#include <string>

namespace tare {

/// "double", "unsigned int", "struct particle": without typedefs and qualifiers.
inline std::string typeName(clang::QualType type) {
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  return type.getAsString();
}

} // namespace tare
