// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/message_library.h"

#include "base/file_lock.h"
#include "base/files.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"

#include <algorithm>
#include <cstdio>
#include <list>

namespace tare {
namespace {

constexpr double wrapper_timeout_s = 120;

const std::vector<std::string> library_flags = {"-std=gnu11",
                                                "-O2",
                                                "-fPIC",
                                                "-shared",
                                                "-fvisibility=hidden",
                                                "-w",
                                                "-fno-strict-aliasing",
                                                "-ftls-model=initial-exec",
                                                "-Wl,-z,now",
                                                "-Wl,-z,nodelete"};

/// Commands of the compiler wrapper, in a folder for what they leave.
class CompilerWrapper {
public:
  CompilerWrapper(const MessageLibrarySeams &seams, std::string wrapper, std::string folder)
      : seams_(seams), wrapper_(std::move(wrapper)), folder_(std::move(folder)) {}

  Result<void> compile(const std::vector<std::string> &words, const std::string &what) {
    TARE_TRY(Outcome outcome, run(words));
    if (outcome.exit_status == 0)
      return {};
    return Error{what + " could not be compiled: " + firstLineOf("stderr"), wrapper_,
                 "TARE_MPICC names another compiler wrapper"};
  }

  /// The first line that it prints; empty: it failed.
  Result<std::string> said(const std::vector<std::string> &words) {
    TARE_TRY(Outcome outcome, run(words));
    return outcome.exit_status == 0 ? firstLineOf("stdout") : std::string();
  }

  const std::string &folder() const { return folder_; }

private:
  Result<Outcome> run(const std::vector<std::string> &words) {
    Command command;
    command.argv = {wrapper_};
    command.argv.insert(command.argv.end(), words.begin(), words.end());
    command.standard_input = "/dev/null";
    command.standard_output = folder_ + "/stdout";
    command.standard_error = folder_ + "/stderr";
    command.timeout_s = wrapper_timeout_s;
    TARE_TRY(Outcome outcome, seams_.processes.run(command));
    if (outcome.interrupted)
      return Error{.message = "interrupted", .signal = outcome.interrupted};
    return outcome;
  }

  std::string firstLineOf(const std::string &name) const {
    Result<std::string> text = readFile(folder_ + "/" + name, 1 << 20);
    return text.ok() ? printable(text.value().substr(0, text.value().find('\n'))) : "";
  }

  const MessageLibrarySeams &seams_;
  std::string wrapper_, folder_;
};

/// The MPI of what it compiles. Nothing: it compiles nothing, or something without MPI.
Result<std::optional<LoadedMpi>> mpiOfWrapper(CompilerWrapper &wrapper) {
  std::string source = wrapper.folder() + "/try.c", program = wrapper.folder() + "/try";
  TARE_DO(writeFileAtomic(source, "#include <mpi.h>\n"
                                  "int main(int argc, char **argv) {\n"
                                  "  MPI_Init(&argc, &argv);\n"
                                  "  return MPI_Finalize();\n"
                                  "}\n"));
  Result<void> compiled = wrapper.compile({source, "-o", program}, "a program of MPI");
  if (!compiled.ok()) {
    if (compiled.error().signal)
      return compiled.error();
    return std::optional<LoadedMpi>();
  }
  return mpiAmong(librariesOf(program, {}));
}

struct ChosenWrapper {
  std::string path;
  std::vector<std::string> refused; // "mpicc builds for MPICH (libmpich.so.12)"
};

/// The first candidate whose programs load the same library as `mpi`, or one of the same name.
Result<ChosenWrapper> chooseWrapper(const MessageLibrarySeams &seams, const LoadedMpi &mpi,
                                    const std::string &folder) {
  ChosenWrapper chosen;
  for (const std::string &name : wrapperCandidates(mpi, environmentVariable("TARE_MPICC"))) {
    std::string path = findProgram(name);
    if (path.empty())
      continue;
    CompilerWrapper wrapper(seams, path, folder);
    TARE_TRY(std::optional<LoadedMpi> its, mpiOfWrapper(wrapper));
    if (its && its->soname == mpi.soname && its->family == mpi.family) {
      chosen.path = path;
      return chosen;
    }
    chosen.refused.push_back(name +
                             (its ? " builds for " + nameOf(its->family) + " (" + its->soname + ")"
                                  : " does not compile a program of MPI"));
  }
  return chosen;
}

Error noWrapper(const LoadedMpi &mpi, const std::string &program, const ChosenWrapper &chosen) {
  std::string package = mpi.family == MpiFamily::OpenMpi ? "libopenmpi-dev" : "libmpich-dev";
  std::string why = chosen.refused.empty() ? "there is no mpicc" : joinText(chosen.refused, ", ");
  return Error{"its messages cannot be recorded: no compiler wrapper of " + nameOf(mpi.family) +
                   " (" + mpi.soname + ") was found: " + why,
               program,
               "install one (Debian: " + package + "), or name one: TARE_MPICC=/path/mpicc"};
}

std::string sourcesOf(const std::string &prefix) { return prefix + "/share/tare/mpi"; }

/// Everything that the library depends on.
Result<std::string> signatureOfLibrary(const std::string &sources, const LoadedMpi &mpi,
                                       const std::string &path, CompilerWrapper &wrapper) {
  std::string text = mpi.soname + "\n" + mpi.file + "\n" + realPath(path) + "\n";
  for (const char *question : {"-show", "--version"}) {
    TARE_TRY(std::string answer, wrapper.said({question}));
    text += answer + "\n";
  }
  text += joinText(library_flags, " ") + "\n";
  for (const std::string &name : listFolder(sources)) {
    TARE_TRY(std::string source, readFile(sources + "/" + name, 1 << 20));
    text += name + "\n" + source;
  }
  return hex16(hashBytes(text));
}

Result<void> buildLibrary(CompilerWrapper &wrapper, const std::string &sources,
                          const std::string &file) {
  std::vector<std::string> words = library_flags;
  words.push_back("-I" + sources);
  for (const std::string &name : listFolder(sources))
    if (endsWith(name, ".c"))
      words.push_back(sources + "/" + name);
  std::string made = file + "." + baseName(wrapper.folder());
  words.insert(words.end(), {"-o", made});
  TARE_DO(wrapper.compile(words, "the library that records messages"));
  if (std::rename(made.c_str(), file.c_str()) == 0)
    return {};
  std::remove(made.c_str());
  return Error{"the library that records messages cannot be kept", file};
}

/// Where it is kept; else a folder that is removed when this process ends.
Result<std::string> placeFor(const std::string &folder) {
  static std::list<TemporaryFolder> own;
  if (!folder.empty() && makeFolder(folder, 0700).ok())
    return folder;
  TARE_TRY(std::string made, makeTemporaryFolder("tare-mpi-"));
  own.emplace_back(made);
  return made;
}

} // namespace

std::string messageLibraryFolder() {
  std::string cache = environmentVariable("XDG_CACHE_HOME"), home = environmentVariable("HOME");
  if (startsWith(cache, "/")) // a relative one is to be ignored, says the XDG specification
    return cache + "/tare/mpi";
  return home.empty() ? "" : home + "/.cache/tare/mpi";
}

std::vector<std::string> wrapperCandidates(const LoadedMpi &mpi, const std::string &chosen) {
  std::vector<std::string> names;
  if (!chosen.empty())
    return {chosen};
  for (std::string at = folderOf(mpi.file); at.size() > 1; at = folderOf(at))
    if (baseName(at) == "lib" || baseName(at) == "lib64" || baseName(at) == "release")
      names.push_back(folderOf(at) + "/bin/mpicc");
  std::erase(names, "/usr/bin/mpicc"); // may belong to any MPI
  names.push_back(mpi.family == MpiFamily::OpenMpi ? "mpicc.openmpi" : "mpicc.mpich");
  names.push_back("mpicc");
  if (mpi.family == MpiFamily::Mpich)
    names.push_back("mpiicc");
  return names;
}

Result<std::optional<MessageLibrary>>
messageLibraryFor(const MessageLibrarySeams &seams, const std::string &program,
                  const std::map<std::string, std::string> &environment) {
  TARE_TRY(std::optional<LoadedMpi> mpi, mpiOfProgram(program, environment));
  if (!mpi)
    return std::optional<MessageLibrary>();
  TARE_TRY(std::string work, makeTemporaryFolder("tare-mpicc-"));
  TemporaryFolder folder(work);
  TARE_TRY(ChosenWrapper chosen, chooseWrapper(seams, *mpi, work));
  if (chosen.path.empty())
    return noWrapper(*mpi, program, chosen);
  CompilerWrapper wrapper(seams, chosen.path, work);
  std::string sources = sourcesOf(seams.prefix);
  if (!fileExists(sources + "/wrappers.c"))
    return Error{"this installation of Tare is incomplete", sources, "install it again"};
  TARE_TRY(std::string signature, signatureOfLibrary(sources, *mpi, chosen.path, wrapper));
  TARE_TRY(std::string place, placeFor(seams.folder));
  MessageLibrary library{*mpi, chosen.path, place + "/libtare-mpi-" + signature + ".so",
                         unrecordedFunctions(program)};
  FileLock alone(place);
  if (!fileExists(library.file) && !alone.tryTake())
    alone.take(); // another one builds it
  if (!fileExists(library.file)) {
    if (seams.say)
      seams.say("building the library that records messages, for " + nameOf(mpi->family));
    TARE_DO(buildLibrary(wrapper, sources, library.file));
  }
  return std::optional(std::move(library));
}

} // namespace tare
