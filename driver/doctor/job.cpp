// SPDX-License-Identifier: Apache-2.0
// Inside of a job: has each rank the CPUs that its threads want?
#include "driver/doctor/finding.h"

#include "base/quantity.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <cstdlib>

namespace tare {
namespace {

using Level = Finding::Level;

/// 0: it is not set, or no such number.
int numberIn(const char *variable) {
  std::string text = environmentVariable(variable);
  bool is_plain = !text.empty() && text.size() <= 6 &&
                  text.find_first_not_of("0123456789") == std::string::npos;
  return is_plain ? std::atoi(text.c_str()) : 0;
}

/// "rank 1"; empty: MPI started no such process.
std::string rankOfMpi() {
  static const char *const variables[] = {
#define TARE_LAUNCHER(RANK, RANKS) RANK,
#include "runtime/launchers.def"
#undef TARE_LAUNCHER
  };
  for (const char *name : variables)
    if (std::string rank = environmentVariable(name); !rank.empty())
      return "rank " + rank;
  return "";
}

/// Of a step of Slurm too.
std::string rankName() {
  std::string rank = rankOfMpi(), task = environmentVariable("SLURM_PROCID");
  return rank.empty() && !task.empty() ? "rank " + task : rank;
}

bool isSlurmStep() { return !environmentVariable("SLURM_STEP_ID").empty(); }

/// As a rank: one line, so that those of all ranks are short.
Findings checkRank(const std::string &rank) {
  int threads = numberIn("OMP_NUM_THREADS"), allowed = coresAllowed();
  std::string has = rank + " on " + hostName() + ": " + numberOf(allowed, "CPU");
  if (threads == 0)
    return {{Level::Ok, "rank", has + "; OMP_NUM_THREADS is not set"}};
  has += " for " + numberOf(threads, "thread");
  if (threads <= allowed)
    return {{Level::Ok, "rank", has}};
  return {{Level::Warn, "rank", has + ": threads will take turns",
           "srun: -c " + std::to_string(threads) +
               "; mpirun: --bind-to none, or --map-by slot:PE=" + std::to_string(threads)}};
}

/// In the batch script of Slurm.
Findings checkSlurm() {
  Findings findings;
  std::string tasks = environmentVariable("SLURM_NTASKS");
  int each = numberIn("SLURM_CPUS_PER_TASK");
  findings.push_back({Level::Ok, "batch job",
                      "Slurm " + environmentVariable("SLURM_JOB_ID") + ": " +
                          (tasks.empty() ? "tasks not given" : tasks + " tasks") + ", " +
                          (each ? numberOf(each, "CPU") + " each" : "CPUs of a task not given")});
  if (each > 1 && numberIn("SRUN_CPUS_PER_TASK") != each)
    findings.push_back(
        {Level::Warn, "srun",
         "it does not inherit --cpus-per-task of the batch script: all threads of "
         "a rank may share one CPU",
         "export SRUN_CPUS_PER_TASK=$SLURM_CPUS_PER_TASK, or say srun -c " + std::to_string(each)});
  return findings;
}

} // namespace

Findings checkJob() {
  bool in_slurm = !environmentVariable("SLURM_JOB_ID").empty();
  if (in_slurm && !isSlurmStep() && rankOfMpi().empty())
    return checkSlurm();
  std::string rank = rankName();
  return rank.empty() ? Findings() : checkRank(rank);
}

} // namespace tare
