// SPDX-License-Identifier: Apache-2.0
#include "driver/runs/nothing_measured.h"

#include "analyzer/tables/coverage.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/outputs/output_file.h"
#include "driver/runs/command_tables.h"
#include "instrumenter/nodes/shown_file.h"

#include <set>

namespace tare {
namespace {

/// "a.c:7 (inside a coroutine)".
std::string placeText(const Node &node, const std::string &remark) {
  return printable(node.id.path) + ":" + std::to_string(node.place.line) + " (" +
         printable(remark) + ")";
}

/// Some of the places, and how many more there are.
std::string firstOf(const std::set<std::string> &places) {
  constexpr size_t most = 4;
  std::vector<std::string> shown;
  for (const std::string &place : places)
    if (shown.size() < most)
      shown.push_back(place);
  if (places.size() > most)
    shown.push_back("and " + std::to_string(places.size() - most) + " more");
  return joinText(shown, ", ");
}

/// "a.c:7 (reason), ...": regions without probes, unless a plan says so.
std::string regionsWithoutProbes(const std::vector<NodeTree> &tables) {
  std::set<std::string> regions;
  for (const NodeTree &tree : tables)
    for (const Node &node : tree.nodes)
      if (isLeftAloneRegion(node))
        regions.insert(placeText(node, node.reason));
  return firstOf(regions);
}

/// "a.c:7 (task), ..." of a program without a construct that begins a team; else empty.
std::string directivesWithoutTeams(const std::vector<NodeTree> &tables) {
  std::set<std::string> directives;
  for (const NodeTree &tree : tables)
    for (const Node &node : tree.nodes) {
      if (beginsTeam(node.kind))
        return {};
      if (isOpenMP(node.kind))
        directives.insert(placeText(node, kindName(node.kind)));
    }
  return firstOf(directives);
}

/// "use.cpp (it imports modules, or is one), ..." of units that are only listed; else empty.
std::string unitsNotMeasured(const std::vector<NodeTree> &tables) {
  std::set<std::string> units;
  for (const NodeTree &tree : tables)
    if (tree.fallback)
      units.insert(shownUnit(tree) + " (" + tree.fallback_reason + ")");
  return firstOf(units);
}

} // namespace

Error nothingMeasured(const RunResult &result) {
  if (result.record.role == role::serial_instrumented)
    return Error{"it executed no serial counterpart that has probes (`tare nodes " +
                 quoteCommand({result.record.argv.front()}) +
                 "` lists the counterparts, and why some have no probes)"};
  const std::vector<std::string> &argv = result.record.argv;
  std::string command = quoteCommand(argv);
  Result<std::vector<NodeTree>> tables = readNodeTablesOfCommand(argv);
  if (tables.ok() && !holdsOpenMP(tables.value()))
    if (std::string units = unitsNotMeasured(tables.value()); !units.empty())
      return Error{"no unit of the program is measured: " + units, command,
                   "put the parallel regions into sources that Tare can read"};
  if (tables.ok() && !holdsOpenMP(tables.value()))
    return Error{"no parallel region was executed: the program has no probes", command,
                 "build it with tare cc, or name the instrumented program with --instrumented"};
  if (tables.ok())
    if (std::string left = regionsWithoutProbes(tables.value()); !left.empty())
      return Error{"no parallel region with probes was executed; without are " + left, command,
                   "`tare nodes` lists all constructs and why they have none"};
  if (tables.ok())
    if (std::string alone = directivesWithoutTeams(tables.value()); !alone.empty())
      return Error{"the program has no parallel construct, so one thread executes all that its "
                   "other directives share out: " +
                       alone,
                   command, "put a parallel construct around it, with `single` in it for tasks"};
  std::string last = lastLine(result.folder + "/stderr");
  bool alone = result.record.threads == 1;
  std::string what = "no parallel region was executed";
  what += alone ? " on one thread" : ", so nothing was measured";
  if (!last.empty())
    what += " (its last line: " + last + ")";
  return Error{what, command,
               alone ? "the work of one thread is what a table is compared with: does the program "
                       "take another way then, or do its arguments not reach the OpenMP part?"
                     : "do its arguments reach the OpenMP part?"};
}

std::string idleProbesOfRanks(const RunResult &result) {
  Result<std::vector<NodeTree>> tables = readNodeTablesOfCommand(result.record.argv);
  if (!tables.ok() || !holdsOpenMP(tables.value()))
    return "";
  return "the program has probes, and no rank left a profile, so its regions are not measured: no "
         "rank executed one, or the Tare that built it was moved (`tare doctor`)";
}

} // namespace tare
