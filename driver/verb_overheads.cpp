// SPDX-License-Identifier: Apache-2.0
// `tare overheads`: sources -> programs -> experiment -> table.
#include "driver/verbs.h"

#include "base/files.h"
#include "driver/program_request.h"
#include "driver/weigh.h"

namespace tare {
namespace {

using Words = std::vector<std::string>;

int fail(const Error &error, int status) {
  complain(error);
  return status;
}

} // namespace

int verbOverheads(const OverheadsOptions &options) {
  Result<BuildRequest> asked = requestOf(options);
  if (!asked.ok())
    return fail(asked.error(), exit_usage);
  BuildRequest &request = asked.value();
  Result<Words> compiler = chooseCompiler(options.compiler);
  if (!compiler.ok())
    return fail(compiler.error(), exit_build_failed);
  request.compiler = compiler.value();
  Manifest manifest = manifestOf("overheads", options, request);
  Result<std::string> folder = makeResultsFolder(resultsBase(options.experiment), manifest.program);
  if (!folder.ok())
    return fail(folder.error(), exit_usage);
  request.folder = absolutePath(folder.value()) + "/build";
  SystemProcessRunner processes;
  Result<BuiltPrograms> built = buildPrograms(processes, request);
  if (!built.ok()) {
    removeTree(folder.value()); // a folder without a run must not look like results
    return fail(built.error(), exit_build_failed);
  }
  describe(built.value(), options.program_arguments, manifest);
  return weigh(folder.value(), manifest,
               programsIn(request.folder, built.value(), options.program_arguments),
               options.experiment);
}

} // namespace tare
