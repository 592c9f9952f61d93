// SPDX-License-Identifier: Apache-2.0
// Jobs of ranks: one table of all of them, whose rows sum to K T - T_s (docs/explanation/jobs.md).
#include "analyzer/books/job_balance.h"

#include "analyzer/ledger/categories.h"
#include "analyzer/report/note_text.h"
#include "analyzer/tables/job_figures.h"
#include "closed_repetition.h"
#include "fake_run.h"

using namespace tare;
using namespace tare::test;

namespace {

/// Serial code, then a loop whose iterations the threads share.
Profile jobRank(Ticks serial, const std::vector<Ticks> &work, uint64_t iterations) {
  FakeRun run(static_cast<int>(work.size()));
  uint32_t region = run.node(NodeKind::Parallel, "");
  uint32_t loop = run.node(NodeKind::For, "", true);
  run.serial(serial);
  run.fork(region, std::vector<Ticks>(work.size(), 0));
  for (size_t i = 0; i < work.size(); ++i)
    run.spend(i, loop, Spent::Body, work[i], iterations);
  run.join(0);
  return run.finish();
}

InstrumentedRun processOf(const Profile &profile) {
  return InstrumentedRun{std::make_shared<const Profile>(profile), 0};
}

InstrumentedRun jobOf(const std::vector<Profile> &ranks, const std::vector<Ticks> &before) {
  InstrumentedRun job = processOf(ranks.front());
  job.before = before.front();
  for (size_t rank = 1; rank < ranks.size(); ++rank) {
    job.others.push_back(processOf(ranks[rank]));
    job.others.back().before = before[rank];
  }
  return job;
}

Repetition jobRepetition(InstrumentedRun job, RunSize size) {
  Repetition repetition;
  repetition.threads = size.threads;
  repetition.ranks = size.ranks;
  repetition.instrumented = std::move(job);
  return repetition;
}

} // namespace

TEST_CASE("rows of a job are the sums of its ranks, and what ranks lack of its time is a row") {
  // Rank 0: serial 100, threads 300 and 200. Rank 1 begins 20 later: serial 100, threads 260 and
  // 260.
  Repetition repetition = jobRepetition(
      jobOf({jobRank(100, {300, 200}, 25), jobRank(100, {260, 260}, 25)}, {0, 20}), {4, 2});
  repetition.serial = PlainRun{1100, 0};
  repetition.one = processOf(jobRank(100, {1000}, 100));
  KeyTable keys;
  RepetitionAccount account = closed(repetition, keys);
  Ticks whole = 400; // rank 0 ends last
  Ticks sum = 0;
  for (Ticks ticks : account.totals)
    sum += ticks;
  CHECK(account.parallel == whole);
  CHECK(sum == 4 * whole - 1100);
  CHECK(line(account, category::unparallelised) == 200); // one thread of each rank has none
  CHECK(line(account, category::load_imbalance) == 100);
  CHECK(line(account, category::mpi_start) == 2 * 20 + 2 * 20); // rank 1: 20 before, 20 after
  CHECK(line(account, category::work_rate) == 1020 - 1000 + 200 - 100); // each rank has serial code
}

TEST_CASE("a job against as many ranks of one thread each") {
  Repetition repetition = jobRepetition(
      jobOf({jobRank(100, {250, 250}, 25), jobRank(100, {250, 250}, 25)}, {0, 0}), {4, 2});
  repetition.reference = {2, 2};
  repetition.one = jobOf({jobRank(100, {500}, 50), jobRank(100, {500}, 50)}, {0, 0});
  KeyTable keys;
  RepetitionAccount account = closed(repetition, keys);
  CHECK(account.serial == 2 * 600); // thread time of the reference
  CHECK(account.parallel == 350);
  CHECK(line(account, category::unparallelised) == 200);
  for (std::string_view other : {category::work_rate, category::additional_computation,
                                 category::replicated_work, category::mpi_start})
    CHECK(line(account, other) == 0);
}

TEST_CASE("a rank without regions is serial code, and all of its threads wait") {
  Profile idle = FakeRun(2).finish();
  idle.threads.resize(1);
  idle.threads[0].initial = true;
  idle.threads[0].serial_ticks = idle.window = 350;
  Repetition repetition =
      jobRepetition(jobOf({jobRank(100, {250, 250}, 50), idle}, {0, 0}), {4, 2});
  repetition.serial = PlainRun{600, 0};
  repetition.one = processOf(jobRank(100, {500}, 100));
  KeyTable keys;
  RepetitionAccount account = closed(repetition, keys);
  CHECK(line(account, category::unparallelised) == 100 + 350);
}

TEST_CASE("time in MPI is neither serial code nor work, and its rows are the example of jobs.md") {
  // docs/explanation/jobs.md, "An example": two ranks, T = 81, and where they wait.
  auto rankOf = [](Ticks first, Ticks in_call, Ticks second, Ticks in_barrier) {
    FakeRun run(1);
    uint32_t call = run.node(NodeKind::Call, "1"), barrier = run.node(NodeKind::Call, "2");
    uint32_t region = run.node(NodeKind::Parallel, ""), loop = run.node(NodeKind::For, "", true);
    for (uint32_t node : {call, barrier})
      run.describe(node).serial = true;
    run.fork(region, {0});
    run.spend(0, loop, Spent::Body, first + second, 10);
    run.join(0);
    run.serialAt(call, in_call);
    run.serialAt(barrier, in_barrier);
    return run.finish();
  };
  Profile zero = rankOf(40, 2, 20, 19), one = rankOf(30, 15, 35, 1);
  Repetition repetition = jobRepetition(jobOf({zero, one}, {0, 0}), {2, 2});
  auto mpi = [](MpiRows call, MpiRows barrier) {
    RankRows rows;
    rows.at = {{0, false, call}, {1, false, barrier}};
    return std::make_shared<const RankRows>(rows);
  };
  repetition.instrumented.mpi = mpi({0, 0, 0, 2}, {0, 5, 10, 4});
  repetition.instrumented.others[0].mpi = mpi({0, 0, 10, 5}, {0, 0, 0, 1});
  repetition.serial = PlainRun{125, 0};
  repetition.one = processOf(jobRank(0, {125}, 20));
  KeyTable keys;
  RepetitionAccount account = closed(repetition, keys);
  CHECK(account.parallel == 81);
  CHECK(line(account, category::mpi_imbalance) == 5);
  CHECK(line(account, category::mpi_serialisation) == 20);
  CHECK(line(account, category::mpi_transfer) == 12);
  CHECK(line(account, category::mpi_start) == 0);
  CHECK(line(account, category::unparallelised) == 0);
}

TEST_CASE("a wait for another rank's probes is in no row, and no time of the job") {
  // Two ranks meet. Rank 1's profile has lost 5 of probes, so rank 0's wait is 5 shorter, too.
  auto rankOf = [](Ticks work, Ticks in_barrier) {
    FakeRun run(1);
    uint32_t barrier = run.node(NodeKind::Call, "1");
    uint32_t region = run.node(NodeKind::Parallel, ""), loop = run.node(NodeKind::For, "", true);
    run.describe(barrier).serial = true;
    run.fork(region, {0});
    run.spend(0, loop, Spent::Body, work, 10);
    run.join(0);
    run.serialAt(barrier, in_barrier);
    return run.finish();
  };
  Repetition repetition = jobRepetition(jobOf({rankOf(40, 26), rankOf(60, 1)}, {0, 0}), {2, 2});
  auto mpi = [](MpiRows rows, Ticks probes) {
    RankRows rank;
    rank.at = {{0, false, rows, probes}};
    return std::make_shared<const RankRows>(rank);
  };
  InstrumentedRun &run = repetition.instrumented;
  run.mpi = mpi({0, 20, 0, 1}, 5);
  run.others[0].mpi = mpi({0, 0, 0, 1}, 0);
  // If the barrier takes nothing of rank 0's time, or two.
  for (auto [transfer, probes] : {std::pair(0, 6), std::pair(2, 4)}) {
    run.mpi_bounds.push_back(mpi({0, 20, 0, transfer}, probes));
    run.others[0].mpi_bounds.push_back(run.others[0].mpi);
  }
  repetition.serial = PlainRun{100, 0};
  repetition.one = processOf(jobRank(0, {100}, 20));
  KeyTable keys;
  RepetitionAccount account = closed(repetition, keys);
  CHECK(account.parallel == 61);
  CHECK(line(account, category::mpi_imbalance) == 20);
  CHECK(line(account, category::mpi_transfer) == 2);
  CHECK(line(account, category::mpi_start) == 0);
  CHECK(line(account, category::unparallelised) == 0);
  REQUIRE(indexOf(category::mpi_transfer) < account.doubt.size());
  CHECK(account.doubt[indexOf(category::mpi_transfer)] == 1);
}

TEST_CASE("ranks with different numbers of threads are refused") {
  RankBalance two, one;
  two.run.balance.threads = 2;
  one.run.balance.threads = 1;
  Result<BalancedRun> job = jobBalance({two, one});
  REQUIRE_FALSE(job.ok());
  CHECK(job.error().message == "rank 1 has 1 thread, and rank 0 has 2");
}

TEST_CASE("what the job that is compared with spends in MPI itself is said") {
  auto withMpi = [](InstrumentedRun job, Ticks total, Ticks in_mpi) {
    job.job = std::make_shared<const JobRows>(JobRows{.total = total});
    forEachRank(job, [&](InstrumentedRun &rank) {
      RankRows rows;
      rows.in_mpi = in_mpi;
      rows.busy = total - in_mpi;
      rank.mpi = std::make_shared<const RankRows>(rows);
    });
    return job;
  };
  Profile rank = jobRank(100, {500}, 50);
  Repetition repetition =
      jobRepetition(withMpi(jobOf({rank, rank}, {0, 0}), 600'000, 300'000), {2, 2});
  repetition.instrumented.others[0].rank = 1;
  repetition.reference = {1, 1};
  repetition.one = withMpi(processOf(rank), 900'000, 150'000);
  Table table;
  table.parallel_time.time_s = 0.6;
  fillJob(table, {repetition});
  REQUIRE(table.job);
  CHECK(table.job->ranks.at(1).mpi_s == Approx(0.3));
  REQUIRE(table.notes.size() == 1);
  CHECK(sentenceOf(table.notes[0]) ==
        "the job of 1 rank that this one is compared with spends 150 ms of its 900 ms in MPI "
        "itself. The MPI rows hold only what is added to that");
  repetition.reference = {2, 2}; // the job itself
  fillJob(table, {repetition});
  CHECK(table.notes.size() == 1);
}
