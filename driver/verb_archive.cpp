// SPDX-License-Identifier: Apache-2.0
// tare archive: another program takes over. Clients of data bases would make each start of `tare`
// several times as long, and `tare cc` starts once for every file of a build.
#include "driver/verbs.h"

#include "base/files.h"

#include <cerrno>
#include <cstring>
#include <unistd.h>

namespace tare {

Result<int> verbArchive(const ArchiveOptions &options) {
  std::string program = installPrefix() + "/libexec/tare/tare-archive";
  std::vector<char *> argv = {program.data()};
  std::vector<std::string> arguments = options.arguments;
  for (std::string &argument : arguments)
    argv.push_back(argument.data());
  argv.push_back(nullptr);
  ::execv(program.c_str(), argv.data());
  return Error{std::string("the program of tare archive does not start: ") + std::strerror(errno),
               program, "install Tare again, or build all of it"};
}

} // namespace tare
