// SPDX-License-Identifier: Apache-2.0
// After a build: which constructs the compiler saw, and what became of each. Read from the node
// tables in what was built, so it says what is in there, not what was meant.
#include "driver/doctor/finding.h"

#include "analyzer/report/page.h"
#include "analyzer/report/sentences.h"
#include "analyzer/tables/coverage.h"
#include "base/elf.h"
#include "base/files.h"
#include "base/text.h"
#include "driver/verbs.h"
#include "instrumenter/nodes/node_table.h"

#include <cstdio>
#include <filesystem>
#include <set>

namespace tare {
namespace {

namespace fs = std::filesystem;

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

Build readBuild(const std::string &folder) {
  Build build;
  std::set<uint64_t> seen;
  std::error_code error;
  auto options = fs::directory_options::skip_permission_denied;
  std::set<fs::path> paths, links; // sorted: the same build is told in the same order
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

/// By the rule that tables of overheads go by: a construct of several units counts once.
Ledger::Coverage coverageOfTrees(const std::vector<NodeTree> &trees) {
  Profile profile;
  for (const NodeTree &tree : trees)
    profile.modules.push_back({0, tree});
  return coverageOf(profile);
}

/// What a reader should know of a node that is not simply measured.
bool isRemarkable(const Node &node) {
  return node.treatment == Treatment::Outside || node.treatment == Treatment::LeftAlone ||
         node.treatment == Treatment::LeftOut || !node.opaque.empty();
}

std::string remark(const Node &node) {
  std::string text = node.treatment == Treatment::Outside     ? "timed from outside"
                     : node.treatment == Treatment::LeftAlone ? "left alone"
                     : node.treatment == Treatment::LeftOut   ? treatmentName(node.treatment)
                                                              : "measured";
  if (!node.reason.empty())
    text += ": " + node.reason;
  if (!node.opaque.empty())
    text += "; its inflation is not attributed (" + node.opaque + ")";
  return text;
}

void printUnit(Page &page, const NodeTree &tree) {
  std::string unit = printable(tree.unit) + " (" + printable(tree.compiler) + ")";
  if (tree.fallback)
    return page.paragraph(
        unit + ": NOT MEASURED, the original was compiled: " + printable(tree.fallback_reason), 2,
        Style::Bold);
  page.paragraph(unit + ": " + coverageText(coverageOfTrees({tree})), 2, Style::Bold);
  for (const Node &node : tree.nodes) {
    if (!isOpenMP(node.kind) || !isRemarkable(node))
      continue;
    std::string directive = node.directive.empty() ? kindName(node.kind) : node.directive;
    page.paragraph(printable("  " + node.place.file + ":" + std::to_string(node.place.line) + "  " +
                             directive + "  " + remark(node)),
                   6);
  }
}

std::string plural(size_t count, const char *one, const char *many) {
  return std::to_string(count) + (count == 1 ? one : many);
}

} // namespace

int examineBuild(const std::string &folder) {
  if (fileExists(folder) && !isFolder(folder)) {
    complain({"not a folder", folder, "`tare nodes` tells what one program's table has"});
    return exit_usage;
  }
  if (!isFolder(folder)) {
    complain({"there is no such folder", folder});
    return exit_usage;
  }
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
  page.paragraph(printable(folder) + ": " + plural(build.units.size(), " unit", " units") + " in " +
                     plural(static_cast<size_t>(build.binaries), " binary", " binaries") + ", " +
                     coverageText(coverage),
                 2, Style::Bold);
  std::fputs(page.take().c_str(), stdout);
  if (build.units.empty()) {
    complain({"nothing here was built by Tare with OpenMP", folder,
              "build with CC=\"tare cc gcc\" (or the launcher) and -fopenmp"});
    return exit_build_failed;
  }
  if (coverage.measured == 0) {
    complain({"no construct is measured in this build", folder, "the reasons are listed above"});
    return exit_build_failed;
  }
  return exit_ok;
}

} // namespace tare
