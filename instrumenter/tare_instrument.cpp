// SPDX-License-Identifier: Apache-2.0
// tare-instrument: preprocessed text in, the same text with probes out. `tare cc` runs it on every
// unit that has OpenMP in it; `tare nodes` and `tare instrument` use it to look at sources.
//
//   text -> attributes -> metadirectives -> clang -> plan -> rewrite -> text, node table
#include "base/elf.h"
#include "base/files.h"
#include "base/text.h"
#include "instrumenter/clang/parse.h"
#include "instrumenter/counting/counting.h"
#include "instrumenter/nodes/node_table.h"
#include "instrumenter/nodes/source_hash.h"
#include "instrumenter/operations/operations_json.h"
#include "instrumenter/plan/plan.h"
#include "instrumenter/plan/plan_file.h"
#include "instrumenter/rewrite/attributes.h"
#include "instrumenter/rewrite/kernel_wrappers.h"
#include "instrumenter/rewrite/metadirectives.h"
#include "instrumenter/rewrite/rewrite.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <iterator>

namespace {

using namespace tare;

/// For developers: `tare cc` is what users call.
constexpr const char *usage =
    "usage: tare-instrument --input X.ii --output Y.ii --language c|c++ --compiler clang|gcc\n"
    "         --runtime /abs/libtare-rt.so.1 --unit path/as/given.c --root /project/root\n"
    "         [--fallback REASON] [--without KIND]... [--plan FILE] [--static] [--events] "
    "[--reduced]\n"
    "         [--role serial (the serial program, without OpenMP) [--parallel FILE,... (objects, "
    "programs\n"
    "         or tables of the parallel one, if it has other sources) | --constructs X.ii (this "
    "unit\n"
    "         as the parallel program has it, if that has other directives)]]\n"
    "         [--kernels NAME,... (no probes: only calls of these functions are rewritten)]\n"
    "         [--table FILE (what the output embeds)] [--tree FILE (the whole node tree)]\n"
    "         [--operations FILE (what functions and constructs do, as formulas)]\n"
    "         -- -std=... -m...\n";

/// The command line as data. Paths that were not given are empty.
struct Arguments {
  std::string input, output, table_file, tree_file, operations_file;
  std::string role;       // "serial", or empty: the parallel program
  std::string parallel;   // objects or programs of the parallel program, separated by commas
  std::string constructs; // the unit's text as the parallel program reads it
  std::string plan_file;  // nodes in it get no probes
  std::string kernels;    // functions whose coupling is measured, separated by commas
  ParseRequest parse;
  RewriteRequest rewrite;
  Plan plan = fullPlan();
  std::string root; // of the user's project
};

/// An option with a value that is kept as it is.
struct TextOption {
  const char *name;
  std::string *target;
};

/// Keeps the value of an option that takes one. False: `name` is no such option.
bool takeValue(Arguments &arguments, const std::string &name, const std::string &value,
               std::string &language) {
  const TextOption options[] = {
      {"--input", &arguments.input},
      {"--output", &arguments.output},
      {"--table", &arguments.table_file},
      {"--tree", &arguments.tree_file},
      {"--language", &language},
      {"--compiler", &arguments.parse.compiler},
      {"--unit", &arguments.parse.unit},
      {"--runtime", &arguments.rewrite.runtime_path},
      {"--root", &arguments.root},
      {"--fallback", &arguments.rewrite.fallback_reason},
      {"--role", &arguments.role},
      {"--parallel", &arguments.parallel},
      {"--plan", &arguments.plan_file},
      {"--constructs", &arguments.constructs},
      {"--operations", &arguments.operations_file},
      {"--kernels", &arguments.kernels},
  };
  for (const TextOption &option : options) {
    if (name != option.name)
      continue;
    *option.target = value;
    return true;
  }
  return false;
}

/// Do the flags ask for C++11 or later? Without a flag both compilers do.
bool isModern(const std::vector<std::string> &flags) {
  bool modern = true;
  for (const std::string &flag : flags)
    if (flag == "-ansi" || flag.find("std=") != std::string::npos)
      modern = flag != "-ansi" && flag.find("++98") == std::string::npos &&
               flag.find("++03") == std::string::npos;
  return modern;
}

/// Takes the probes of all nodes in a plan file out of `plan`.
Result<void> takePlan(const std::string &path, Plan &plan) {
  if (path.empty())
    return {};
  TARE_TRY(std::vector<UnprobedNode> nodes, readPlan(path));
  for (UnprobedNode &node : nodes)
    plan.unprobed_nodes[std::move(node.id)] = std::move(node.reason);
  return {};
}

/// Refuses arguments that do not fit together, and derives the rest of the requests from them.
Result<void> check(Arguments &arguments, const std::string &language) {
  bool wants_any = !arguments.output.empty() || !arguments.table_file.empty() ||
                   !arguments.tree_file.empty() || !arguments.operations_file.empty();
  if (arguments.input.empty() || !wants_any)
    return Error{"--input and one of --output, --table, --tree and --operations are needed"};
  if (language != "c" && language != "c++")
    return Error{"--language must be c or c++"};
  if (arguments.role != "" && arguments.role != "serial")
    return Error{"--role must be serial"};
  arguments.rewrite.serial_program = arguments.role == "serial";
  arguments.parse.cplusplus = arguments.rewrite.cplusplus = language == "c++";
  arguments.rewrite.knows_noexcept = language == "c++" && isModern(arguments.parse.flags);
  if (arguments.parse.unit.empty())
    arguments.parse.unit = arguments.input;
  if (!arguments.kernels.empty())
    arguments.parse.kernels = splitText(arguments.kernels, ',');
  for (const std::string &flag : arguments.parse.flags)
    if (flag == "-m32" || flag == "-mx32")
      return Error{"32-bit programs are not measured", arguments.parse.unit};
  return {};
}

/// Words up to `--` are options of ours, words behind it are flags for Clang.
Result<Arguments> parseArguments(const std::vector<std::string> &words) {
  Arguments arguments;
  std::string language;
  size_t i = 0;
  for (; i < words.size() && words[i] != "--"; ++i) {
    bool has_value = i + 1 < words.size();
    if (words[i] == "--static") {
      arguments.rewrite.static_link = true;
    } else if (words[i] == "--events") {
      arguments.rewrite.events = true;
    } else if (words[i] == "--reduced") {
      arguments.rewrite.with_stub = false;
    } else if (words[i] == "--without" && has_value) {
      TARE_DO(leaveUnprobed(arguments.plan, words[++i]));
    } else if (has_value && takeValue(arguments, words[i], words[i + 1], language)) {
      ++i;
    } else {
      return Error{"unknown or incomplete option " + words[i]};
    }
  }
  for (++i; i < words.size(); ++i)
    arguments.parse.flags.push_back(words[i]);
  TARE_DO(check(arguments, language));
  return arguments;
}

/// Writes the whole tree. It needs every body, so it is a parse of its own.
Result<void> writeTree(const std::string &text, Arguments arguments, UserFiles &files) {
  arguments.parse.whole_tree = true;
  TARE_TRY(ParsedUnit unit, parseUnit(text, arguments.parse, files));
  treat(unit, arguments.plan, arguments.rewrite.fallback_reason);
  return writeFileAtomic(arguments.tree_file, writeNodeTable(unit.tree));
}

/// Gives counted constructs the identities of their nodes, which stand at the same place.
void nameNodes(CountedUnit &counted, const ParsedUnit &unit) {
  for (CountedNode &node : counted.nodes) {
    for (const Construct &construct : unit.constructs)
      if (node.pragma > 0 && construct.pragma.begin == node.pragma && construct.node >= 0)
        node.id = unit.tree.nodes[size_t(construct.node)].id.text(); // the inner one of several
    for (const Node &function : unit.tree.nodes)
      if (node.directive.empty() && function.kind == NodeKind::Function &&
          function.id.function == node.function && function.place.line == node.line)
        node.id = function.id.text();
  }
}

/// Writes what functions and constructs do. It needs every body, as the whole tree does.
Result<void> writeOperationsOf(const std::string &text, Arguments arguments, UserFiles &files) {
  CountedUnit counted;
  arguments.parse.whole_tree = true;
  arguments.parse.look_at_tree = [&](clang::ASTContext &tree) {
    counted = countOperations(tree, text, files);
  };
  TARE_TRY(ParsedUnit unit, parseUnit(text, arguments.parse, files));
  counted.unit = arguments.parse.unit;
  for (const ReadError &error : unit.errors)
    counted.problems.push_back(
        {error.file + ":" + std::to_string(error.line), error.message, CountLabel::Measured});
  nameNodes(counted, unit);
  return writeFileAtomic(arguments.operations_file, writeOperations({{}, {counted}}));
}

/// Writes the text that is compiled, or the user's lines of it for people.
Result<void> writeOutput(const Result<std::string> &rewritten, const Arguments &arguments) {
  if (!rewritten.ok())
    return rewritten.error();
  return writeFileAtomic(arguments.output, arguments.rewrite.with_stub
                                               ? rewritten.value()
                                               : reduceToUser(rewritten.value(), arguments.root));
}

/// The node tables in an object or a program, or a table that is the file's whole text.
Result<std::vector<NodeTree>> readTablesOf(const std::string &path) {
  Result<std::string> text =
      isElf(path) ? Result<std::string>(std::string()) : readFile(path, uint64_t(1) << 30);
  if (!text.ok() || !startsWith(text.value(), node_table_magic))
    return readNodeTablesFromElf(path);
  TARE_TRY(NodeTree tree, placedAt(path, readNodeTable(text.value())));
  return std::vector<NodeTree>{std::move(tree)};
}

/// The node tables in the parallel program's files.
Result<std::vector<NodeTree>> readParallel(const std::string &list) {
  std::vector<NodeTree> trees;
  for (const std::string &path : splitText(list, ',')) {
    TARE_TRY(std::vector<NodeTree> tables, readTablesOf(path));
    std::move(tables.begin(), tables.end(), std::back_inserter(trees));
  }
  if (trees.empty())
    return Error{"holds no node table", list, "was it built through tare cc?"};
  return trees;
}

/// The text with every directive as a pragma of its own. A unit that falls back keeps its text.
Result<std::string> readText(const std::string &path, const Arguments &arguments) {
  const ParseRequest &parse = arguments.parse;
  TARE_TRY(std::string read, readFile(path, uint64_t(2) << 30));
  std::string text = withFirstMarker(std::move(read), parse.unit == "-" ? "<stdin>" : parse.unit);
  if (!arguments.rewrite.fallback_reason.empty())
    return text;
  return selectVariants(attributesToPragmas(text, parse.compiler, parse.cplusplus), parse,
                        arguments.root);
}

/// The unit as the parallel program reads it: its constructs, among all of its statements.
Result<NodeTree> readConstructs(Arguments arguments) {
  Result<std::string> text = readText(arguments.constructs, arguments);
  if (!text.ok())
    return text.error();
  LineMap lines(text.value());
  UserFiles files(lines, arguments.root);
  arguments.parse.whole_tree = true;
  arguments.parse.serial_code = arguments.parse.callers = false;
  TARE_TRY(ParsedUnit unit, parseUnit(text.value(), arguments.parse, files));
  treat(unit, arguments.plan, "");
  return std::move(unit.tree);
}

/// Node tables, or the tree, of the parallel program. Empty: each construct of the unit is its own
/// serial counterpart.
Result<std::vector<NodeTree>> parallelTrees(const Arguments &arguments) {
  if (!arguments.parallel.empty())
    return readParallel(arguments.parallel);
  std::vector<NodeTree> trees;
  if (arguments.constructs.empty())
    return trees;
  TARE_TRY(NodeTree tree, readConstructs(arguments));
  trees.push_back(std::move(tree));
  return trees;
}

/// The status for a unit of the serial program without a counterpart: the original is as good.
constexpr int no_counterparts = 3;

/// A unit of the serial program. Counterparts of other sources are found among all of its
/// statements.
Result<int> writeSerialBuild(const std::string &text, Arguments arguments, UserFiles &files) {
  TARE_TRY(std::vector<NodeTree> read, parallelTrees(arguments));
  const std::vector<NodeTree> &parallel = read;
  arguments.parse.whole_tree = !parallel.empty();
  arguments.parse.serial_code = false;
  arguments.parse.callers = parallel.empty(); // a whole tree has all calls
  TARE_TRY(ParsedUnit unit, parseUnit(text, arguments.parse, files));
  treat(unit, arguments.plan, "");
  SerialUnit serial = findCounterparts(unit, parallel);
  Result<void> done;
  if (!arguments.table_file.empty())
    done = writeFileAtomic(arguments.table_file, writeNodeTable(serial.table));
  if (!done.ok())
    return done.error();
  if (arguments.output.empty() || serial.table.nodes.empty())
    return arguments.output.empty() ? 0 : no_counterparts;
  done = writeOutput(rewriteSerialUnit(text, files.lines(), serial, arguments.rewrite), arguments);
  if (!done.ok())
    return done.error();
  return 0;
}

/// A unit of the parallel program: the rewritten text and the table that it embeds, from one parse.
Result<void> writeBuild(const std::string &text, const Arguments &arguments, UserFiles &files) {
  Result<ParsedUnit> unit = parseUnit(text, arguments.parse, files);
  if (!unit.ok())
    return unit.error();
  auto verdicts = treat(unit.value(), arguments.plan, arguments.rewrite.fallback_reason);
  addSourceHashes(unit.value().tree, arguments.root);
  Result<void> done;
  if (!arguments.table_file.empty())
    done = writeFileAtomic(arguments.table_file, writeNodeTable(unit.value().tree));
  if (done.ok() && !arguments.output.empty())
    done = writeOutput(rewriteUnit(text, files.lines(), unit.value(), verdicts, arguments.rewrite),
                       arguments);
  return done;
}

/// A unit whose kernels are coupled. A call that Clang cannot read is refused.
Result<int> writeKernelBuild(const std::string &text, const Arguments &arguments,
                             UserFiles &files) {
  if (arguments.output.empty())
    return Error{"--kernels needs --output"};
  TARE_TRY(ParsedUnit unit, parseUnit(text, arguments.parse, files));
  TARE_TRY(std::string wrapped,
           wrapKernels(text, files.lines(), unit.kernel_calls, arguments.parse.cplusplus));
  TARE_DO(writeFileAtomic(arguments.output, wrapped));
  return 0;
}

/// Limits processor time and memory, since Clang never returns from some wrong texts, or asks for
/// all memory. The system then ends this process, and its caller compiles the original. The largest
/// units take 0.3 s per MB; counting operations goes through calls, and takes longer.
void limitResources(size_t text_size, bool counts) {
  const rlim_t seconds = (counts ? 300 : 20) + 10 * rlim_t(text_size >> 20);
  rlimit cpu{seconds, seconds + 5};
  setrlimit(RLIMIT_CPU, &cpu);
  const long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || page <= 0)
    return;
  const rlim_t memory = std::max(rlim_t(pages) * rlim_t(page), rlim_t(4) << 30);
  rlimit space{memory, memory};
  setrlimit(RLIMIT_AS, &space);
}

/// Does what the arguments ask for. Returns the exit status: 0, or no_counterparts.
Result<int> run(Arguments &arguments) {
  TARE_DO(takePlan(arguments.plan_file, arguments.plan));
  Result<std::string> text = readText(arguments.input, arguments);
  if (!text.ok())
    return text.error();
  limitResources(text.value().size(),
                 !arguments.operations_file.empty()); // before Clang sees the text
  LineMap lines(text.value());
  UserFiles files(lines, arguments.root);
  if (!arguments.parse.kernels.empty())
    return writeKernelBuild(text.value(), arguments, files);
  if (arguments.rewrite.serial_program && arguments.rewrite.fallback_reason.empty())
    return writeSerialBuild(text.value(), arguments, files);
  Result<void> done;
  if (!arguments.tree_file.empty())
    done = writeTree(text.value(), arguments, files);
  if (done.ok() && !arguments.operations_file.empty())
    done = writeOperationsOf(text.value(), arguments, files);
  if (done.ok() && !(arguments.output.empty() && arguments.table_file.empty()))
    done = writeBuild(text.value(), arguments, files);
  if (!done.ok())
    return done.error();
  return 0;
}

/// Names of files in the error cannot drive a terminal.
void tellError(const Error &error) {
  std::fprintf(stderr, "tare-instrument: %s\n", printable(error.text()).c_str());
}

} // namespace

/// Exit status: 0 if all files are written, 1 after an error, 2 for wrong arguments,
/// no_counterparts.
int main(int argc, char **argv) {
  Result<Arguments> arguments = parseArguments({argv + 1, argv + argc});
  if (!arguments.ok()) {
    tellError(arguments.error());
    std::fputs(usage, stderr);
    return 2;
  }
  Result<int> done = run(arguments.value());
  if (done.ok())
    return done.value();
  tellError(done.error());
  return 1;
}
