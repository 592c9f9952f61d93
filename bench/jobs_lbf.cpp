// SPDX-License-Identifier: Apache-2.0
// jobs_lbf: the figures of LBF and NF (Eom and Hollingsworth, Figures 3, 5 and 6) on simulated
// programs of the same shapes: what one configuration says of another one, beside its truth.
#include "tests/jobs/predicted.h"
#include "tests/jobs/program_shapes.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

using namespace tare::testing;

namespace {

std::vector<double> errors;

void print(const char *name, const char *from, const char *to, const PredictedRun &run) {
  std::printf("%-4s %-16s -> %-10s measured %8.2f ms  truth %8.2f  predicted %8.2f  error %+5.1f %%"
              "  of the gain %+5.1f %%\n",
              name, from, to, run.measured * 1e-6, run.truth * 1e-6, run.predicted * 1e-6,
              100 * run.error(), 100 * run.gainError());
  errors.push_back(std::abs(run.error()));
}

void printSum(const char *what) {
  std::sort(errors.begin(), errors.end());
  std::printf("%s: median %.1f %%, worst %.1f %%\n\n", what, 100 * errors[errors.size() / 2],
              100 * errors.back());
  errors.clear();
}

} // namespace

int main() {
  for (const ProgramShape &shape : paperShapes())
    for (size_t from : {shape.nodes, shape.fewer_nodes})
      for (size_t to : {shape.nodes, shape.fewer_nodes}) {
        std::string ran = std::to_string(shape.nodes) + "/" + std::to_string(from);
        std::string target = std::to_string(shape.nodes) + "/" + std::to_string(to);
        print(shape.name, ran.c_str(), target.c_str(),
              predict(shape.make, highPerformanceSwitch(from), highPerformanceSwitch(to)));
      }
  printSum("placement (Figure 3; paper: median 1.0 %, worst 6.6 %)");
  for (const ProgramShape &shape : paperShapes())
    print(shape.name, "Ethernet", "switch",
          predict(shape.make, ethernet(shape.nodes), highPerformanceSwitch(shape.nodes)));
  printSum("network (Figure 5; paper: median 2.8 %, worst 7.4 %)");
  for (const ProgramShape &shape : paperShapes())
    print(shape.name, "fewer, Ethernet", "switch",
          predict(shape.make, ethernet(shape.fewer_nodes), highPerformanceSwitch(shape.nodes)));
  printSum("both (Figure 6; paper: median 1.9 %, worst 6.2 %)");
  for (const ProgramShape &shape : paperShapes())
    print(shape.name, "switch", "Ethernet",
          predict(shape.make, highPerformanceSwitch(shape.nodes), ethernet(shape.nodes)));
  printSum("to the slower network");
  for (bool spins : {true, false})
    for (double turn : {1e5, 4e6})
      for (bool fewer : {true, false}) {
        for (const ProgramShape &shape : paperShapes()) {
          SimulatedMachine many = highPerformanceSwitch(shape.nodes);
          SimulatedMachine few = highPerformanceSwitch(shape.fewer_nodes);
          many.spins = few.spins = spins;
          many.quantum = few.quantum = turn;
          print(shape.name, fewer ? "all" : "fewer", fewer ? "fewer" : "all",
                predict(shape.make, fewer ? many : few, fewer ? few : many));
        }
        std::printf("turns of %.1f ms, %s processors, waiting ranks %s: ", turn * 1e-6,
                    fewer ? "to fewer" : "from fewer", spins ? "spin" : "yield");
        printSum("placement");
      }
}
