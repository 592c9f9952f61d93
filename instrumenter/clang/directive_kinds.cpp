// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/directive_kinds.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

bool hasWord(const std::string &name, const std::string &word) {
  std::vector<std::string> words = splitText(name, ' ');
  return std::find(words.begin(), words.end(), word) != words.end();
}

} // namespace

NodeKind kindOfDirective(const std::string &name) {
  if (name == "for simd")
    return NodeKind::For;
  if (startsWith(name, "target"))
    return NodeKind::Target;
  if (startsWith(name, "teams"))
    return NodeKind::Teams;
  if (hasWord(name, "parallel"))
    return startsWith(name, "parallel") ? NodeKind::Parallel : NodeKind::Other;
  if (hasWord(name, "taskloop"))
    return NodeKind::Taskloop;
  NodeKind kind = NodeKind::Other;
  bool known = kindFromName(name, kind);
  return known && isOpenMP(kind) ? kind : NodeKind::Other;
}

NodeKind worksharingHalf(const std::string &name) {
  if (name == "parallel for" || name == "parallel for simd")
    return NodeKind::For;
  return name == "parallel sections" ? NodeKind::Sections : NodeKind::Other;
}

std::string forbiddenInside(const std::string &name) {
  if (hasWord(name, "simd"))
    return "inside a simd loop";
  if (startsWith(name, "target"))
    return "inside a target region";
  if (hasWord(name, "teams") || hasWord(name, "distribute"))
    return "inside a teams region";
  return hasWord(name, "loop") ? "inside a loop directive" : "";
}

bool keepsRegionCode(const std::string &name) { return name == "taskgroup" || name == "scope"; }

bool createsTasks(const std::string &name) {
  return name == "task" || hasWord(name, "taskloop") || name == "target";
}

} // namespace tare
