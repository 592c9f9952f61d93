// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Without options: every runtime, on 1 thread and on all cores.
constexpr Parser::Verb calibrate_verb = {
    "tare calibrate",
    "Measure what each kind of probe costs on this machine, and keep it: what a table\n"
    "takes out of an instrumented run's times. Small OpenMP programs are run with probes\n"
    "and without, for some seconds; what OpenMP itself takes is printed as well.\n"
    "--machine: what threads take to meet, by their number, cores and waiting policy, and\n"
    "what they share. Predictions rest on it (tare whatif). One to two minutes, once.\n"
    "--primitives: what operations cost in loops of known shape, by one compiler with its\n"
    "flags, for data of each level of the caches. One to two minutes, once.\n"
    "--network: what messages take between two ranks of MPI, on one host and on two, by\n"
    "their bytes. Some seconds, once for each MPI and launcher.",
    "tare calibrate [--machine [--cores LIST]] [--threads LIST] [--runtime RUNTIME]\n"
    "               [--again] [--json]\n"
    "tare calibrate --primitives [--compiler CC] [--cflags FLAGS] [--threads LIST]\n"
    "tare calibrate --network [--launch LAUNCHER] [--output FILE] [--again] [--json]",
    "tare calibrate --threads 1,2,4 --runtime libgomp\n"
    "  tare calibrate --machine\n"
    "  tare calibrate --primitives --compiler clang-19 --cflags '-O3 -march=native'\n"
    "  tare calibrate --network --launch 'srun -N 2 -n 2' --output network.json"};

} // namespace

Options parseCalibrate(std::vector<std::string> arguments, std::vector<std::string> rest) {
  CalibrateOptions options;
  Parser parser(calibrate_verb);
  parser.read("--threads", "LIST", "numbers of threads (default 1 and as many as\nthere are cores)",
              threadsInto(options.threads));
  parser.choice("--runtime", options.runtime, "RUNTIME",
                "libgomp or libomp (default those that are installed)", {"libgomp", "libomp"});
  parser.flag("--machine", options.machine,
              "teams that meet, memory and clock, in place of probes");
  parser.read("--cores", "LIST", "of --machine: cores that the threads share",
              threadsInto(options.cores, "--cores"));
  parser.flag("--primitives", options.primitives,
              "operations in loops of known shape, in place of\nprobes");
  parser.text("--compiler", options.compiler, "CC", "of --primitives: for C (default gcc)");
  parser.text("--cflags", options.flags, "FLAGS", "of --primitives (default -O2)");
  parser.text(
      "--archive", options.archive, "WHERE",
      "of --primitives: also keep them in this archive\n(usual: the one that tare archive takes)");
  parser.flag("--network", options.network, "messages between ranks of MPI, in place of probes");
  parser.text(
      "--launch", options.launch, "LAUNCHER",
      "of --network: command that starts the ranks, without a\nprogram (default 'mpirun -n 2')");
  parser.text("--output", options.output, "FILE",
              "of --network: write the tables to this file, for another\nmachine or user");
  parser.flag("--again", options.again, "measure even if there is a calibration");
  parser.flag("--json", options.json, "print what is kept, as JSON");
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  return options;
}

} // namespace tare
