// SPDX-License-Identifier: Apache-2.0
#include "driver/mpi/mpi_wrapper.h"

#include "base/files.h"
#include "base/temporary_folder.h"
#include "base/text.h"

#include <cstdio>
#include <list>

namespace tare {
namespace {

constexpr double wrapper_timeout_s = 120;

} // namespace

Result<Outcome> MpiWrapper::run(const std::vector<std::string> &words) const {
  Command command;
  command.argv = {path_};
  command.argv.insert(command.argv.end(), words.begin(), words.end());
  command.standard_input = "/dev/null";
  command.standard_output = folder_ + "/stdout";
  command.standard_error = folder_ + "/stderr";
  command.timeout_s = wrapper_timeout_s;
  TARE_TRY(Outcome outcome, processes_.run(command));
  if (outcome.interrupted)
    return Error{.message = "interrupted", .signal = outcome.interrupted};
  return outcome;
}

std::string MpiWrapper::firstLineOf(const std::string &name) const {
  Result<std::string> text = readFile(folder_ + "/" + name, 1 << 20);
  return text.ok() ? printable(text.value().substr(0, text.value().find('\n'))) : "";
}

Result<void> MpiWrapper::compile(const std::vector<std::string> &words,
                                 const std::string &what) const {
  TARE_TRY(Outcome outcome, run(words));
  if (outcome.exit_status == 0)
    return {};
  return Error{what + " could not be compiled: " + firstLineOf("stderr"), path_,
               "TARE_MPICC names another compiler wrapper"};
}

Result<void> MpiWrapper::build(const std::vector<std::string> &words, const std::string &file,
                               const std::string &what) const {
  std::string made = file + "." + baseName(folder_);
  std::vector<std::string> all = words;
  all.insert(all.end(), {"-o", made});
  TARE_DO(compile(all, what));
  if (std::rename(made.c_str(), file.c_str()) == 0)
    return {};
  std::remove(made.c_str());
  return Error{what + " cannot be kept", file};
}

Result<std::string> MpiWrapper::said(const std::vector<std::string> &words) const {
  TARE_TRY(Outcome outcome, run(words));
  return outcome.exit_status == 0 ? firstLineOf("stdout") : std::string();
}

Result<std::string> MpiWrapper::signature() const {
  std::string text = realPath(path_) + "\n";
  for (const char *question : {"-show", "--version"}) {
    TARE_TRY(std::string answer, said({question}));
    text += answer + "\n";
  }
  return text;
}

Result<std::string> folderForBuilt(const std::string &folder) {
  static std::list<TemporaryFolder> own;
  if (!folder.empty() && makeFolder(folder, 0700).ok())
    return folder;
  TARE_TRY(std::string made, makeTemporaryFolder("tare-mpi-"));
  own.emplace_back(made);
  return made;
}

} // namespace tare
