// SPDX-License-Identifier: Apache-2.0
#include "tests/models/simulated_ledger.h"

#include "analyzer/ledger/categories.h"

#include <cmath>

namespace tare {
namespace {

double imbalanceOf(double n, int p) { return 2e-10 * n * n * n * (1 - 1.0 / p); }
double serialCodeOf(double n, int p) { return 3e-8 * n * n * (1 - 1.0 / p); }
double barrierOf(double n, int p) { return p > 1 ? 2e-6 * n * (1 + std::log2(p)) : 0; }

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

double trueSerialTime(double n) { return 1e-9 * n * n * n + 6e-8 * n * n; }

double trueParallelTime(double n, int p) {
  return trueSerialTime(n) / p + imbalanceOf(n, p) + serialCodeOf(n, p) + barrierOf(n, p);
}

NamedLedger simulatedLedger(std::mt19937_64 &random, const MadeProgram &program, double size,
                            const std::vector<int> &threads) {
  std::normal_distribution<double> gauss;
  Ledger ledger;
  ledger.program = "made";
  ledger.reference = "serial";
  ledger.machine.cpu = "cpu";
  ledger.machine.cores = program.cores;
  ledger.openmp_runtime.name = "libgomp";
  ledger.settings.parameters["N"] = std::to_string(static_cast<int>(size));
  for (int p : threads) {
    Table table;
    table.threads = p;
    std::vector<double> imbalance, serial_code, barrier, rest;
    for (int k = 0; k < program.repetitions; ++k) {
      auto noisy = [&](double value) {
        return nanoseconds(value * (1 + program.noise * gauss(random)));
      };
      double serial = noisy(trueSerialTime(size));
      imbalance.push_back(noisy(imbalanceOf(size, p)));
      serial_code.push_back(noisy(serialCodeOf(size, p)));
      barrier.push_back(noisy(barrierOf(size, p)));
      double whole = noisy(trueParallelTime(size, p));
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
