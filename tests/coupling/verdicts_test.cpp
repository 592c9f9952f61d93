// SPDX-License-Identifier: Apache-2.0
// Which kernels may be repeated, and what a run's record must look like to be believed.
#include "analyzer/coupling/run_record.h"
#include "analyzer/coupling/verdicts.h"

#include "tests/catch.hpp"

using namespace tare;

namespace {

const std::string head = "tare coupling run\t1\n";

CouplingRecord recordOf(const std::string &lines) {
  Result<CouplingRecord> record = readCouplingRecord(head + lines);
  INFO(lines);
  REQUIRE(record.ok());
  return record.value();
}

/// Passes over kernels a and b; level and team as they are given.
std::string loopOf(int passes, int level, int team) {
  std::string text =
      "site\t0\ta\tx.c\t3\tmain\nsite\t1\tb\tx.c\t4\tmain\nsite\t2\ta\tx.c\t9\tmain\n";
  int calls = 0;
  for (int i = 0; i < passes; ++i)
    for (int site : {i % 2 ? 2 : 0, 1}) { // the two branches of an if: one position
      text += "call\t" + std::to_string(site) + "\t" + std::to_string(level) + "\t" +
              std::to_string(team) + "\t" + std::to_string(1000 * calls + 100) + "\t" +
              std::to_string(1000 * calls + 900) + "\n";
      ++calls;
    }
  return text + "calls\t" + std::to_string(calls) + "\n";
}

std::string reasonsOf(const std::vector<KernelRefusal> &refused) {
  std::string text;
  for (const KernelRefusal &refusal : refused)
    text += (text.empty() ? "" : ",") + refusal.kernel + ":" + refusal.reason;
  return text;
}

RepetitionVerdict repetitionOf(const std::string &lines) {
  return judgeRepetition(recordOf("data\t1000000\t2\t1\n" + lines), {"a", "b"}, windowsOf(2, 2));
}

const std::string good_kernels = "kernel\t0\t1000\t1000\t0\t0\t0\nkernel\t1\t5000\t5000\t0\t0\t0\n";

} // namespace

TEST_CASE("the order of the calls, their times and their places") {
  OrderVerdict verdict = judgeOrder(recordOf(loopOf(4, 0, 1) + "done\n"), {"a", "b"}, 2);
  CHECK(verdict.refused.empty());
  CHECK(verdict.order.cycle.length == 2);
  CHECK(verdict.order.cycle.passes == 4);
  CHECK_FALSE(verdict.order.in_region);
  CHECK(verdict.order.sites == std::vector<int>{2, 1});
  CHECK(verdict.order.passes() == 3);
  CHECK(verdict.order.loop_s == Approx(5.8e-6));
  CHECK(verdict.order.kernels_s == Approx(4.8e-6));
  CHECK(callNumber(recordOf(loopOf(4, 0, 1)), verdict.order) == 2);
  for (int pass : {0, 1, 5})
    CHECK(reasonsOf(judgeOrder(recordOf(loopOf(4, 0, 1)), {"a", "b"}, pass).refused) == ":order");
}

TEST_CASE("all threads of a region, or some of them") {
  std::string loop = loopOf(4, 1, 2);
  std::string same = "thread\t1\t8\tab\nthread\t0\t8\tab\n";
  OrderVerdict verdict = judgeOrder(recordOf(loop + same), {"a", "b"}, 2);
  CHECK(verdict.refused.empty());
  CHECK(verdict.order.in_region);
  for (const char *others : {"thread\t1\t8\tab\n", "thread\t1\t8\tab\nthread\t0\t8\tac\n",
                             "thread\t1\t8\tab\nthread\t0\t6\tab\n"})
    CHECK(reasonsOf(judgeOrder(recordOf(loop + others), {"a", "b"}, 2).refused) == ":order");
  CHECK(reasonsOf(judgeOrder(recordOf(loopOf(4, 2, 2) + same), {"a", "b"}, 2).refused) == ":order");
}

TEST_CASE("orders that cannot be coupled") {
  CHECK(reasonsOf(judgeOrder(recordOf(loopOf(1, 0, 1)), {"a", "b"}, 2).refused) == ":order");
  CHECK(reasonsOf(judgeOrder(recordOf(loopOf(4, 0, 1) + "strays\t1\n"), {"a"}, 2).refused) ==
        ":order");
  CHECK(reasonsOf(judgeOrder(recordOf(loopOf(4, 0, 1)), {"a", "b", "c"}, 2).refused) ==
        "c:not-called");
  CHECK(reasonsOf(judgeOrder(recordOf(loopOf(4, 0, 1) + "calls\t99\n"), {"a"}, 2).refused) ==
        ":order");
  std::string alone = "site\t0\ta\tx.c\t3\tmain\ncall\t0\t0\t1\t1\t2\ncall\t0\t0\t1\t3\t4\n"
                      "call\t0\t0\t1\t5\t6\ncalls\t3\n";
  OrderVerdict verdict = judgeOrder(recordOf(alone), {"a"}, 2);
  REQUIRE(verdict.refused.size() == 1);
  CHECK(verdict.refused.front().text.find("one kernel alone") != std::string::npos);
  std::string backwards = "site\t0\ta\tx.c\t3\tmain\ncall\t0\t0\t1\t9\t2\ncall\t0\t0\t1\t3\t4\n"
                          "calls\t2\n";
  CHECK(reasonsOf(judgeOrder(recordOf(backwards), {"a"}, 2).refused) == ":order");
}

TEST_CASE("equal counts: repeated one after the other") {
  RepetitionVerdict verdict = repetitionOf(
      good_kernels +
      "window\t0\t1\t1000\t1000\t1001\t1000\t8192\nwindow\t1\t1\t5000\t5000\t5000\t5000\t8192\n"
      "window\t0\t2\t6000\t6000\t6000\t6000\t12288\nwindow\t1\t2\t6000\t6000\t6000\t6000\t8192\n");
  CHECK(verdict.refused.empty());
  REQUIRE(verdict.windows.size() == 4);
  for (const RepeatedWindow &window : verdict.windows)
    CHECK_FALSE(window.restored);
  CHECK(verdict.windows[0].footprint == 8192);
  CHECK(verdict.windows[2].footprint == 12288);
}

TEST_CASE("a sort: its data are put back; with nothing to put back it is refused") {
  std::string windows =
      "window\t0\t1\t1000\t1000\t1000\t1000\t8192\nwindow\t1\t1\t5000\t2000\t2000\t5000\t8192\n"
      "window\t0\t2\t6000\t6000\t6000\t6000\t8192\nwindow\t1\t2\t6000\t6000\t6000\t6000\t8192\n";
  RepetitionVerdict verdict = repetitionOf(good_kernels + windows);
  CHECK(verdict.refused.empty());
  CHECK(verdict.windows[1].restored);
  CHECK_FALSE(verdict.windows[2].restored);
  RepetitionVerdict without = judgeRepetition(
      recordOf("data\t9000000000\t0\t1\n" + good_kernels + windows), {"a", "b"}, windowsOf(2, 2));
  REQUIRE(reasonsOf(without.refused) == "b:counts-change");
  CHECK(without.refused.front().text.find("8583 MB") != std::string::npos);
}

TEST_CASE("what never does the same, does input and output, allocates") {
  std::string windows = "window\t0\t1\t1000\t1500\t2000\t2500\t8192\n";
  CHECK(reasonsOf(repetitionOf(good_kernels + windows).refused) == "a:counts-change");
  CHECK(reasonsOf(repetitionOf("kernel\t0\t9\t9\t0\t0\t120\nkernel\t1\t9\t9\t0\t0\t0\n").refused) ==
        "a:input/output");
  CHECK(reasonsOf(repetitionOf("kernel\t0\t9\t9\t1\t0\t0\n").refused) == "a:allocates");
  CHECK(reasonsOf(repetitionOf("kernel\t0\t9\t9\t0\t1\t0\n").refused) == "a:allocates");
}

TEST_CASE("other work than in the pass before is said") {
  RepetitionVerdict verdict =
      repetitionOf("kernel\t0\t1000\t4000\t0\t0\t0\nkernel\t1\t5000\t0\t0\t0\t0\n");
  REQUIRE(verdict.notes.size() == 1);
  CHECK(verdict.notes.front().find("25.0 %") != std::string::npos);
}

TEST_CASE("a drift of the time is said if each run has it") {
  auto run = [](const std::string &ratio) { return recordOf("drift\t1\t2\t" + ratio + "\n"); };
  std::vector<std::string> notes = driftNotes({run("1.5"), run("1.3")}, {"a", "b"});
  REQUIRE(notes.size() == 1);
  CHECK(notes.front().find("b, a takes 30.0 % more") != std::string::npos);
  CHECK(driftNotes({run("0.5"), run("0.8")}, {"a", "b"}).front().find("20.0 % less") !=
        std::string::npos);
  CHECK(driftNotes({run("1.5"), run("1.02")}, {"a", "b"}).empty());
  CHECK(driftNotes({run("1.5")}, {"a", "b"}).empty()); // one run may be a chance
  CHECK(driftNotes({run("1.5"), run("0.5")}, {"a", "b"}).empty());
  CHECK(driftNotes({run("1.5"), recordOf("done\n")}, {"a", "b"}).empty());
}

TEST_CASE("why a run ended is said by kernel") {
  auto refusal = [](const std::string &lines, const std::string &ended = "") {
    return refusalIn(recordOf(lines), {"a", "b"}, ended);
  };
  CHECK(refusal("refused\t1\tthrows\t\n").kernel == "b");
  CHECK(refusal("refused\t1\tthrows\t\n").reason == "throws");
  CHECK(refusal("refused\t0\tgone\tmemory that was freed since\n").text.find("freed") !=
        std::string::npos);
  CHECK(refusal("doing\t1\n", "by signal 11").text.find("by signal 11") != std::string::npos);
  CHECK(refusal("doing\t1\n", "by signal 11").kernel == "b");
  CHECK(refusal("unreached\t4\ndone\n").reason == "order");
  CHECK(refusal("refused\t77\tnew-reason\tx\n").kernel.empty());
}

TEST_CASE("names by position") {
  CHECK(positionNames({"f", "t", "f", "f"}) ==
        std::vector<std::string>{"f", "t", "f (2nd)", "f (3rd)"});
}

TEST_CASE("broken records are refused") {
  for (const char *text :
       {"", "tare coupling run\t2\n", "tare coupling run\t1",
        "tare coupling run\t1\nsite\t1\ta\tb\t1\tm\n",
        "tare coupling run\t1\ncall\t0\t0\t1\t1\t2\n", "tare coupling run\t1\nrepetition\n",
        "tare coupling run\t1\nrepetition\t1e-3\t0\n",
        "tare coupling run\t1\nrepetition\t1e-3\tnan\n",
        "tare coupling run\t1\nrepetition\t1e-3\nrepetition\t1e-3\t1e-3\n",
        "tare coupling run\t1\nwindow\t0\t0\t1\t1\t1\t1\t8192\n",
        "tare coupling run\t1\nkernel\t0\t-4\t0\t0\t0\t0\n", "tare coupling run\t1\nwhat\t0\n",
        "tare coupling run\t1\ndone\tnow\n", "tare coupling run\t1\ndone"}) {
    INFO(text);
    CHECK_FALSE(readCouplingRecord(text).ok());
  }
  CHECK(readCouplingRecord("tare coupling run\t1\nrepetition\t1e-3\t2.5e-06\ndone\n").ok());
}
