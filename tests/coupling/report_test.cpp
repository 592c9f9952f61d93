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
  CHECK(none.find("fill, sum: no coupling is seen, it is less than 0.1 %; the band of") !=
        std::string::npos);
  CHECK(below.find("sum, fill: together they take 20.0 % less time than apart; the data were") !=
        std::string::npos);
  CHECK(below.find("Not measured: io: it reads or writes files") != std::string::npos);
  INFO(below);
  CHECK(below.find("+24.8 %") != std::string::npos); // plain sum: 20.1 ms against 16.1 ms
  CHECK(below.find("16.1 ± 0.03 ms  inside the band") != std::string::npos); // composed
}

TEST_CASE("the text tells the kernels' part of the loop, and what follows") {
  std::string below = couplingText(reportOf(0.8), 200), above = couplingText(reportOf(1.25), 200),
              none = couplingText(reportOf(1), 200);
  INFO(below + above + none);
  // 16 ms of 16.1 ms are kernels, and their plain sum is 20 ms
  CHECK(below.find("The kernels are 99 % of the loop.") != std::string::npos);
  CHECK(below.find("plain sum +25.0 %, composed +0.0 %") != std::string::npos);
  CHECK(below.find("What follows: keep these kernels in turns") != std::string::npos);
  CHECK(above.find("What follows: these slow each other down: fill, sum; sum, fill.") !=
        std::string::npos);
  CHECK(none.find("What follows: the kernels leave each other's time as it is.") !=
        std::string::npos);
  CHECK(none.find("name its functions, too") == std::string::npos);

  CouplingReport mostly_between = reportOf(1);
  LoopComposition &loop = *mostly_between.tables[0].loop;
  loop.between = {0.09, 0.089, 0.091};
  loop.measured = {0.11, 0.109, 0.111};
  loop.plain_sum = loop.composed = {0.115, 0.114, 0.116};
  std::string text = couplingText(mostly_between, 200);
  INFO(text);
  CHECK(text.find("The kernels are 18 % of the loop.") != std::string::npos);
  CHECK(text.find("+4.5 %") != std::string::npos);            // of the loop
  CHECK(text.find("plain sum +25.0 %") != std::string::npos); // of the kernels alone
  CHECK(text.find("Most of the loop is code between the kernels") != std::string::npos);
}

TEST_CASE("a band that is too wide for a verdict says which width it takes") {
  CouplingReport report = reportOf(1);
  for (CouplingWindow &pair : report.tables[0].pairs)
    pair.coupling = {1, 0.93, 1.07};
  std::string text = couplingText(report, 200);
  INFO(text);
  CHECK(text.find(
            "not known; the band of ± 7.0 % is wider than the ± 5 % that a verdict near 1 needs") !=
        std::string::npos);
  CHECK(text.find("What follows: measure again for fill, sum; sum, fill") != std::string::npos);
}

TEST_CASE("no column is cut off in a narrow page") {
  CouplingReport report = reportOf(0.8);
  for (CoupledKernel &kernel : report.tables[0].kernels)
    kernel.name = "CalcAccelerationForNodes";
  for (int width : {60, 80, 120}) {
    std::string text = couplingText(report, width);
    INFO(text);
    for (const char *words : {"weight", "data of a thread", "not known", "constructive", "error",
                              "inside the band", "CalcAccelerationForNodes (x.c:7)"})
      CHECK(text.find(words) != std::string::npos);
  }
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
