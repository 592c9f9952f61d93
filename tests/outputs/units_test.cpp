// SPDX-License-Identifier: Apache-2.0
#include "catch.hpp"
#include "driver/outputs/units.h"
#include "tests/outputs/texts.h"

using namespace tare;
using namespace tare::testing;

namespace {

/// The numbers of a line, those about the run in brackets.
std::string numbers(const std::string &text, bool doubtful = false) {
  OutputLine line = lineOf(text);
  std::vector<bool> about = numbersAboutRun(line, doubtful);
  std::string shown;
  for (size_t i = 0; i < line.pieces.size(); ++i)
    if (line.pieces[i].kind == Piece::Kind::Number) {
      std::string number(line.pieces[i].in(line.text));
      shown += (shown.empty() ? "" : " ") + (about[i] ? "[" + number + "]" : number);
    }
  return shown;
}

} // namespace

TEST_CASE("numbers before a unit of time, speed or threads are about the run") {
  CHECK(numbers("0.5 s, 0.5s, 12 ms, 3 us, 7 seconds") == "[0.5] [0.5] [12] [3] [7]");
  CHECK(numbers("1.5 GFLOPS 120 MB/s 3.2 GB / s 88 Mop/s 5 iterations per second") ==
        "[1.5] [120] [3.2] [88] [5]");
  CHECK(numbers("on 4 threads of 8 cores") == "[4] [8]");
  CHECK(numbers("on 4 ranks, 2 processes") == "[4] [2]");
  CHECK(numbers("sum 15.78 of 100 elements") == "15.78 100");
  CHECK(numbers("2.5 m, 3 sheep, 12 %") == "2.5 3 12");
  CHECK(numbers("12 %, 3 MB, 1.8x", true) == "[12] [3] [1.8]");
}

TEST_CASE("numbers behind a label of the run are about it") {
  CHECK(numbers("Time in seconds =         0.35") == "[0.35]");
  CHECK(numbers("Elapsed: 1.25 sum: 3.5") == "[1.25] 3.5");
  CHECK(numbers("total_time=0.1 numThreads=4 OMP_NUM_THREADS 2") == "[0.1] [4] [2]");
  CHECK(numbers("Mop/s total = 123.4") == "[123.4]");
  CHECK(numbers("time = 0.5, energy = 3.2") == "[0.5] 3.2");
  CHECK(numbers("thread 3: sum = 99") == "[3] 99");
  CHECK(numbers("after 10 seconds the temperature is 300.5") == "[10] 300.5");
  CHECK(numbers("after 100 time steps: energy 5.5") == "100 5.5");
  CHECK(numbers("wall time 12:30:05, seed 7") == "[12] [30] [05] 7");
  CHECK(numbers("sometimes 3, lifetime 4") == "3 4");
  CHECK(numbers("Number of threads: 4, # of cores = 8") == "[4] [8]");
  CHECK(numbers("Number of ranks: 2, nprocs = 4, xproc: 2") == "[2] [4] [2]");
  CHECK(numbers("rank of the matrix: 3") == "3");
  CHECK(numbers("efficiency 0.9") == "0.9");
  CHECK(numbers("efficiency 0.9", true) == "[0.9]");
}

TEST_CASE("a time of day is about the run, wherever it stands") {
  CHECK(numbers("Sun Nov 29 13:24:21 2026: Starting") == "29 [13] [24] [21] 2026");
  CHECK(numbers("9:05:59") == "[9] [05] [59]");
  CHECK(numbers("1:2:3, 13:24, 100:20:30") == "1 2 3 13 24 100 20 30");
}

TEST_CASE("points in front of a number are none of it") {
  CHECK(numbers("local...0.04565s, total: 0.5") == "[0.04565] 0.5");
  CHECK(numbers("local...2.14577e-06s") == "[2.14577e-06]");
  CHECK(numbers("from .5 to 1..5") == ".5 1 5");
}

TEST_CASE("results that speak of time or threads are compared") {
  CHECK(numbers("result after 10 time steps = 15.78") == "10 15.78");
  CHECK(numbers("energy at the final time: 15.78") == "15.78");
  CHECK(numbers("time-averaged energy = 5.3") == "5.3");
  CHECK(numbers("sum over threads = 15.78, error in time 3") == "15.78 3");
  CHECK(numbers("sum of times 4.5") == "4.5");
  CHECK(numbers("took 15 iterations, 7 cycles") == "15 7");
  CHECK(numbers("second derivative 3.5") == "3.5");
}

TEST_CASE("columns under names of the run are about it") {
  auto last = [](std::vector<std::string> lines) {
    Headings headings;
    std::string shown;
    for (const std::string &text : lines) {
      shown.clear();
      for (bool about : headings.numbersAboutRun(lineOf(text), false))
        shown += about ? 'r' : '.';
    }
    return shown;
  };
  CHECK(last({"threads,time,sum", "2,0.01,15.78"}) == "r.r..");
  CHECK(last({"n  time(s)  result", "1 0.1 2.5", "10  0.3  3.5"}) == ".r.");
  CHECK(last({"threads time sum", "2 15.78"}) == "..");
  CHECK(last({"time", "15.78"}) == ".");
  CHECK(last({"threads time", "sum 15.78"}) == "..");
  std::string timers = "      Timer        # Calls    Avg/Call (s)   Total (s)    % Loop";
  CHECK(last({timers, "______", "commHalo   101  0.0021   0.2121   20.93"}) == "..rrr");
  CHECK(last({timers, "commHalo 101 0.0021 0.2121"}) == "....");
  CHECK(last({"step  halo (s)  share", "1 0.5 3"}) == ".r.");
  CHECK(last({"atom  mass (u)  share %", "C 0.5 3"}) == "...");
  std::string ranks = "   Timer      Rank: Min(s)    Rank: Max(s)   Atoms";
  CHECK(last({ranks, "_____", "force         0:   0.8249     1:   0.8283    5041"}) == ".r.rr.r.");
  CHECK(last({ranks, "found 7 of 0.8249 at line 3 with 5041 and then 12"}) == "............");
}

TEST_CASE("lines that one program alone may print") {
  for (const char *line : {"Time 0.5 s", "using 2 threads", "OpenMP is on", "-------", "*** ***",
                           "threads: 4, cores: 8", "  CC: '/usr/bin/gcc'", "CFLAGS = -O3 -fopenmp",
                           "Compile date: 28 Nov 2026"})
    CHECK(isAboutRun(lineOf(line)));
  for (const char *line :
       {"sum 3", "Time 0.5 s, sum 3", "hello", "thread 3: sum = 99", "OpenMP result is wrong",
        "error in thread 3", "cc 3", "compiler says: 4"})
    CHECK_FALSE(isAboutRun(lineOf(line)));
}

TEST_CASE("words that differ and are the same") {
  CHECK(isSameWord("serial", "OpenMP"));
  CHECK(isSameWord("ms", "s"));
  CHECK(isSameWord("thread", "threads"));
  CHECK_FALSE(isSameWord("SUCCESSFUL", "UNSUCCESSFUL"));
  CHECK_FALSE(isSameWord("Sum", "sum"));
}
