// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

constexpr Parser::Verb calibrate_verb = {
    "tare calibrate",
    "Measure what each kind of probe costs on this machine, and keep it: what a table\n"
    "takes out of an instrumented run's times. Small OpenMP programs are run with probes\n"
    "and without, for some seconds; what OpenMP itself takes is printed as well.",
    "tare calibrate [--threads LIST] [--runtime RUNTIME] [--again] [--json]",
    "tare calibrate --threads 1,2,4 --runtime libgomp"};

} // namespace

Options parseCalibrate(std::vector<std::string> arguments, std::vector<std::string> rest) {
  CalibrateOptions options;
  std::string threads;
  Parser parser(calibrate_verb);
  parser.text("--threads", threads, "LIST",
              "numbers of threads (default 1 and as many as\nthere are cores)");
  parser.choice("--runtime", options.runtime, "RUNTIME",
                "libgomp or libomp (default those that are installed)", {"libgomp", "libomp"});
  parser.flag("--again", options.again, "measure even if there is a calibration");
  parser.flag("--json", options.json, "print what is kept, as JSON");
  if (auto shown = parser.parse(std::move(arguments)))
    return *shown;
  if (!rest.empty())
    return parser.refuse("nothing may follow --");
  if (!threads.empty() && (options.threads = parseThreads(threads)).empty())
    return parser.refuse(badThreads(threads));
  return options;
}

} // namespace tare
