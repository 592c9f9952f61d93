// SPDX-License-Identifier: Apache-2.0
#include "driver/building/build.h"

#include "base/files.h"
#include "base/lists.h"
#include "base/system.h"
#include "base/text.h"
#include "driver/results/schedule.h"
#include "instrumenter/nodes/node_table.h"

#include <algorithm>
#include <cstdlib>
#include <regex>

namespace tare {
namespace {

constexpr const char *clang_releases[] = {"-19", "-22", "-21", "-20", "-18"};

/// Simd directives alone: vectorisation, which a program on one thread has as well.
constexpr const char *only_simd = "-fopenmp-simd";

/// -fopenmp-simd is none.
bool isOpenMPFlag(const std::string &flag) {
  return (startsWith(flag, "-fopenmp") && flag != only_simd) || flag == "-openmp" ||
         flag == "-qopenmp";
}

std::vector<std::string> withoutOpenMP(std::vector<std::string> flags) {
  std::erase_if(flags, isOpenMPFlag);
  return flags;
}

/// The compiler below Tare's own wrapper: the plain programs must be plain.
std::vector<std::string> unwrapped(std::vector<std::string> compiler) {
  if (compiler.size() > 2 && baseName(compiler[0]) == "tare" && compiler[1] == "cc")
    compiler.erase(compiler.begin(), compiler.begin() + 2);
  if (!compiler.empty() && startsWith(baseName(compiler[0]), "tare-"))
    compiler[0] = baseName(compiler[0]).substr(5);
  if (!compiler.empty() && startsWith(compiler[0], "clang") && findProgram(compiler[0]).empty())
    if (std::string released = releasedClang(compiler[0]); !released.empty())
      compiler[0] = released;
  return compiler;
}

/// All words from the first dash on are flags: the value of an option may stand apart ("-arch x").
ChosenCompiler splitFlags(const std::vector<std::string> &words) {
  auto first =
      std::ranges::find_if(words, [](const std::string &word) { return startsWith(word, "-"); });
  return {{words.begin(), first}, {first, words.end()}};
}

/// Error: one of the words is no program.
Result<ChosenCompiler> installed(ChosenCompiler compiler, const std::string &as_typed) {
  if (compiler.words.empty())
    return Error{"names no compiler", as_typed};
  for (const std::string &word : compiler.words)
    if (findProgram(word).empty())
      return Error{"there is no compiler '" + word + "'",
                   {},
                   "install it (Debian: apt install clang-19 libomp-19-dev, or gcc), or name "
                   "another with --compiler"};
  return compiler;
}

/// A loop can take half as long again at another address, when its branch lies across two lines of
/// the cache. So functions without probes begin at the same place of a line in all programs.
constexpr const char *same_places = "-falign-functions=64";

bool knowsAlignment(const std::string &compiler) {
  static const std::regex known("(.*-)?(clang|clang\\+\\+|gcc|g\\+\\+|cc|c\\+\\+)(-[0-9.]+)?");
  return std::regex_match(baseName(compiler), known);
}

/// One role's command without "-o PROGRAM", as people read it.
std::vector<std::string> shownCommand(const BuildRequest &request, const std::string &role) {
  bool serial = role != role::parallel && role != role::instrumented; // without OpenMP
  bool own = role == role::serial || role == role::serial_instrumented;
  const auto &sources = own ? request.serial_sources : request.parallel_sources;
  std::vector<std::string> command = request.compiler;
  if (std::ranges::any_of(sources, isCxxSource) && !command.empty())
    command.back() = cxxDriverOf(command.back());
  if (!command.empty() && knowsAlignment(command.back()))
    command.emplace_back(same_places); // before the user's flags, which may say otherwise
  if (serial && request.keep_simd && (!own || isSameSource(request)))
    command.emplace_back(only_simd); // the parallel program's source has them with -fopenmp too
  append(command, serial ? withoutOpenMP(request.cflags) : request.cflags);
  if (!serial)
    command.push_back("-fopenmp");
  append(command, sources);
  append(command, serial ? withoutOpenMP(request.ldflags) : request.ldflags);
  if (std::ranges::count(command, "-lm") == 0)
    command.push_back("-lm");
  if (role == role::serial_instrumented)
    command.insert(command.begin(), {"--role", "serial"});
  if (isProbed(role) && !request.plan.empty())
    command.insert(command.begin(), {"--plan", baseName(request.plan)});
  if (role == role::instrumented && request.events)
    command.insert(command.begin(), "--events");
  if (isProbed(role))
    command.insert(command.begin(), {"tare", "cc"});
  return command;
}

/// In the order in which they are built.
std::vector<std::string> rolesOf(const BuildRequest &request) {
  std::vector<std::string> roles = {role::serial, role::parallel, role::instrumented};
  if (request.serial_sources.empty())
    return {role::parallel, role::instrumented};
  if (!isSameSource(request))
    roles.push_back(role::ignored);
  roles.push_back(role::serial_instrumented);
  return roles;
}

/// With a hint that fits the role.
Error cannotBuild(const std::string &role, const std::string &line, const Outcome &outcome) {
  Error error{"the " + programTitle(role) + " could not be built (status " +
              std::to_string(outcome.exit_status) + "): " + line};
  if (role == role::parallel)
    error.next = "is OpenMP installed for this compiler? tare doctor shows it";
  if (role == role::instrumented)
    error.next = "the same program without probes could be built; tare doctor checks the machine";
  return error;
}

/// Error: the build fails, or is interrupted.
Result<void> buildOne(ProcessRunner &processes, const BuildRequest &request,
                      const std::string &role) {
  Command command;
  command.argv = compileCommand(request, role);
  if (!request.root.empty())
    command.environment["TARE_SOURCE_ROOT"] = request.root;
  command.unset = {"TARE_ROLE"}; // the caller's, of builds by hand
  TARE_TRY(Outcome outcome, processes.run(command));
  if (int signal = outcome.interrupted)
    return Error{
        "interrupted while the " + std::string(programTitle(role)) + " was built", {}, {}, signal};
  if (outcome.exit_status != 0)
    return cannotBuild(role, quoteCommand(shownCommand(request, role)), outcome);
  return {};
}

/// A program without a construct has nothing to weigh. People should learn that before it runs.
Result<void> requireConstructs(const BuildRequest &request) {
  std::string program = request.folder + "/" + role::instrumented;
  TARE_TRY(std::vector<NodeTree> tables, readNodeTablesFromElf(program));
  int constructs = 0;
  std::string fallback;
  for (const NodeTree &tree : tables) {
    constructs += static_cast<int>(
        std::ranges::count_if(tree.nodes, [](const Node &node) { return isOpenMP(node.kind); }));
    if (tree.fallback)
      fallback = tree.fallback_reason;
  }
  std::string sources = joinText(request.parallel_sources, ", ");
  if (constructs == 0 && !fallback.empty())
    return Error{"could not be instrumented: " + fallback, sources, "see tare doctor"};
  if (constructs == 0)
    return Error{"no OpenMP construct in the program: there is nothing to measure", sources,
                 "is the pragma behind a macro that --cflags must define?"};
  return {};
}

/// Directives that are read for their simd may need declarations for OpenMP alone. Such a program
/// is built without them.
Result<void> buildWithSimdOrNot(ProcessRunner &processes, BuildRequest &request,
                                const std::string &role) {
  Result<void> done = buildOne(processes, request, role);
  std::string line = quoteCommand(shownCommand(request, role));
  if (done.ok() || done.error().signal)
    return done;
  BuildRequest without = request;
  without.keep_simd = false;
  if (quoteCommand(shownCommand(without, role)) == line || !buildOne(processes, without, role).ok())
    return done;
  request = without;
  return {};
}

/// Stops at the first program that is needed and cannot be built.
Result<BuiltPrograms> buildRoles(ProcessRunner &processes, BuildRequest request,
                                 const std::vector<std::string> &roles) {
  BuiltPrograms built;
  for (const std::string &role : roles) {
    Result<void> done = buildWithSimdOrNot(processes, request, role);
    if (done.ok() && role == role::instrumented)
      done = requireConstructs(request);
    if (done.ok())
      built.lines[role] = quoteCommand(shownCommand(request, role));
    else if (isExtra(role) && !done.error().signal)
      built.warnings.push_back(done.error().message + "; the table is made without it");
    else
      return done.error();
  }
  return built;
}

} // namespace

bool isCxxSource(const std::string &path) {
  static constexpr std::string_view endings[] = {".cc", ".cpp", ".cxx", ".c++",
                                                 ".C",  ".CPP", ".cp"};
  return std::ranges::any_of(endings, [&](std::string_view end) { return endsWith(path, end); });
}

std::string cxxDriverOf(const std::string &compiler) {
  std::string folder = compiler.substr(0, compiler.rfind('/') + 1);
  std::string name = compiler.substr(folder.size());
  static const std::regex known("(.*-)?(clang|gcc|cc)(-[0-9.]+)?");
  std::smatch parts;
  if (!std::regex_match(name, parts, known))
    return compiler;
  std::string family = parts[2] == "clang" ? "clang++" : parts[2] == "gcc" ? "g++" : "c++";
  return folder + parts[1].str() + family + parts[3].str();
}

namespace {

/// What a C or C++ compiler would take for a file of the linker.
Result<void> checkSource(const std::string &path, const std::string &text) {
  for (const char *fortran :
       {".f", ".F", ".for", ".f77", ".f90", ".F90", ".f95", ".F95", ".f03", ".F03", ".f08", ".F08"})
    if (endsWith(path, fortran))
      return Error{"this is Fortran, and Tare reads C and C++ only", "",
                   "name a source in C or C++"};
  if (text.find('\0') != std::string::npos)
    return Error{"this is no source: it has bytes that no text has", "",
                 "for programs that are built already: tare run --parallel COMMAND"};
  return {};
}

} // namespace

Result<std::vector<std::string>> sourceList(const std::string &text) {
  std::vector<std::string> sources;
  for (const std::string &part : splitText(text, ',')) {
    std::string path(trimText(part));
    if (path.empty())
      continue;
    if (isFolder(path))
      return Error{"is a folder, not a source", path, "name a source in it"};
    TARE_TRY(std::string text, readFile(path));
    TARE_DO(placedAt(path, checkSource(path, text)));
    sources.push_back(path);
  }
  if (sources.empty())
    return Error{"no source was named", "", "name one: tare overheads --source FILE.c"};
  return sources;
}

std::string releasedClang(const std::string &family) {
  for (const char *release : clang_releases)
    if (!findProgram(family + release).empty())
      return family + release;
  return {};
}

Result<ChosenCompiler> chooseCompiler(const std::string &wish) {
  std::string chosen = wish.empty() ? environmentVariable("CC") : wish;
  if (!trimText(chosen).empty()) {
    TARE_TRY(std::vector<std::string> words, splitCommand(chosen));
    return installed(splitFlags(unwrapped(words)), chosen);
  }
  // What Debian's packages install, where LLVM's own packages put it, whatever there is.
  for (const std::string &usual :
       {releasedClang("clang"), std::string("/usr/lib/llvm-19/bin/clang"), std::string("cc")})
    if (!findProgram(usual).empty())
      return ChosenCompiler{{usual}, {}};
  return Error{"there is no C compiler", {}, "apt install clang-19 libomp-19-dev, or gcc"};
}

void useCompiler(const ChosenCompiler &compiler, BuildRequest &request) {
  request.compiler = compiler.words;
  request.cflags.insert(request.cflags.begin(), compiler.flags.begin(), compiler.flags.end());
}

std::vector<std::string> compileCommand(const BuildRequest &request, const std::string &role) {
  std::vector<std::string> command = shownCommand(request, role);
  if (role == role::serial_instrumented && !isSameSource(request))
    command.insert(command.begin() + 2, {"--parallel", request.folder + "/" + role::instrumented});
  if (isProbed(role)) {
    command.front() = request.prefix + "/bin/tare";
    if (auto plan = std::ranges::find(command, "--plan"); !request.plan.empty())
      *std::next(plan) = absolutePath(request.plan);
  }
  std::string archive = libraryFolderOf(request.prefix) + "/libtare-omp-serial.a";
  bool openmp = role == role::parallel || role == role::instrumented;
  if (!openmp && fileExists(archive)) { // taken from only by a serial program that calls omp_*
    bool names_language = std::ranges::any_of(
        command, [](const std::string &word) { return startsWith(word, "-x"); });
    if (names_language) // "-x c++" would make a source of it
      append(command, {"-x", "none"});
    command.push_back(archive);
  }
  append(command, {"-o", request.folder + "/" + role});
  return command;
}

bool isSameSource(const BuildRequest &request) {
  return request.serial_sources == request.parallel_sources;
}

Result<BuiltPrograms> buildPrograms(ProcessRunner &processes, const BuildRequest &request) {
  TARE_DO(makeFolder(request.folder, 0700));
  return buildRoles(processes, request, rolesOf(request));
}

Result<BuiltPrograms> rebuildProbed(ProcessRunner &processes, const BuildRequest &request) {
  std::vector<std::string> roles = rolesOf(request);
  std::erase_if(roles, [](const std::string &role) { return !isProbed(role); });
  return buildRoles(processes, request, roles);
}

} // namespace tare
