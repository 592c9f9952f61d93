// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/pragmas.h"

#include <algorithm>

namespace tare {

namespace {

bool isOneOf(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool goesToParallel(const Clause &clause) {
  if (clause.name == "if")
    return clause.modifier != "simd";
  return isOneOf(clause.name, {"num_threads", "proc_bind", "copyin", "shared", "default"});
}

/// A plain `if` on parallel for simd speaks to both.
bool goesToWorksharing(const Clause &clause, const std::string &half) {
  if (clause.name == "if")
    return half == "for simd" && clause.modifier != "parallel";
  return !goesToParallel(clause);
}

} // namespace

std::string openDefault(const Clause &clause, std::string_view symbol) {
  if (clause.modifier == "none")
    return "default(shared)";
  if (clause.modifier == "private")
    return clause.text + " shared(" + std::string(symbol) + ")";
  return clause.text;
}

SplitPragma splitPragma(const Construct &construct) {
  std::string half = construct.name.substr(sizeof("parallel"));
  SplitPragma split{"#pragma omp parallel", "#pragma omp " + half};
  for (const Clause &clause : construct.clauses) {
    if (goesToParallel(clause))
      split.parallel += " " + (clause.name == "default" ? openDefault(clause, "") : clause.text);
    if (goesToWorksharing(clause, half))
      split.worksharing += " " + clause.text;
  }
  return split;
}

} // namespace tare
