// SPDX-License-Identifier: Apache-2.0
// The table of directives and clauses: what is done with each, and every refusal has a reason.
#include "catch.hpp"
#include "instrumenter/clang/directive_kinds.h"
#include "instrumenter/rewrite/pragmas.h"
#include "instrumenter/rewrite/rules.h"

using namespace tare;

namespace {

WrittenClause clause(const std::string &name, const std::string &argument = "") {
  std::string text = argument.empty() ? name : name + "(" + argument + ")";
  return {clausesIn(text).front(), text, {}};
}

Construct construct(const std::string &name, std::vector<WrittenClause> clauses = {}) {
  Construct made;
  made.name = name;
  made.kind = kindOfDirective(name);
  made.clauses = std::move(clauses);
  made.loop_body = {10, 20};
  return made;
}

Verdict verdictOf(const Construct &made) { return decide({made}, fullPlan(), "clang").front(); }

} // namespace

TEST_CASE("worksharing gets a timed barrier unless it has none or must keep its own") {
  for (const char *name : {"for", "for simd", "sections", "single"}) {
    CHECK(verdictOf(construct(name)).timed_barrier);
    CHECK_FALSE(verdictOf(construct(name, {clause("nowait")})).timed_barrier);
    CHECK(verdictOf(construct(name, {clause("nowait")})).treatment == Treatment::Measured);
  }
  std::vector<WrittenClause> keepers = {clause("reduction", "inscan, + : a"),
                                        clause("reduction", "task, + : a"), clause("ordered", "2")};
  for (const WrittenClause &keeper : keepers) {
    Verdict verdict = verdictOf(construct("for", {keeper}));
    CHECK_FALSE(verdict.timed_barrier);
    CHECK(verdict.treatment == Treatment::Outside);
    CHECK(verdict.opaque == "barrier");
    CHECK_FALSE(verdict.reason.empty());
    Verdict combined = verdictOf(construct("parallel for", {keeper}));
    CHECK((combined.keeps_barrier || combined.action == Action::RegionOutside));
  }
  Verdict single = verdictOf(construct("single", {clause("copyprivate", "a")}));
  CHECK(single.barrier_around);
  CHECK_FALSE(single.timed_barrier);
  CHECK(single.treatment == Treatment::Measured);
  Construct cancelled = construct("for");
  cancelled.has_cancel = true;
  CHECK_FALSE(verdictOf(cancelled).timed_barrier);
}

TEST_CASE("iterations are sampled where a probe prevents nothing") {
  Construct long_body = construct("for"), short_body = construct("for");
  short_body.shape.is_short = true;
  CHECK(verdictOf(long_body).unsampled.empty());
  CHECK_THAT(verdictOf(short_body).unsampled, Catch::Contains("vectorised"));
  short_body.clauses = {clause("schedule", "dynamic")};
  CHECK(verdictOf(short_body).unsampled.empty());
  short_body.clauses = {clause("schedule", "dynamic, 16")};
  CHECK_FALSE(verdictOf(short_body).unsampled.empty());
  long_body.name = "parallel for";
  long_body.kind = NodeKind::Parallel;
  CHECK(verdictOf(long_body).unsampled.empty());
  long_body.has_cancel = true;
  CHECK_FALSE(verdictOf(long_body).unsampled.empty());
  Plan plan = fullPlan();
  REQUIRE(leaveUnprobed(plan, "iterations").ok());
  CHECK(decide({construct("for")}, plan, "gcc").front().unsampled == "left out on request");
  CHECK(decide({construct("for")}, plan, "gcc").front().count_iterations);
}

TEST_CASE("every directive that Clang knows has a row") {
  auto hasWord = [](const std::string &name, const std::string &word) {
    return (" " + name + " ").find(" " + word + " ") != std::string::npos;
  };
  CHECK(directivesOfClang().size() > 90);
  for (const std::string &name : directivesOfClang()) {
    bool fortran = hasWord(name, "do") || hasWord(name, "workshare") ||
                   hasWord(name, "workdistribute") || name == "end sections" ||
                   name == "end scope" || name == "end single";
    INFO(name);
    CHECK((findRule(name) != nullptr) != fortran);
    const DirectiveRule &rule = ruleFor(construct(name));
    bool whole = rule.action == Action::RegionOutside || rule.action == Action::LeaveAlone;
    CHECK((fortran || !whole || *rule.reason));
  }
}

TEST_CASE("what only transforms, informs or is unknown is left alone") {
  for (const char *name : {"simd", "distribute", "target data", "dispatch", "interop",
                           "something new", "unroll", "error", "nothing"}) {
    Verdict verdict = verdictOf(construct(name));
    INFO(name);
    CHECK(verdict.action == Action::LeaveAlone);
    CHECK(verdict.treatment == Treatment::LeftAlone);
    CHECK_FALSE(verdict.reason.empty());
  }
}

TEST_CASE("combined forms that are not split are timed from outside") {
  for (const char *name :
       {"parallel loop", "parallel brand_new", "parallel masked taskloop simd", "target",
        "target teams distribute parallel for", "teams", "distribute parallel for"}) {
    Verdict verdict = verdictOf(construct(name));
    CHECK(verdict.action == Action::RegionOutside);
    CHECK(verdict.treatment == Treatment::Outside);
  }
  CHECK(verdictOf(construct("parallel for", {clause("brand_new", "1")})).action ==
        Action::RegionOutside);
  Construct section = construct("parallel for", {clause("default", "private")});
  CHECK(verdictOf(section).action == Action::SplitRegion);
  section.clauses.push_back(clause("reduction", "+ : a[:4]"));
  section.clauses.back().lists_only_variables = false;
  CHECK(verdictOf(section).action == Action::RegionOutside);
}

TEST_CASE("nothing is measured inside a region that is timed from outside") {
  Construct region = construct("parallel loop");
  Construct lock = construct("critical");
  lock.parent = 0;
  Construct inner = construct("atomic");
  inner.parent = 1;
  auto verdicts = decide({region, lock, inner}, fullPlan(), "clang");
  CHECK(verdicts[1].action == Action::LeaveAlone);
  CHECK(verdicts[2].action == Action::LeaveAlone);
  CHECK_FALSE(verdicts[2].reason.empty());
}

TEST_CASE("what capture forbids stays forbidden") {
  Construct lock = construct("critical");
  lock.forbidden = "inside a simd loop";
  CHECK(verdictOf(lock).action == Action::LeaveAlone);
  CHECK(verdictOf(lock).reason == "inside a simd loop");
}

TEST_CASE("clauses go to the half that they belong to") {
  SplitPragma split = splitPragma(
      construct("parallel for simd",
                {clause("num_threads", "4"), clause("private", "a"), clause("if", "n > 1"),
                 clause("if", "simd : n"), clause("default", "none"), clause("shared", "b"),
                 clause("reduction", "+ : c"), clause("proc_bind", "close"), clause("copyin", "t"),
                 clause("schedule", "static"), clause("collapse", "2"), clause("allocate", "a"),
                 clause("order", "concurrent")}),
      "tare_m");
  CHECK(split.parallel == "#pragma omp parallel num_threads(4) if(n > 1) default(shared) "
                          "shared(b) proc_bind(close) copyin(t)");
  CHECK(split.inner == "#pragma omp for simd private(a) if(n > 1) if(simd : n) "
                       "reduction(+ : c) schedule(static) collapse(2) allocate(a) "
                       "order(concurrent)");
}

TEST_CASE("an if of parallel for does not reach the loop") {
  SplitPragma split = splitPragma(construct("parallel for", {clause("if", "n")}), "tare_m");
  CHECK(split.parallel == "#pragma omp parallel if(n)");
  CHECK(split.inner == "#pragma omp for");
}

TEST_CASE("reductions of parallel master belong to the region, the filter to masked") {
  SplitPragma split =
      splitPragma(construct("parallel masked", {clause("filter", "2"), clause("reduction", "+ : a"),
                                                clause("private", "b"), clause("allocate", "b")}),
                  "tare_m");
  CHECK(split.parallel == "#pragma omp parallel reduction(+ : a) private(b) allocate(b)");
  CHECK(split.inner == "#pragma omp masked filter(2)");
}

TEST_CASE("with default(private) what the inner half takes from outside stays shared") {
  Construct made = construct("parallel for", {clause("default", "firstprivate")});
  for (const char *name : {"firstprivate", "lastprivate"}) {
    made.clauses.push_back(clause(name, "a, b"));
    made.clauses.back().items = {{"a", 4}, {"b", 4}};
  }
  CHECK(splitPragma(made, "tare_m").parallel ==
        "#pragma omp parallel default(firstprivate) shared(tare_m) shared(a, b)");
}

TEST_CASE("an untied task is left at its scheduling points, where Clang may move it") {
  Construct task = construct("task", {clause("untied")});
  Construct group = construct("taskgroup"), wait = construct("taskwait");
  group.task = wait.task = group.parent = 0;
  wait.parent = 1;
  auto verdicts = decide({task, group, wait}, fullPlan(), "clang");
  CHECK(verdicts[0].action == Action::Task);
  CHECK(verdicts[1].leaves_task == 0);
  CHECK(verdicts[2].leaves_task == 0);
  CHECK(decide({task, group, wait}, fullPlan(), "gcc")[2].leaves_task == -1);
  Construct lock = construct("critical");
  lock.task = lock.parent = 0;
  verdicts = decide({task, lock, wait}, fullPlan(), "clang");
  CHECK(verdicts[0].action == Action::LeaveAlone);
  CHECK(verdicts[2].leaves_task == -1);
}

TEST_CASE("a plan leaves out kinds by name") {
  for (const char *name : {"critical", "locks"}) {
    Plan plan = fullPlan();
    REQUIRE(leaveUnprobed(plan, name).ok());
    CHECK(decide({construct("critical")}, plan, "gcc")[0].action == Action::LeaveAlone);
    CHECK(decide({construct("for")}, plan, "gcc")[0].action == Action::Work);
  }
  Plan plan = fullPlan();
  CHECK_FALSE(leaveUnprobed(plan, "nonsense").ok());
  CHECK_FALSE(leaveUnprobed(plan, "function").ok());
  CHECK_FALSE(planFor("L").wants(ProbeKind::Barrier, NodeKind::Barrier));
  CHECK(planFor("L").wants(ProbeKind::Region, NodeKind::Parallel));
}
