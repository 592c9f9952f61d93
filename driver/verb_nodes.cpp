// SPDX-License-Identifier: Apache-2.0
// tare nodes: the node tree of a source, or the tables in an object or a program, one line a node
// (folded in a terminal); with --serial, what each construct is in the serial program.
#include "analyzer/report/page.h"
#include "base/elf.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/building/build.h"
#include "driver/look_at_source.h"
#include "driver/show_ledger.h"
#include "driver/show_operations.h"
#include "driver/show_pairing.h"
#include "driver/verbs.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/nodes/shown_file.h"
#include "instrumenter/operations/evaluation.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <tuple>
#include <unistd.h>

namespace tare {

namespace {

constexpr int terminal_columns = 80, unlimited_columns = 1 << 24;

bool isArchive(const std::string &path) {
  constexpr std::string_view magic = "!<arch>\n", thin = "!<thin>\n";
  std::string text = beginOfFile(path, magic.size());
  return text == magic || text == thin;
}

bool isCSource(const std::string &path) { return endsWith(path, ".c"); }

/// A source is parsed; an object or program has tables.
Result<std::vector<NodeTree>> readInput(const std::string &input,
                                        const std::vector<std::string> &flags) {
  if (!fileExists(input))
    return Error{"there is no such file", input, "name a source, an object or a program"};
  // A program may have any name.
  if ((isCSource(input) || isCxxSource(input)) && !isElf(input))
    return treesOfSources({input}, "", flags);
  if (isArchive(input))
    return Error{"it is an archive", input, "name an object of it, or a program that it is in"};
  TARE_TRY(std::vector<NodeTree> trees, readNodeTablesOfProgram(input));
  if (trees.empty())
    return Error{
        "it holds no node table", input,
        "was it built through tare cc, and does it, or a library that it needs and that is "
        "found, hold a directive?"};
  return trees;
}

/// The trees of all inputs in a list: "a.c,b.c".
Result<std::vector<NodeTree>> readTrees(const std::string &list,
                                        const std::vector<std::string> &flags) {
  std::vector<NodeTree> trees;
  for (const std::string &input : splitText(list, ',')) {
    TARE_TRY(std::vector<NodeTree> read, readInput(input, flags));
    for (NodeTree &tree : read)
      trees.push_back(std::move(tree));
  }
  return trees;
}

/// What the node is called: the function's name, the directive, the callee.
std::string nodeLabel(const Node &node) {
  std::string label = kindName(node.kind);
  if (node.kind == NodeKind::Function)
    return label + " " + node.id.function;
  if (!node.directive.empty())
    label += isOpenMP(node.kind) ? " [" + node.directive + "]" : " " + node.directive;
  return label;
}

/// One node, indented by its depth.
std::string nodeLine(const Node &node, int depth) {
  std::string line(size_t(depth) * 2, ' ');
  line += nodeLabel(node) + "  " + shownPlace(node);
  if (!node.included_at.empty())
    line += " (included at " + node.included_at + ")";
  if (node.treatment != Treatment::None)
    line += std::string("  ") + treatmentName(node.treatment);
  if (!node.reason.empty())
    line += ": " + node.reason;
  if (!node.unsampled.empty())
    line += " (iterations not sampled: " + node.unsampled + ")";
  bool told = node.treatment == Treatment::Measured || node.treatment == Treatment::None;
  if (told && node.trips.times != 1 && node.trips.loops == 0)
    line += " (" + std::to_string(node.trips.times) + " iterations)";
  if (!node.opaque.empty())
    line += " (opaque: " + node.opaque + ")";
  return printable(line);
}

/// Sorts nodes as they stand in the text: a table has nodes that Clang could not read at its end.
/// Files stay in the order of the table.
void sortByPlace(const NodeTree &tree, std::vector<int> &nodes) {
  std::map<std::string, size_t> ranks;
  for (int node : nodes)
    ranks.emplace(tree.nodes[size_t(node)].place.file, ranks.size());
  std::ranges::stable_sort(nodes, {}, [&](int node) {
    const SourcePlace &place = tree.nodes[size_t(node)].place;
    return std::tuple(ranks[place.file], place.line, place.column);
  });
}

/// Every node behind its parent.
std::vector<int> readingOrder(const NodeTree &tree) {
  std::vector<std::vector<int>> children(tree.nodes.size() + 1); // the last: those without a parent
  for (size_t i = 0; i < tree.nodes.size(); ++i)
    children[std::min(size_t(tree.nodes[i].parent), tree.nodes.size())].push_back(int(i));
  std::vector<int> order, open;
  auto enter = [&](std::vector<int> &nodes) {
    sortByPlace(tree, nodes);
    open.insert(open.end(), nodes.rbegin(), nodes.rend());
  };
  for (enter(children.back()); !open.empty();) {
    order.push_back(open.back());
    open.pop_back();
    enter(children[size_t(order.back())]);
  }
  return order;
}

/// A unit with its nodes; statements have no line of their own.
void printTree(const NodeTree &tree) {
  Page page(::isatty(1) ? terminal_columns : unlimited_columns, false);
  std::printf("%s (%s)%s\n", printable(shownUnit(tree)).c_str(), printable(tree.compiler).c_str(),
              tree.fallback ? printable(", not measured: " + tree.fallback_reason).c_str() : "");
  for (const auto &[name, count] : tree.declarations)
    std::printf("  declares [%s]  %s\n", printable(name).c_str(), numberOf(count, "time").c_str());
  std::vector<int> depths(tree.nodes.size());
  for (int at : readingOrder(tree)) {
    const Node &node = tree.nodes[size_t(at)];
    int &depth = depths[size_t(at)];
    depth = node.parent < 0 ? 1 : depths[size_t(node.parent)] + 1;
    if (node.kind == NodeKind::Statement)
      depth -= 1; // it has no line: what is in it takes its place
    else
      page.paragraph(nodeLine(node, depth), 2 * depth + 4);
  }
  std::fputs(page.take().c_str(), stdout);
}

/// The serial counterparts of the parallel program's constructs.
Result<void> showPairs(const NodesOptions &options, std::vector<NodeTree> parallel) {
  TARE_TRY(auto serial, readTrees(options.serial, asSerial(options.compiler_flags)));
  PairedPrograms programs{std::move(serial), std::move(parallel), {}};
  programs.pairing = pairPrograms(programs.serial, programs.parallel);
  print(options.format == "json" ? pairingJson(programs) : pairingText(programs));
  return {};
}

/// What the sources of a list do.
Result<void> showOperations(const NodesOptions &options) {
  CountedProgram program{options.parameters, {}};
  for (const std::string &source : splitText(options.input, ',')) {
    if (!fileExists(source))
      return Error{"there is no such file", source, "name a source"};
    if (!isCSource(source) && !isCxxSource(source))
      return Error{"it is no source of C or C++", source, "operations are counted in sources"};
    TARE_TRY(std::string text,
             lookAtSource(source, "", options.compiler_flags, SourceView::operations));
    TARE_TRY(CountedProgram counted, readOperations(text));
    for (CountedUnit &unit : counted.units)
      program.units.push_back(std::move(unit));
  }
  if (!program.parameters.empty()) {
    TARE_DO(evaluate(program));
  }
  print(options.format == "json" ? writeOperations(program) + "\n"
                                 : operationsText(program, options.by_loop, widthOfOutput()));
  return {};
}

Result<void> showNodes(const NodesOptions &options) {
  if (options.operations)
    return showOperations(options);
  TARE_TRY(std::vector<NodeTree> trees, readTrees(options.input, options.compiler_flags));
  if (!options.serial.empty())
    return showPairs(options, std::move(trees));
  for (const NodeTree &tree : trees)
    printTree(tree);
  return {};
}

} // namespace

Result<int> verbNodes(const NodesOptions &options) {
  TARE_DO(orExit(exit_build_failed, showNodes(options)));
  return exit_ok;
}

} // namespace tare
