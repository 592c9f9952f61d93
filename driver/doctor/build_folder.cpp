// SPDX-License-Identifier: Apache-2.0
// After a build: which constructs the compiler saw, and what became of each. Read from the node
// tables in what was built, so it says what is in there, not what was meant.
#include "driver/doctor/finding.h"

#include "analyzer/report/page.h"
#include "analyzer/report/sentences.h"
#include "analyzer/tables/coverage.h"
#include "base/elf.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"
#include "driver/verbs.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/nodes/shown_file.h"

#include <cstdio>
#include <filesystem>
#include <set>

namespace tare {
namespace {

namespace fs = std::filesystem;

/// The binaries of a build, by what their tables say.
struct Build {
  int binaries = 0;            // files with a table
  std::vector<NodeTree> units; // each once, though it is in its object and in programs
  std::vector<std::string> broken;
  std::vector<std::string> strangers; // objects with OpenMP that Tare did not make
};

/// A relocatable object that calls an OpenMP runtime: by the names in it, as a linker would see it.
bool isObjectWithOpenMP(const std::string &bytes) {
  constexpr size_t type_offset = 16; // e_type
  constexpr char relocatable = 1;    // ET_REL
  return bytes.size() > type_offset && bytes[type_offset] == relocatable &&
         (bytes.find(std::string("\0GOMP_", 6)) != std::string::npos ||
          bytes.find(std::string("\0__kmpc_", 8)) != std::string::npos);
}

/// Adds the units of one file that no file before it had. `seen`: hashes of their tables.
void readBinary(const fs::path &path, std::set<uint64_t> &seen, Build &build) {
  Result<std::vector<NodeTree>> trees = readNodeTablesFromElf(path.string());
  if (!trees.ok()) {
    build.broken.push_back(path.string() + ": " + trees.error().message);
    return;
  }
  build.binaries += !trees.value().empty();
  if (trees.value().empty())
    if (Result<std::string> bytes = readFile(path.string());
        bytes.ok() && isObjectWithOpenMP(bytes.value()))
      build.strangers.push_back(path.string());
  for (NodeTree &tree : trees.value())
    if (seen.insert(hashBytes(writeNodeTable(tree))).second)
      build.units.push_back(std::move(tree));
}

/// Looks at all ELF files below the folder; links come last.
Build readBuild(const std::string &folder) {
  Build build;
  std::set<uint64_t> seen;
  std::error_code error;
  auto options = fs::directory_options::skip_permission_denied;
  std::set<fs::path> paths, links; // sorted: the same build gives the same order
  for (fs::recursive_directory_iterator at(folder, options, error), end; !error && at != end;
       at.increment(error)) {
    std::error_code ignored;
    if (at->is_regular_file(ignored) && isElf(at->path().string()))
      (at->is_symlink(ignored) ? links : paths).insert(at->path());
  }
  // A library may have several names in a build, and lie elsewhere.
  std::set<std::string> files;
  for (const std::set<fs::path> *each : {&paths, &links})
    for (const fs::path &path : *each)
      if (files.insert(realPath(path.string())).second)
        readBinary(path, seen, build);
  return build;
}

/// As in tables of overheads: a construct in several units counts once. Each directive that was
/// left alone has a line of its own.
Ledger::Coverage coverageOfTrees(const std::vector<NodeTree> &trees) {
  Profile profile;
  for (const NodeTree &tree : trees)
    profile.modules.push_back({0, tree});
  Ledger::Coverage coverage = coverageOf(profile);
  coverage.left_alone_directives.clear();
  return coverage;
}

/// Whether a reader should know about this node: it is not simply measured.
bool isRemarkable(const Node &node) {
  return node.treatment == Treatment::Outside || node.treatment == Treatment::LeftAlone ||
         node.treatment == Treatment::Unprobed || !node.opaque.empty();
}

/// What became of the node, with the reason.
std::string remark(const Node &node) {
  std::string text = node.treatment == Treatment::Outside     ? "timed from outside"
                     : node.treatment == Treatment::LeftAlone ? "left alone"
                     : node.treatment == Treatment::Unprobed  ? treatmentName(node.treatment)
                                                              : "measured";
  if (!node.reason.empty())
    text += ": " + node.reason;
  if (!node.opaque.empty())
    text += "; its inflation is unexplained (" + node.opaque + ")";
  return text;
}

/// A unit with its counts, and a line for each remarkable construct.
void printUnit(Page &page, const NodeTree &tree) {
  std::string unit = printable(shownUnit(tree)) + " (" + printable(tree.compiler) + ")";
  if (tree.fallback)
    return page.paragraph(
        unit + ": NOT MEASURED, the original was compiled: " + printable(tree.fallback_reason), 2,
        Style::Bold);
  page.paragraph(unit + ": " + coverageText(coverageOfTrees({tree})), 2, Style::Bold);
  for (const Node &node : tree.nodes) {
    if (!isOpenMP(node.kind) || !isRemarkable(node))
      continue;
    std::string directive = node.directive.empty() ? kindName(node.kind) : node.directive;
    page.paragraph(printable("  " + shownPlace(node) + "  " + directive + "  " + remark(node)), 6);
  }
}

} // namespace

/// Units, then files that are not measured or not readable, then the sum.
Result<int> examineBuild(const std::string &folder) {
  if (fileExists(folder) && !isFolder(folder))
    return Error{"not a folder", folder, "`tare nodes` shows the table of one program"};
  if (!isFolder(folder))
    return Error{"there is no such folder", folder, "name the folder of a build"};
  Build build = readBuild(folder);
  Page page(80, false);
  for (const NodeTree &tree : build.units)
    printUnit(page, tree);
  if (!build.units.empty())
    page.blank();
  for (const std::string &path : build.strangers)
    page.paragraph(printable(path) + ": NOT MEASURED, it has OpenMP and was compiled without Tare, "
                                     "or passed through (TARE_VERBOSE=1 says why)",
                   2, Style::Bold);
  for (const std::string &broken : build.broken)
    page.paragraph("unreadable: " + printable(broken), 2);
  Ledger::Coverage coverage = coverageOfTrees(build.units);
  std::string binaries =
      std::to_string(build.binaries) + (build.binaries == 1 ? " binary" : " binaries");
  page.paragraph(printable(folder) + ": " + numberOf(int64_t(build.units.size()), "unit") + " in " +
                     binaries + ", " + coverageText(coverage),
                 2, Style::Bold);
  print(page.take());
  if (build.units.empty())
    return Error{.message = "nothing here was built by Tare with OpenMP",
                 .place = folder,
                 .next = "build with CC=\"tare cc gcc\" (or the launcher) and -fopenmp",
                 .exit_status = exit_build_failed};
  if (coverage.measured == 0)
    return Error{.message = "no construct is measured in this build",
                 .place = folder,
                 .next = "the reasons are listed above",
                 .exit_status = exit_build_failed};
  return exit_ok;
}

} // namespace tare
