// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/names.h"

#include "clang/AST/Decl.h"

#include <string_view>
#include <vector>

namespace tare {

/// Clang writes such an argument list as <type-parameter-0-0>.
std::string qualifiedName(const clang::NamedDecl *declaration) {
  constexpr std::string_view numbered = "type-parameter-";
  std::string name = declaration->getQualifiedNameAsString();
  std::vector<size_t> open;
  for (size_t at = name.find(numbered); at != std::string::npos; at = name.find(numbered)) {
    open.clear();
    for (size_t i = 0; i < at; ++i)
      if (name[i] == '<')
        open.push_back(i);
      else if (name[i] == '>' && !open.empty())
        open.pop_back();
    if (open.empty()) // of no argument list
      return name;
    size_t from = open.front(), depth = 0, to = from;
    for (; to < name.size(); ++to) {
      depth += name[to] == '<';
      if (name[to] == '>' && --depth == 0)
        break;
    }
    name.erase(from, to - from + 1);
  }
  return name;
}

} // namespace tare
