// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/message_library.h"

#include "base/file_lock.h"
#include "base/files.h"
#include "base/system.h"
#include "base/temporary_folder.h"
#include "base/text.h"
#include "driver/mpi/mpi_wrapper.h"

#include <algorithm>

namespace tare {
namespace {

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

/// The MPI of what it compiles. Nothing: it compiles nothing, or something without MPI.
Result<std::optional<LoadedMpi>> mpiOfWrapper(MpiWrapper &wrapper) {
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
    MpiWrapper wrapper(seams.processes, path, folder);
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
                                       const MpiWrapper &wrapper) {
  TARE_TRY(std::string of_wrapper, wrapper.signature());
  std::string text = mpi.soname + "\n" + mpi.file + "\n" + of_wrapper;
  text += joinText(library_flags, " ") + "\n";
  for (const std::string &name : listFolder(sources)) {
    TARE_TRY(std::string source, readFile(sources + "/" + name, 1 << 20));
    text += name + "\n" + source;
  }
  return hex16(hashBytes(text));
}

Result<void> buildLibrary(const MpiWrapper &wrapper, const std::string &sources,
                          const std::string &file) {
  std::vector<std::string> words = library_flags;
  words.push_back("-I" + sources);
  for (const std::string &name : listFolder(sources))
    if (endsWith(name, ".c"))
      words.push_back(sources + "/" + name);
  return wrapper.build(words, file, "the library that records messages");
}

} // namespace

std::string messageLibraryFolder() {
  std::string cache = environmentVariable("XDG_CACHE_HOME"), home = environmentVariable("HOME");
  if (startsWith(cache, "/")) // a relative one is to be ignored, says the XDG specification
    return cache + "/tare/mpi";
  return home.empty() ? "" : home + "/.cache/tare/mpi";
}

bool areMessagesDelayed() {
  return !environmentVariable("TARE_MPI_LATENCY_US").empty() ||
         !environmentVariable("TARE_MPI_BANDWIDTH_MB_S").empty();
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
  MpiWrapper wrapper(seams.processes, chosen.path, work);
  std::string sources = sourcesOf(seams.prefix);
  if (!fileExists(sources + "/wrappers.c"))
    return Error{"this installation of Tare is incomplete", sources,
                 "install all of Tare (Debian: the package tare-instrument)"};
  TARE_TRY(std::string signature, signatureOfLibrary(sources, *mpi, wrapper));
  TARE_TRY(std::string place, folderForBuilt(seams.folder));
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
