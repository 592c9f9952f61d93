// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/source_scan.h"

#include "instrumenter/wrapper/text_search.h"

#include "base/files.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <set>
#include <sys/utsname.h>

namespace tare {

namespace {

constexpr size_t most_files = 5000;         // beyond that the preprocessor is no slower
constexpr uint64_t largest_file = 64 << 20; // bytes

/// Headers of the C library. They include only its own headers, which declare and execute nothing.
bool isStandardHeader(std::string_view name) {
  constexpr std::string_view names[] = {
      "assert.h",   "complex.h", "ctype.h",  "errno.h",  "fenv.h",   "float.h",
      "inttypes.h", "limits.h",  "locale.h", "math.h",   "setjmp.h", "signal.h",
      "stdarg.h",   "stdbool.h", "stddef.h", "stdint.h", "stdio.h",  "stdlib.h",
      "string.h",   "time.h",    "unistd.h", "wchar.h",  "wctype.h", "strings.h"};
  return std::ranges::find(names, name) != std::end(names);
}

/// Reads the headers of one unit.
class Search {
public:
  explicit Search(const CompileCommand &command);

  bool mayFind(const std::string &source);

private:
  void addVariable(const char *name);
  void addFolder(const std::string &folder, std::vector<std::string> &folders);
  void addFolders(const Argument &argument);
  void queue(const std::string &path);
  void queueIncluded(const std::string &include, const std::string &by);

  std::vector<std::string> folders_, quote_folders_, system_folders_, forced_;
  bool unsure_ = false;
  std::set<std::string> known_, searched_;
  std::vector<std::string> open_;
};

void Search::addVariable(const char *name) {
  std::string value = environmentVariable(name);
  if (value.empty())
    return;
  for (const std::string &folder : splitText(value, ':'))
    folders_.push_back(folder.empty() ? "." : folder);
}

/// `-I=dir` lies in a sysroot that we do not know.
void Search::addFolder(const std::string &folder, std::vector<std::string> &folders) {
  unsure_ |= startsWith(folder, "=") || startsWith(folder, "$SYSROOT");
  folders.push_back(folder);
}

void Search::addFolders(const Argument &argument) {
  const std::string &name = argument.name, &value = argument.value;
  if (name == "-I" || name == "-isystem" || name == "-idirafter" || name == "-isystem-after" ||
      name == "-cxx-isystem" || name == "-c-isystem")
    addFolder(value, folders_);
  else if (name == "-iquote")
    addFolder(value, quote_folders_);
  else if (name == "-include" || name == "-imacros")
    forced_.push_back(value);
  else if (name == "-D" || name == "-U")
    unsure_ |= scanText(value).may_have_openmp;
  else if (name == "-isysroot" || name == "--sysroot" || name == "-working-directory" ||
           startsWith(name, "--sysroot="))
    unsure_ = true; // other folders than those that we know
  else if (argument.role == Role::preprocessor && name != "-nostdinc" && name != "-undef" &&
           name != "-H")
    unsure_ = true; // -Wp,-I..., -iprefix, -include-pch, ...
}

Search::Search(const CompileCommand &command) {
  for (const Argument &argument : command.arguments)
    addFolders(argument);
  for (const char *name : {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"})
    addVariable(name);
  // Libraries of others: their macros may hold pragmas. The compiler's own folders lie elsewhere.
  struct utsname machine;
  if (uname(&machine) == 0)
    system_folders_.push_back("/usr/include/" + std::string(machine.machine) + "-linux-gnu");
  for (const char *folder : {"/usr/local/include", "/usr/include"})
    system_folders_.push_back(folder);
}

void Search::queue(const std::string &path) {
  if (known_.insert(path).second)
    open_.push_back(path);
}

/// Every file that the name could mean. The preprocessor decides later which folder wins.
void Search::queueIncluded(const std::string &include, const std::string &by) {
  const std::string name = include.substr(1);
  if (startsWith(name, "/"))
    return queue(name);
  bool quoted = include[0] == '"';
  auto look = [&](const std::string &folder) {
    std::string path = folder + "/" + name;
    if (fileExists(path))
      queue(path);
    else // precompiled, its text gone
      unsure_ |= fileExists(path + ".gch") || fileExists(path + ".pch");
  };
  if (quoted)
    look(folderOf(by));
  if (!searched_.insert(include).second)
    return;
  if (quoted)
    std::ranges::for_each(quote_folders_, look);
  std::ranges::for_each(folders_, look);
  if (isStandardHeader(name))
    return;
  for (const std::string &folder : system_folders_) // nobody keeps precompiled headers there
    if (std::string path = folder + "/" + name; fileExists(path))
      queue(path);
}

bool Search::mayFind(const std::string &source) {
  queue(source);
  for (const std::string &file : forced_)
    queueIncluded("\"" + file, "./x");
  while (!unsure_ && !open_.empty()) {
    std::string path = std::move(open_.back());
    open_.pop_back();
    Result<std::string> text = readFile(path, largest_file);
    if (!text.ok() || known_.size() > most_files)
      return true;
    ScannedText scanned = scanText(text.value());
    unsure_ |= scanned.may_have_openmp;
    for (const std::string &include : scanned.includes)
      queueIncluded(include, path);
  }
  return unsure_;
}

} // namespace

bool mayReachOpenmp(const CompileCommand &command, const std::string &source) {
  return Search(command).mayFind(source);
}

bool mayHoldConstructs(const CompileCommand &command, const Unit &unit) {
  if (unit.preprocessed || unit.source == "-" || mayReachOpenmp(command, unit.source))
    return true;
  Result<std::string> text = readFile(unit.source);
  return !command.serial_program && text.ok() && mayDefineMain(text.value());
}

bool mayHoldConstructs(const Compilation &compilation) {
  const CompileCommand &command = compilation.command;
  return !command.parallel.empty() || std::ranges::any_of(compilation.units, [&](const Unit &unit) {
    return mayHoldConstructs(command, unit);
  });
}

} // namespace tare
