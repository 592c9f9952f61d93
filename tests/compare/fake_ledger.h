// SPDX-License-Identifier: Apache-2.0
// Ledgers with the values of their repetitions, made from known shares and seeded noise.
#pragma once

#include "analyzer/ledger/categories.h"
#include "analyzer/ledger/ledger.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <random>

namespace tare::test {

/// All as parts of T_p, but for the drift and the common noise, which are parts of each figure.
struct Noise {
  double line = 0.01;     // of each line in each repetition
  double common = 0;      // of everything in a repetition
  double drift = 0;       // of everything in an experiment
  double correlation = 0; // of a line's noise from repetition to repetition
  bool heavy = false;     // Student's t with 3 degrees of freedom instead of the normal
};

struct FakeConstruct {
  std::string name;                                  // function of the construct
  std::vector<std::pair<std::string, double>> lines; // category, share of T_p
};

struct FakeProgram {
  double serial_s = 0.6, parallel_s = 0.4;
  int threads = 2;
  std::vector<FakeConstruct> constructs;
};

/// Three constructs with what a usual program has: imbalance, a lock, serial code, small figures.
inline FakeProgram usualProgram() {
  auto name = [](std::string_view category) { return std::string(category); };
  FakeProgram program;
  program.constructs = {
      {"first", {{name(category::load_imbalance), 0.12}, {name(category::work_rate), 0.02}}},
      {"second",
       {{name(category::locks), 0.05},
        {name(category::work_rate), 0.03},
        {name(category::barriers), 0.004}}},
      {"third",
       {{name(category::partially_parallelised), 0.03},
        {name(category::fork_join), 0.01},
        {name(category::additional_computation), -0.01}}}};
  return program;
}

class FakeWeigher {
public:
  FakeWeigher(uint32_t seed, const Noise &noise, int repetitions = 5)
      : random_(seed), noise_(noise), repetitions_(repetitions) {}

  /// One experiment.
  Ledger weigh(const FakeProgram &program) {
    Table table;
    table.threads = program.threads;
    std::vector<double> factor = commonFactors();
    for (int i = 0; i < repetitions_; ++i)
      table.repetitions.push_back(i + 1);
    table.repetitions_accepted = table.repetitions_total = repetitions_;
    table.serial_repetitions_s = figure(program, program.serial_s / program.parallel_s, factor);
    table.parallel_repetitions_s = figure(program, 1, factor);
    std::map<std::string, std::vector<double>> sums;
    int line = 10;
    for (const FakeConstruct &made : program.constructs) {
      ConstructLines construct;
      construct.id = "x.c#" + made.name + "#for#0";
      construct.kind = "for";
      construct.file = "x.c";
      construct.line = line += 10;
      construct.hashes = {std::hash<std::string>()(made.name) | 1, 0, 0};
      for (const auto &[category, share] : made.lines) {
        construct.overheads.push_back(lineOf(category, figure(program, share, factor)));
        std::vector<double> &sum = sums[category];
        sum.resize(size_t(repetitions_));
        for (size_t i = 0; i < sum.size(); ++i)
          sum[i] += construct.overheads.back().repetitions_s[i];
      }
      table.constructs.push_back(construct);
    }
    for (const auto &[category, values] : sums)
      table.overheads.push_back(lineOf(category, values));
    addNothing(table);
    table.overheads.push_back(
        lineOf(std::string(category::unidentified), figure(program, 0.002, factor)));
    Ledger ledger;
    ledger.program = "fake";
    ledger.reference = "serial";
    ledger.machine.host = "here";
    ledger.machine.cpu = "fast";
    ledger.machine.clock = "rdtsc";
    ledger.machine.cores = 2;
    ledger.machine.ticks_per_second = 2e9;
    ledger.machine.register_probe_s = 0.0004;
    ledger.tables = {table};
    return ledger;
  }

private:
  double normal() {
    if (!noise_.heavy)
      return normal_(random_);
    double squares = 0;
    for (int i = 0; i < 3; ++i)
      squares += std::pow(normal_(random_), 2);
    return normal_(random_) / std::sqrt(squares / 3);
  }

  std::vector<double> commonFactors() {
    double experiment = std::exp(noise_.drift * normal_(random_));
    std::vector<double> factors;
    for (int i = 0; i < repetitions_; ++i)
      factors.push_back(experiment * (1 + noise_.common * normal()));
    return factors;
  }

  std::vector<double> figure(const FakeProgram &program, double share,
                             const std::vector<double> &factor) {
    std::vector<double> values;
    double last = normal();
    for (double f : factor) {
      double c = noise_.correlation;
      last = c * last + std::sqrt(1 - c * c) * normal();
      values.push_back(program.parallel_s * (share * f + noise_.line * last));
    }
    return values;
  }

  /// A table has every line that its runs tell; these have no hardware counters.
  void addNothing(Table &table) const {
    for (const CategoryInfo &info : allCategories()) {
      std::string name(info.name);
      if (info.name != category::data_access && info.name != category::unidentified &&
          std::ranges::find(table.overheads, name, &LedgerLine::category) == table.overheads.end())
        table.overheads.push_back(lineOf(name, std::vector<double>(size_t(repetitions_), 0.0)));
    }
  }

  static LedgerLine lineOf(const std::string &category, const std::vector<double> &values) {
    double mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    return {category, {mean, mean, mean}, values};
  }

  std::mt19937 random_;
  std::normal_distribution<double> normal_;
  Noise noise_;
  int repetitions_;
};

} // namespace tare::test
