// SPDX-License-Identifier: Apache-2.0
#include "sample_ledger.h"

#include "analyzer/ledger/categories.h"

#include <cmath>
#include <random>

namespace tare {
namespace {

Estimate about(double time_s, double half_width_s) {
  return {time_s, time_s - half_width_s, time_s + half_width_s};
}

struct Share {
  std::string_view category;
  double ms;
};

/// Fills every category (0 where `shares` has none) and what follows from them.
void close(Table &table, double serial_ms, const std::vector<Share> &shares, double band) {
  double total = 0;
  for (const CategoryInfo &info : allCategories()) {
    double ms = 0;
    for (const Share &share : shares)
      if (share.category == info.name)
        ms = share.ms;
    total += ms / 1e3;
    table.overheads.push_back(
        {std::string(info.name), about(ms / 1e3, std::fabs(ms) / 1e3 * band)});
  }
  table.serial_time = about(serial_ms / 1e3, 0.0012);
  table.ideal_time = about(table.serial_time.time_s / table.threads, 0.0012 / table.threads);
  table.total_overhead = about(total, std::fabs(total) * band);
  double parallel = table.ideal_time.time_s + total;
  table.parallel_time = about(parallel, std::fabs(parallel) * band);
  table.efficiency = about(table.ideal_time.time_s / parallel, 0.002);
}

/// Values whose mean is the figure.
std::vector<double> scattered(double time_s, int count) {
  std::vector<double> values;
  for (int i = 0; i < count; ++i)
    values.push_back(time_s * (1 + 0.002 * (2 * i - count + 1)));
  return values;
}

void addRepetitions(Table &table, int count) {
  for (int number = 1; number <= count; ++number)
    table.repetitions.push_back(number);
  table.serial_repetitions_s = scattered(table.serial_time.time_s, count);
  table.parallel_repetitions_s = scattered(table.parallel_time.time_s, count);
  for (LedgerLine &line : table.overheads)
    line.repetitions_s = scattered(line.time.time_s, count);
  for (ConstructLines &construct : table.constructs)
    for (LedgerLine &line : construct.overheads)
      line.repetitions_s = scattered(line.time.time_s, count);
}

ConstructLines loop(double imbalance_ms, double fork_ms) {
  ConstructLines construct;
  construct.id = "lu2.c#main#for#0";
  construct.kind = "for";
  construct.file = "lu2.c";
  construct.line = 31;
  construct.column = 3;
  construct.directive = "for schedule(static)";
  construct.counterpart = "same source";
  construct.hashes = {0x0123456789abcdef, 0xfedcba9876543210, 1};
  construct.instances = 1;
  construct.overheads = {{std::string(category::load_imbalance), about(imbalance_ms / 1e3, 0.001)},
                         {std::string(category::fork_join), about(fork_ms / 1e3, 0.00001)}};
  construct.iteration_variable = "i";
  construct.iterations = {{0, 549, 40, 0.0002, 540, 0.00003}, {550, 1099, 41, 0.0006, 560}};
  construct.ranges_differ = true;
  construct.over_time = {{0, 0.2, 1, imbalance_ms / 1e3, 0.366}};
  return construct;
}

ConstructLines lock() {
  ConstructLines construct = loop(0, 0);
  construct.id = "lu2.c#main#critical#0";
  construct.kind = construct.directive = "critical";
  construct.line = 40;
  construct.overheads = {{std::string(category::locks), about(0.0003, 0.001)}};
  construct.lock = LockUse{0.002, 2200, 41.5};
  return construct;
}

Table tableOf(int threads, const std::vector<Share> &shares) {
  Table table;
  table.threads = threads;
  table.repetitions_accepted = table.repetitions_total = 5;
  table.mean_threads_in_regions = threads;
  table.serial_fraction = 10.2 / 490;
  table.speedup_limit = 490 / 10.2;
  close(table, 490, shares, 0.008);
  return table;
}

} // namespace

Ledger sampleLedger() {
  namespace c = category;
  Ledger ledger;
  ledger.program = "lu2";
  ledger.reference = "serial";
  ledger.started_utc = "2026-11-28T09:30:00Z";
  ledger.machine = {
      "node7", "Intel(R) Xeon(R) Gold 6248",     "rdtsc", "6.1.0", 2,
      64e9,    {{1, 32768, 1}, {2, 1048576, 1}}, 2.1e9,   0.00044, {{1, 9.5e9}, {2, 1.2e10}}};
  ledger.settings = {{{"n", "1100"}}, {{"OMP_PROC_BIND", "true"}}};
  ledger.openmp_runtime = {"libomp", "/usr/lib/libomp.so.5", true};
  ledger.build = {"Debian clang version 19.1.7", "0a1b2c", std::string(40, 'c'), true};
  ledger.runs = {
      {"serial", 0, "./lu2.serial 1100", "clang-19 -O2 lu2.c -o lu2.serial", 5, 0.49},
      {"parallel", 2, "./lu2.omp 1100", "clang-19 -O2 -fopenmp lu2.c -o lu2.omp", 5, 0.3763},
      {"instrumented", 2, "./lu2.tare 1100", "tare cc clang-19 -O2 -fopenmp lu2.c", 5, 0.3769}};
  ledger.tables.push_back(tableOf(1, {{c::additional_computation, 2.4}, {c::unidentified, .3}}));
  ledger.tables.push_back(tableOf(2, {{c::unparallelised, 5.1},
                                      {c::load_imbalance, 122},
                                      {c::fork_join, .1},
                                      {c::additional_computation, 1},
                                      {c::work_rate, 3.1},
                                      {c::unidentified, .42}}));
  ledger.tables.push_back(tableOf(4, {{c::unparallelised, 7.65},
                                      {c::load_imbalance, 96.5},
                                      {c::fork_join, .14},
                                      {c::additional_computation, .5},
                                      {c::work_rate, -11.8},
                                      {c::off_cpu, 31.2},
                                      {c::unidentified, -1.1}}));
  ledger.tables[2].repetitions_accepted = 4;
  ledger.tables[2].own_cost.budget =
      Budget{0.02,
             80,
             90.5,
             0.61,
             {{"lu2.c#pivot#critical#0", "it would take too much", 0.14},
              {"lu2.c#main#task#1", "28 ns each", {}}}};
  ledger.tables[1].own_cost.predicted_s = 0.0021;
  ledger.tables[1].own_cost.rewriting = {-0.0012, -0.002, -0.0003};
  ledger.tables[1].unidentified_parts = {0.0003, 0.00012, 0};
  ledger.tables[2].unidentified_parts = {-0.0011, 0, 0};
  ledger.tables[0].unidentified_parts = {0.0003, 0, 0};
  ledger.tables[1].constructs.push_back(loop(122, .1));
  ledger.tables[2].constructs.push_back(loop(96.5, .14));
  ledger.tables[2].constructs.push_back(lock());
  const std::string loop_id = ledger.tables[2].constructs[0].id,
                    lock_id = ledger.tables[2].constructs[1].id;
  ledger.tables[2].order = {{"", {loop_id}, {{"", loop_id, 1}, {loop_id, "", 1}}, true},
                            {loop_id, {lock_id}, {{"", lock_id, 1}, {lock_id, "", 1}}, false}};
  ledger.tables[1].constructs[0].iterations_counted = 1099;
  ledger.tables[1].constructs[0].counts = {1099, 604450, 0, true};
  ledger.tables[1].constructs[0].cpu_waits = {0.0004, 0.0125};
  ledger.tables[1].cpu_waits = {0.0001, 0, 0.0008, 0.0004, 0.0128, 0.0003};
  for (Table &table : ledger.tables)
    addRepetitions(table, table.repetitions_accepted);
  ledger.tables[2].notes = {
      asNote("1 of 5 tuples was rejected: other programs took 1.8 % of the cores")};
  ledger.tables[1].advice.push_back({std::string(c::load_imbalance), "lu2.c#main#for#0",
                                     "Load imbalance at lu2.c:31 (32.4 % of T_p): later iterations "
                                     "cost more: schedule(static, 1) "
                                     "evens that out.",
                                     "schedule-triangular", "a paper", 0.122});
  ledger.coverage = {3, 1, 1, 0, 1, {{"task: not in this version", 1}}, {}};
  return ledger;
}

Ledger randomLedger(uint32_t seed) {
  std::mt19937 random(seed);
  auto upTo = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n + 1)); };
  const char *words[] = {"for",
                         "a very long file name/with folders/and more folders/still more/x.cpp",
                         "\x1b[31mred",
                         "caf\xc3\xa9",
                         "tab\there",
                         "\xff\xfe",
                         ""};
  auto word = [&] { return std::string(words[upTo(6)]); };
  Ledger ledger;
  ledger.program = word();
  ledger.reference = (const char *[]){"serial", "omp_1", "none"}[upTo(2)];
  ledger.machine = {word(), word(), word(), word(), 1 + upTo(8), upTo(3) * 1e9, {}, 1e9, upTo(3) / 1e3};
  if (upTo(1))
    ledger.machine.caches.push_back({1 + upTo(3), 1024.0 * upTo(9), 1 + upTo(3)});
  if (upTo(1))
    ledger.build = {word(), word(), word(), upTo(1) == 0};
  if (upTo(1))
    ledger.settings.environment[word()] = word();
  for (int i = upTo(3); i > 0; --i)
    ledger.runs.push_back({i == 1 ? "serial" : "parallel", upTo(4), word(), word(), upTo(9), 0.1});
  double scale = std::pow(10, upTo(9) - 6);
  for (int tables = 1 + upTo(8); tables > 0; --tables) {
    Table table;
    table.threads = (1 + upTo(upTo(1) ? 8 : 100000)) * 10 + tables; // each p once
    table.repetitions_total = upTo(20);
    table.repetitions_accepted = upTo(table.repetitions_total);
    table.mean_threads_in_regions = table.threads * 0.99;
    table.serial_fraction = upTo(100) / 100.0;
    table.speedup_limit = upTo(3) ? std::pow(10, upTo(6)) : 0;
    table.cut_off = upTo(9) == 0;
    std::vector<Share> shares;
    for (const CategoryInfo &info : allCategories())
      if (upTo(2) == 0)
        shares.push_back({info.name, (upTo(2000) - 800) / 1e3 * scale * std::pow(10, -upTo(6))});
    close(table, scale * table.threads * (20 + upTo(1000)), shares, upTo(1) ? upTo(500) / 1e3 : 0);
    table.unidentified_parts.agreement_s = table.overheads.back().time.time_s;
    if (upTo(1))
      table.own_cost.rewriting = {-1e-3 * upTo(9), -1e-2, 1e-3 * upTo(9)};
    for (int i = upTo(7); i > 0; --i) {
      table.constructs.push_back(loop(scale * upTo(1000), -scale));
      table.constructs.back().file = word();
      table.constructs.back().line = upTo(INT32_MAX - 1);
      table.constructs.back().directive = word() + " " + word();
      table.constructs.back().instances = std::pow(10, upTo(12));
      if (upTo(1))
        table.constructs.back().counts = {upTo(9), upTo(3), upTo(INT32_MAX - 1), upTo(1) == 0};
    }
    if (upTo(2) == 0)
      table.notes.push_back(asNote(word() + " " + word()));
    addRepetitions(table, upTo(7));
    ledger.tables.push_back(table);
  }
  ledger.coverage.reasons[word()] = 1;
  ledger.coverage.units_not_measured.push_back(word());
  if (upTo(2) == 0)
    ledger.coverage.main_unit = upTo(2) ? "" : word();
  for (int n = upTo(2); n > 0; --n)
    ledger.coverage.unprobed.push_back(
        {word(), "task", word(), upTo(9), word(), word(), upTo(1) ? "" : word(), upTo(1) == 0});
  for (int n = upTo(2); n > 0; --n)
    ledger.coverage.left_alone_regions.push_back({word(), upTo(9), word()});
  for (int n = upTo(2); n > 0; --n)
    ledger.coverage.left_alone_directives.push_back({word(), upTo(9), word(), word()});
  for (int n = upTo(2); n > 0; --n)
    ledger.coverage.unseen_regions.push_back(
        {word(), std::vector<std::string>(static_cast<size_t>(upTo(2)), word())});
  if (upTo(1)) {
    ledger.outputs = Outputs{static_cast<OutputStatus>(upTo(4)),
                             word(),
                             upTo(9),
                             upTo(9),
                             upTo(9),
                             upTo(9),
                             upTo(9),
                             upTo(9),
                             upTo(9),
                             upTo(3) / 1e9,
                             {}};
    if (upTo(1) || ledger.outputs->status == OutputStatus::Differs)
      ledger.outputs->difference = Outputs::Difference{"parallel", "serial", upTo(8), 1, upTo(99),
                                                       word(),     {},       0,       1, upTo(9)};
  }
  ledger.warnings.push_back(asNote(word() + word()));
  return ledger;
}

} // namespace tare
