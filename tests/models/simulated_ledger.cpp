// SPDX-License-Identifier: Apache-2.0
#include "tests/models/simulated_ledger.h"

#include "analyzer/ledger/categories.h"

#include <cmath>

namespace tare {
namespace {

double factorOf(double n, const MadeProgram &made) {
  double step = made.step_above > 0 && n > made.step_above ? made.step : 1;
  return step * (made.m > 0 ? made.m : 1);
}

/// The same at N = 500 whatever the power.
double imbalanceOf(double n, int p, const MadeProgram &made) {
  return factorOf(n, made) * 2e-10 * std::pow(500, 3 - made.imbalance_power) *
         std::pow(n, made.imbalance_power) * (1 - 1.0 / p);
}

double serialCodeOf(double n, int p, const MadeProgram &made) {
  return factorOf(n, made) * 3e-8 * n * n * (1 - 1.0 / p);
}

double barrierOf(double n, int p, const MadeProgram &made) {
  return p > 1 ? factorOf(n, made) * 2e-6 * n * (1 + std::log2(p)) : 0;
}

LedgerLine lineFor(std::string_view category, const std::vector<double> &values) {
  LedgerLine line;
  line.category = category;
  line.repetitions_s = values;
  double mean = trimmedMean(values);
  line.time = {mean, mean, mean};
  return line;
}

double nanoseconds(double value) { return std::round(value * 1e9) / 1e9; }

} // namespace

double trueSerialTime(double n, const MadeProgram &made) {
  return made.work * factorOf(n, made) * (1e-9 * n * n * n + 6e-8 * n * n);
}

double trueParallelTime(double n, int p, const MadeProgram &made) {
  return trueSerialTime(n, made) / p + imbalanceOf(n, p, made) + serialCodeOf(n, p, made) +
         barrierOf(n, p, made);
}

NamedLedger simulatedLedger(std::mt19937_64 &random, const MadeProgram &program, double size,
                            const std::vector<int> &threads) {
  std::normal_distribution<double> gauss;
  Ledger ledger;
  ledger.program = program.name;
  ledger.reference = "serial";
  ledger.machine.cpu = "cpu";
  ledger.machine.cores = program.cores;
  ledger.openmp_runtime.name = "libgomp";
  ledger.settings.parameters["N"] = std::to_string(static_cast<int>(size));
  if (program.m > 0)
    ledger.settings.parameters["M"] = std::to_string(static_cast<int>(program.m));
  for (int p : threads) {
    Table table;
    table.threads = p;
    std::vector<double> imbalance, serial_code, barrier, rest;
    for (int k = 0; k < program.repetitions; ++k) {
      auto noisy = [&](double value) {
        return nanoseconds(value * (1 + program.noise * gauss(random)));
      };
      double serial = noisy(trueSerialTime(size, program));
      imbalance.push_back(noisy(imbalanceOf(size, p, program)));
      serial_code.push_back(noisy(serialCodeOf(size, p, program)));
      barrier.push_back(noisy(barrierOf(size, p, program)));
      double whole = noisy(trueParallelTime(size, p, program));
      rest.push_back(whole - serial / p - imbalance.back() - serial_code.back() - barrier.back());
      table.serial_repetitions_s.push_back(serial);
      table.parallel_repetitions_s.push_back(whole);
      table.repetitions.push_back(k + 1);
    }
    ConstructLines loop;
    loop.id = "made.c#work#for#0";
    loop.kind = "for";
    loop.file = "made.c";
    loop.line = 10;
    loop.directive = "parallel for";
    loop.function = "work";
    loop.instances = size;
    loop.iterations_counted = size * size;
    loop.time_s = 0.9 * trueSerialTime(size, program) / p + trimmedMean(imbalance);
    loop.overheads = {lineFor(category::load_imbalance, imbalance),
                      lineFor(category::barriers, barrier)};
    for (const CategoryInfo &info : allCategories()) {
      std::vector<double> zeros(imbalance.size(), 0);
      table.overheads.push_back(lineFor(info.name, info.name == category::load_imbalance ? imbalance
                                                   : info.name == category::barriers     ? barrier
                                                   : info.name == category::unparallelised
                                                       ? serial_code
                                                   : info.name == category::unidentified ? rest
                                                                                         : zeros));
    }
    table.constructs.push_back(loop);
    double serial = trimmedMean(table.serial_repetitions_s), whole = serial / p;
    for (const LedgerLine &line : table.overheads)
      whole += line.time.time_s;
    table.serial_time = {serial, serial, serial};
    table.parallel_time = {whole, whole, whole};
    table.ideal_time = {serial / p, serial / p, serial / p};
    table.repetitions_accepted = table.repetitions_total = program.repetitions;
    double lost = whole - serial / p, efficiency = serial / p / whole;
    table.total_overhead = {lost, lost, lost};
    table.efficiency = {efficiency, efficiency, efficiency};
    ledger.tables.push_back(std::move(table));
  }
  return {"made-" + std::to_string(static_cast<int>(size)),
          std::make_shared<const Ledger>(std::move(ledger))};
}

} // namespace tare
