// SPDX-License-Identifier: Apache-2.0
#include "driver/options/experiment.h"
#include "driver/options/parser.h"
#include "driver/options/verb_parsers.h"

namespace tare {
namespace {

/// Results that exist already. Nothing is run, but for --verify.
constexpr Parser::Verb whatif_verb = {
    "tare whatif",
    "Predict from measured runs what the program would take if something were changed.\n"
    "Without a change: what is worth trying, ranked.",
    "tare whatif [RESULTS] [changes] [options]",
    "tare whatif tare-results/tare-lu2-... --schedule lu2.c:29=static,1\n"
    "  tare whatif --threads 8 --cores 4 --wait-policy passive\n"
    "  tare whatif --faster solve=2 --nowait heat.c:41\n"
    "  tare whatif --network latency=/2 --placement nodes=2"};

constexpr const char *places_note =
    "P is FILE:LINE, FILE:LINE-LINE, a function, or the id of a construct. Several changes are one "
    "scenario.";

} // namespace

Options parseWhatif(std::vector<std::string> arguments, std::vector<std::string> rest) {
  WhatifOptions options;
  Parser parser(whatif_verb);
  parser.operand("RESULTS", options.results, "results folder (default: the latest in tare-results)",
                 false);
  parser.read("--threads", "LIST", "another number of threads, or several: 2,4,8",
              threadsInto(options.threads));
  parser.number("--cores", options.cores, "N", "cores that they share; of jobs: of each node", 0.01,
                4096);
  parser.choice("--places", options.places, "PLACES", "cores: each thread stays on its core",
                {"cores"});
  parser.choice("--wait-policy", options.wait_policy, "POLICY",
                "OMP_WAIT_POLICY: active or passive", {"active", "passive"});
  parser.texts("--schedule", options.schedule, "P=KIND[,CHUNK]",
               "schedule of a loop: static, dynamic or guided");
  parser.texts("--balanced", options.balanced, "P", "its work is shared out evenly");
  parser.texts("--faster", options.faster, "P=K", "its work takes 1/K of its time");
  parser.texts("--free", options.free, "P", "its work takes no time");
  parser.texts("--nowait", options.nowait, "P", "without the barrier at its end");
  parser.texts("--without-lock", options.without_lock, "P", "nobody waits for its lock");
  parser.texts("--split-lock", options.split_lock, "P=K", "K locks in place of one");
  parser.texts("--shorter-lock", options.shorter_lock, "P=K", "its lock is held for 1/K");
  parser.texts("--parallel", options.parallel, "P", "serial code, shared out among the threads");
  parser.texts("--one-region", options.one_region, "P",
               "its executions in one region, which stays open between them");
  parser.texts("--bigger-tasks", options.bigger_tasks, "P=K", "K tasks in one");
  parser.texts("--cutoff", options.cutoff, "P=N",
               "tasks N deep or deeper run at once (built with --events)");
  parser.text(
      "--network", options.network, "CHANGE",
      "of jobs: latency=/2,bandwidth=x4, or free,\nor a file with a table of another network");
  parser.text("--from-network", options.from_network, "FILE",
              "table of the measured network\n(default: what tare calibrate --network kept)");
  parser.text("--placement", options.placement, "RANKS",
              "of jobs: nodes=2, per-node=4 (,cyclic),\nor ranks to nodes: 0-3:a,4-7:b");
  parser.choice("--receives", options.receives, "ORDER",
                "of jobs: what receives from any source get:\nfifo, lifo or measured",
                {"fifo", "lifo", "measured"});
  parser.choice("--waiting-ranks", options.waiting_ranks, "HOW",
                "of jobs: spin or yield (default: as their MPI)", {"spin", "yield"});
  parser.number("--from", options.from, "N", "start from the runs with N threads", 1, 1000000);
  parser.flag("--verify", options.verify,
              "run what needs no edit by hand, and compare:\nthe first three of the ranking, or "
              "what is asked");
  parser.flag("--full", options.full, "print the table of the predicted runs");
  parser.text("--json", options.json, "FILE",
              "write the forecast (tare.forecast/1; -: to stdout,\nalone)");
  parser.text("--table", options.table, "FILE", "write the predicted table, for tare diff");
  parser.note(places_note);
  if (auto shown = parser.parse(std::move(arguments), std::move(rest)))
    return *shown;
  bool is_change =
      !options.threads.empty() || options.cores > 0 || !options.places.empty() ||
      !options.wait_policy.empty() || !options.schedule.empty() || !options.faster.empty() ||
      !options.split_lock.empty() || !options.shorter_lock.empty() ||
      !options.bigger_tasks.empty() || !options.cutoff.empty() || !options.free.empty() ||
      !options.balanced.empty() || !options.without_lock.empty() || !options.nowait.empty() ||
      !options.one_region.empty() || !options.parallel.empty() || !options.network.empty() ||
      !options.placement.empty() || !options.receives.empty() || !options.waiting_ranks.empty();
  bool wants_table = options.full || !options.table.empty();
  if (wants_table && (!is_change || options.threads.size() > 1))
    return parser.refuse("--full and --table show the table of one change; a ranking, or several "
                         "numbers of threads, have none");
  return options;
}

} // namespace tare
