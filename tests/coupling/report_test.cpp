// SPDX-License-Identifier: Apache-2.0
#include "analyzer/coupling/coupling_report.h"

#include "base/files.h"
#include "tests/catch.hpp"
#include "tests/scratch.h"

using namespace tare;

namespace {

CouplingReport reportOf(double pair) {
  CouplingTable table;
  table.threads = 2;
  table.passes = 10;
  table.pass = 2;
  table.runs = 2;
  table.repetitions = 8;
  table.executions = 3;
  table.data_mb = 1.5;
  for (const char *name : {"fill", "sum"})
    table.kernels.push_back({name, name, "x.c", "main", 7, {}, {}});
  WindowTimes times;
  times.cycle = 2;
  times.windows = windowsOf(2, 2);
  for (int i = 0; i < 8; ++i) {
    double noise = 1 + 1e-4 * (i % 3 - 1);
    times.repetitions.push_back({1e-3, 1e-3, pair * 2e-3 * noise, pair * 2e-3 * noise});
  }
  std::vector<RepeatedWindow> windows;
  for (const KernelWindow &window : times.windows)
    windows.push_back({window, window == KernelWindow{1, 2}});
  double measured = 10 * pair * 2e-3 + 1e-4;
  addComposition(times, windows, 2, 10, {0.9e-4, 1e-4, 1.1e-4},
                 {0.999 * measured, measured, 1.001 * measured}, table);
  table.refused.push_back({"io", "input/output", "it reads or writes files (3 bytes)",
                           "move the input and output out of it"});
  table.notes = {"something"};
  return {"synthetic", "100", "host", "cpu", "gcc -O2", {table}};
}

} // namespace

TEST_CASE("the text says in plain words what a coupling means") {
  std::string below = couplingText(reportOf(0.8), 200), above = couplingText(reportOf(1.25), 200),
              none = couplingText(reportOf(1), 200);
  CHECK(below.find("fill, sum: together they take 20.0 % less time than apart") !=
        std::string::npos);
  CHECK(above.find("fill, sum: together they take 25.0 % more time than apart") !=
        std::string::npos);
  CHECK(none.find("the plain sum is right") != std::string::npos);
  CHECK(below.find("sum, fill: together they take 20.0 % less time than apart; the data were") !=
        std::string::npos);
  CHECK(below.find("Not measured: io: it reads or writes files") != std::string::npos);
  INFO(below);
  CHECK(below.find("+24.8 %") != std::string::npos); // plain sum: 20.1 ms against 16.1 ms
  CHECK(below.find("+0.0 %") != std::string::npos);  // composed
}

TEST_CASE("JSON is read as it was written") {
  testing::Scratch scratch;
  std::string path = scratch.path() + "/coupling.json", text = couplingJson(reportOf(0.8));
  REQUIRE(writeFileAtomic(path, text).ok());
  Result<CouplingReport> read = readCoupling(path);
  REQUIRE(read.ok());
  CHECK(couplingJson(read.value()) == text);
  CHECK(kindOf(read.value().tables[0].pairs[0].coupling) == CouplingKind::Constructive);
}

TEST_CASE("JSON that contradicts itself is refused") {
  testing::Scratch scratch;
  std::string path = scratch.path() + "/coupling.json", text = couplingJson(reportOf(0.8));
  auto change = [&](const std::string &from, const std::string &to) {
    std::string other = text;
    size_t at = other.find(from);
    INFO(other);
    REQUIRE(at != std::string::npos);
    other.replace(at, from.size(), to);
    REQUIRE(writeFileAtomic(path, other).ok());
    return readCoupling(path).ok();
  };
  CHECK_FALSE(change("tare.coupling/1", "tare.coupling/2"));
  CHECK_FALSE(change("\"threads\": 2", "\"threads\": 0"));
  CHECK_FALSE(change("\"value\": 0.", "\"value\": 9."));
  CHECK_FALSE(change("\"program\"", "\"programme\""));
}
