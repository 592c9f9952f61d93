// SPDX-License-Identifier: Apache-2.0
// jobs_perturbation: the data of Figures 5 to 7 of Sarukkai and Malony, of simulated programs.
// Percent of the time without probes.
#include "tests/jobs/perturbed.h"

#include <cstdio>

using namespace tare::testing;

namespace {

double percent(const PerturbedRun &run, double total) { return 100 * run.off(total); }

void printBounds(size_t ranks, double alpha, const PerturbedRun &run) {
  std::printf("%3zu  %5.0f  %9.1f  %8.1f  %11.2f  %7.2f  %11.2f\n", ranks, alpha, run.truth * 1e-6,
              percent(run, run.measured), percent(run, run.optimistic), percent(run, run.plain),
              percent(run, run.pessimistic));
}

} // namespace

int main() {
  std::puts("Figure 5: barriers\n  P  alpha   truth ms  measured  approximated");
  for (size_t ranks : {2, 4, 8, 16})
    for (double alpha : {6, 12, 24, 36}) {
      PerturbedRun run = perturb(barrierLoop(ranks), barrierMachine(ranks, alpha), true);
      std::printf("%3zu  %5.0f  %9.1f  %8.1f  %12.2f\n", ranks, alpha, run.truth * 1e-6,
                  percent(run, run.measured), percent(run, run.plain));
    }
  for (bool constant : {false, true}) {
    std::printf(
        "\nFigure 6 %s\n  P  alpha   truth ms  measured   optimistic    model  pessimistic\n",
        constant ? "(B): equal events of each processor" : "(A): fewer events of each");
    for (size_t ranks : {4, 8, 16})
      for (double alpha : {6, 12, 24, 36})
        printBounds(ranks, alpha,
                    perturb(oceanLoop(ranks, constant ? 32 : 128 / ranks),
                            oceanMachine(ranks, alpha), false));
  }
  std::puts(
      "\nFigure 7: blind receives\n  P  alpha   truth ms  measured  as measured     FIFO     LIFO");
  for (size_t ranks : {4, 8, 16})
    for (double alpha : {12, 24, 36}) {
      SimulatedMachine machine = oceanMachine(ranks, alpha);
      for (size_t rank = 0; rank < ranks; ++rank)
        machine.uneven.push_back(16.0 * double(rank) / double(ranks));
      PerturbedRun run = perturb(blindLoop(ranks), machine, false);
      std::printf("%3zu  %5.0f  %9.1f  %8.1f  %11.2f  %7.2f  %7.2f\n", ranks, alpha,
                  run.truth * 1e-6, percent(run, run.measured), percent(run, run.plain),
                  percent(run, run.fifo), percent(run, run.lifo));
    }
}
