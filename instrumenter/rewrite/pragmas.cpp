// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/pragmas.h"

#include "instrumenter/rewrite/rule_table.h"

#include <algorithm>
#include <set>

namespace tare {

namespace {

/// A shared clause for the variables of the inner half. Under default(private) or
/// default(firstprivate) the inner half would meet private copies of them.
std::string sharedAround(const Construct &construct) {
  std::set<std::string> names;
  for (const WrittenClause &clause : construct.clauses)
    if (needsShared(clause) && halfOf(clause, construct) == Half::Inner)
      for (const ClauseItem &item : clause.items)
        names.insert(item.text);
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "" : ", ") + name;
  return list.empty() ? "" : " shared(" + list + ")";
}

} // namespace

std::string openDefault(const WrittenClause &clause, std::string_view symbol) {
  if (clause.hasWord("none"))
    return "default(shared)";
  if (defaultsToPrivate(clause))
    return clause.text + " shared(" + std::string(symbol) + ")";
  return clause.text;
}

SplitPragma splitPragma(const Construct &construct, std::string_view symbol) {
  const std::string half_name = construct.name.substr(sizeof("parallel"));
  SplitPragma split{"#pragma omp parallel", "#pragma omp " + half_name};
  for (const WrittenClause &clause : construct.clauses) {
    Half half = halfOf(clause, construct);
    if (half == Half::Parallel || half == Half::Both)
      split.parallel +=
          " " + (clause.name == "default" ? openDefault(clause, symbol) : clause.text);
    if (half == Half::Inner || half == Half::Both)
      split.inner += " " + clause.text;
  }
  if (std::ranges::any_of(construct.clauses, defaultsToPrivate))
    split.parallel += sharedAround(construct);
  return split;
}

} // namespace tare
