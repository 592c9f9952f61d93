// SPDX-License-Identifier: Apache-2.0
#include "driver/archive_results.h"

#include "base/files.h"
#include "base/process.h"
#include "base/text.h"
#include "driver/verbs.h"

#include <cstdio>

namespace tare {

bool archiveResults(const std::string &folder, const std::string &where) {
  if (where.empty())
    return true;
  Command command;
  command.argv = {installPrefix() + "/libexec/tare/tare-archive", "add", folder};
  if (where != "usual")
    command.argv.insert(command.argv.end(), {"--archive", where});
  Result<Captured> done = runAndCapture(command);
  if (!done.ok())
    complain(done.error());
  else // its messages are made printable already
    std::fputs((done.value().error_output + done.value().output).c_str(), stderr);
  return done.ok() && done.value().outcome.exit_status == 0;
}

} // namespace tare
