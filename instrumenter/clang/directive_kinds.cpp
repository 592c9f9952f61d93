// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/clang/directive_kinds.h"

#include "base/text.h"
#include "instrumenter/clang/compat.h"

#include "llvm/Frontend/OpenMP/OMPConstants.h"

#include <algorithm>

namespace tare {

namespace {

/// Whether a directive's name has this word: "parallel for" has "for".
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
    return startsWith(name, "parallel") ? NodeKind::Parallel : NodeKind::Distribute;
  if (hasWord(name, "taskloop"))
    return NodeKind::Taskloop;
  if (startsWith(name, "distribute"))
    return NodeKind::Distribute;
  if (startsWith(name, "cancel"))
    return NodeKind::Cancel;
  NodeKind kind = NodeKind::Other;
  bool known = kindFromName(name, kind);
  return known && isOpenMP(kind) ? kind : NodeKind::Other;
}

NodeKind innerHalf(const std::string &name) {
  if (name == "parallel for" || name == "parallel for simd")
    return NodeKind::For;
  if (name == "parallel sections")
    return NodeKind::Sections;
  if (name == "parallel master")
    return NodeKind::Master;
  return name == "parallel masked" ? NodeKind::Masked : NodeKind::Other;
}

std::string forbiddenInside(const std::string &name) {
  if (hasWord(name, "simd"))
    return "inside a simd loop";
  if (startsWith(name, "target") && !keepsRegionCode(name))
    return "inside a target region";
  if (hasWord(name, "teams") || hasWord(name, "distribute"))
    return "inside a teams region";
  if (name == "atomic")
    return "inside an atomic statement";
  return hasWord(name, "loop") ? "inside a loop directive" : "";
}

bool keepsRegionCode(const std::string &name) {
  return name == "taskgroup" || name == "scope" || name == "target data" || name == "assume";
}

bool createsHiddenTasks(const std::string &name, bool has_nowait) {
  return (hasWord(name, "taskloop") && name != "taskloop") ||
         (has_nowait && startsWith(name, "target"));
}

std::vector<std::string> directivesOfClang() {
  std::vector<std::string> names;
  for (size_t i = 0; i < llvm::omp::Directive_enumSize; ++i) {
    auto directive = static_cast<llvm::omp::Directive>(i);
    if (directive != llvm::omp::OMPD_unknown)
      names.push_back(directiveName(directive));
  }
  return names;
}

bool bindsLoops(const std::string &name) {
  for (const char *word : {"for", "simd", "taskloop", "distribute", "loop", "tile", "unroll",
                           "reverse", "interchange", "stripe"})
    if (hasWord(name, word))
      return true;
  return false;
}

} // namespace tare
