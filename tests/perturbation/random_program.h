// SPDX-License-Identifier: Apache-2.0
// Programs, and costs of probes, by chance: the same for the same seed on every machine.
#pragma once

#include "simulated_program.h"

namespace tare::test {

class Random {
public:
  explicit Random(uint64_t seed) : state_(seed) {}
  uint64_t next(); // splitmix64
  uint64_t below(uint64_t limit) { return next() % limit; }
  Ticks ticks(Ticks most) { return Ticks(below(uint64_t(most) + 1)); }
  bool percent(uint64_t chance) { return below(100) < chance; }
  double between(double low, double high) {
    return low + (high - low) * double(next() >> 11) / double(uint64_t(1) << 53);
  }

private:
  uint64_t state_;
};

/// What a program has besides serial code, work, barriers and regions.
struct Features {
  bool nested = false;
  bool own_locks = false;    // critical sections for which nobody has to wait
  bool shared_locks = false; // ... for which everybody does
  bool tasks = false;        // created by one thread, run in barrier waits
  bool statements = false;   // of serial code, with probes; regions may be inside of them
  bool iterations = false;   // probes around single iterations
  bool opaque = false;       // regions timed from outside
};

SimulatedProgram randomProgram(Random &random, int threads, const Features &features);

/// One region, executed `times` times in the same way, and serial code between.
SimulatedProgram repeatingProgram(Random &random, int threads, const Features &features, int times);

/// One region, executed `times` times, each time in another way.
SimulatedProgram varyingProgram(Random &random, int threads, const Features &features, int times);

/// One region with so many barriers, the same from each to the next.
SimulatedProgram longRegion(Random &random, int threads, const Features &features, int barriers);

/// The serial program: statements only, some of them constructs' counterparts.
SimulatedProgram serialProgram(Random &random);

/// Of every kind, the outer side where it has one, so that the program takes about `slowdown`
/// times what it would without probes. Whole ticks; low, warm and cold are the same.
ProbeCosts costsThatSlow(Random &random, const SimulatedProgram &program, double slowdown);

/// Every cost times a factor; whole ticks no more.
ProbeCosts scaled(const ProbeCosts &costs, double factor);

/// Every side of every kind times a factor of its own.
ProbeCosts wrong(Random &random, const ProbeCosts &costs, double least, double most);

} // namespace tare::test
