// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/rewrite/rule_table.h"

#include "base/text.h"

#include <algorithm>

namespace tare {

namespace {

constexpr const char *declares = "it declares, and does nothing itself";
constexpr const char *no_half = "a combined form that is not split";
constexpr const char *in_teams = "teams are not measured inside";
constexpr const char *on_device = "device constructs are not measured inside";
constexpr const char *simd_part = "a simd loop is part of the work around it";
constexpr const char *transforms = "it only transforms the loop around or below it";
constexpr const char *fortran = "it is Fortran's";

constexpr DirectiveRule rules[] = {
    // regions
    {"parallel", Action::Region, "", ""},
    {"parallel for", Action::SplitRegion, "", ""},
    {"parallel for simd", Action::SplitRegion, "", ""},
    {"parallel sections", Action::SplitRegion, "", ""},
    {"parallel master", Action::SplitRegion, "", ""},
    {"parallel masked", Action::SplitRegion, "", ""},
    {"parallel loop", Action::RegionOutside, no_half, "loop"},
    {"parallel master taskloop", Action::RegionOutside, hidden_tasks, "tasks"},
    {"parallel master taskloop simd", Action::RegionOutside, hidden_tasks, "tasks"},
    {"parallel masked taskloop", Action::RegionOutside, hidden_tasks, "tasks"},
    {"parallel masked taskloop simd", Action::RegionOutside, hidden_tasks, "tasks"},
    // worksharing and what one thread runs
    {"for", Action::Work, "", ""},
    {"for simd", Action::Work, "", ""},
    {"loop", Action::Work, "the compiler chooses what a loop directive becomes", "barrier"},
    {"sections", Action::Work, "", ""},
    {"section", Action::Body, "", ""},
    {"single", Action::Body, "", ""},
    {"master", Action::Body, "", ""},
    {"masked", Action::Body, "", ""},
    {"scope", Action::OwnBarrier, "", ""},
    {"scan", Action::LeaveAlone, "it parts the body of the loop around it", ""},
    // synchronisation
    {"critical", Action::Lock, "", ""},
    {"ordered", Action::Lock, "", ""},
    {"barrier", Action::Barrier, "", ""},
    {"atomic", Action::Count, "", ""},
    {"flush", Action::Count, "", ""},
    {"cancel", Action::Count, "", ""},
    {"cancellation point", Action::Count, "", ""},
    // tasks
    {"task", Action::Task, "", ""},
    {"taskwait", Action::Wait, "", ""},
    {"taskyield", Action::Wait, "", ""},
    {"taskgroup", Action::GroupWait, "", ""},
    {"depobj", Action::Count, "", ""},
    {"taskloop", Action::Taskloop, "", ""},
    {"taskloop simd", Action::Work, hidden_tasks, "tasks"},
    {"master taskloop", Action::Work, hidden_tasks, "tasks"},
    {"master taskloop simd", Action::Work, hidden_tasks, "tasks"},
    {"masked taskloop", Action::Work, hidden_tasks, "tasks"},
    {"masked taskloop simd", Action::Work, hidden_tasks, "tasks"},
    // loops that are only changed
    {"simd", Action::LeaveAlone, simd_part, ""},
    {"tile", Action::LeaveAlone, transforms, ""},
    {"unroll", Action::LeaveAlone, transforms, ""},
    {"reverse", Action::LeaveAlone, transforms, ""},
    {"interchange", Action::LeaveAlone, transforms, ""},
    {"fuse", Action::LeaveAlone, transforms, ""},
    {"stripe", Action::LeaveAlone, transforms, ""},
    // teams
    {"teams", Action::RegionOutside, in_teams, "teams"},
    {"teams distribute", Action::RegionOutside, in_teams, "teams"},
    {"teams distribute simd", Action::RegionOutside, in_teams, "teams"},
    {"teams distribute parallel for", Action::RegionOutside, in_teams, "teams"},
    {"teams distribute parallel for simd", Action::RegionOutside, in_teams, "teams"},
    {"teams loop", Action::RegionOutside, in_teams, "teams"},
    {"distribute", Action::LeaveAlone, in_teams, ""},
    {"distribute simd", Action::LeaveAlone, in_teams, ""},
    {"distribute parallel for", Action::RegionOutside, in_teams, "teams"},
    {"distribute parallel for simd", Action::RegionOutside, in_teams, "teams"},
    // devices, or the host in their place
    {"target", Action::RegionOutside, on_device, "target"},
    {"target parallel", Action::RegionOutside, on_device, "target"},
    {"target parallel for", Action::RegionOutside, on_device, "target"},
    {"target parallel for simd", Action::RegionOutside, on_device, "target"},
    {"target parallel loop", Action::RegionOutside, on_device, "target"},
    {"target simd", Action::RegionOutside, on_device, "target"},
    {"target loop", Action::RegionOutside, on_device, "target"},
    {"target teams", Action::RegionOutside, on_device, "target"},
    {"target teams distribute", Action::RegionOutside, on_device, "target"},
    {"target teams distribute simd", Action::RegionOutside, on_device, "target"},
    {"target teams distribute parallel for", Action::RegionOutside, on_device, "target"},
    {"target teams distribute parallel for simd", Action::RegionOutside, on_device, "target"},
    {"target teams loop", Action::RegionOutside, on_device, "target"},
    {"target data", Action::LeaveAlone, "its body is code of what is around it", ""},
    {"target enter data", Action::Work, "copies to and from a device are not parted", "target"},
    {"target exit data", Action::Work, "copies to and from a device are not parted", "target"},
    {"target update", Action::Work, "copies to and from a device are not parted", "target"},
    {"interop", Action::LeaveAlone, "it hands over a device's queue", ""},
    {"taskgraph", Action::LeaveAlone, "its tasks may be repeated from an earlier run", ""},
    {"dispatch", Action::LeaveAlone, "it only chooses the function that is called", ""},
    // what does nothing when the program runs
    {"metadirective", Action::RegionOutside, "which of its variants runs is not known",
     "metadirective"},
    {"nothing", Action::LeaveAlone, "it does nothing", ""},
    {"error", Action::LeaveAlone, "it only gives a message", ""},
    {"assume", Action::LeaveAlone, "it only informs the compiler", ""},
    {"assumes", Action::LeaveAlone, declares, ""},
    {"begin assumes", Action::LeaveAlone, declares, ""},
    {"end assumes", Action::LeaveAlone, declares, ""},
    {"allocate", Action::LeaveAlone, declares, ""},
    {"allocators", Action::LeaveAlone, fortran, ""},
    {"requires", Action::LeaveAlone, declares, ""},
    {"threadprivate", Action::LeaveAlone, declares, ""},
    {"declare reduction", Action::LeaveAlone, declares, ""},
    {"declare_induction", Action::LeaveAlone, declares, ""},
    {"groupprivate", Action::LeaveAlone, declares, ""},
    {"declare mapper", Action::LeaveAlone, declares, ""},
    {"declare simd", Action::LeaveAlone, declares, ""},
    {"declare target", Action::LeaveAlone, declares, ""},
    {"begin declare target", Action::LeaveAlone, declares, ""},
    {"end declare target", Action::LeaveAlone, declares, ""},
    {"declare variant", Action::LeaveAlone, declares, ""},
    {"begin declare variant", Action::LeaveAlone, declares, ""},
    {"end declare variant", Action::LeaveAlone, declares, ""},
    // lock routines
    {"omp_set_lock", Action::WaitingCall, "", ""},
    {"omp_unset_lock", Action::WaitingCall, "", ""},
    {"omp_set_nest_lock", Action::WaitingCall, "", ""},
    {"omp_unset_nest_lock", Action::WaitingCall, "", ""},
    {"omp_test_lock", Action::CountedCall, "", ""},
    {"omp_test_nest_lock", Action::CountedCall, "", ""},
};

constexpr DirectiveRule unknown_rule = {"", Action::LeaveAlone, "this directive is not known", ""};
constexpr DirectiveRule new_region_rule = {"", Action::RegionOutside, no_half, "unknown"};
constexpr DirectiveRule loop_rule = {"", Action::SerialLoop, "", ""};
constexpr DirectiveRule serial_rule = {"", Action::SerialCode, "", ""};
constexpr DirectiveRule spin_rule = {"", Action::Wait, "", ""};
constexpr DirectiveRule section_rule = {"", Action::Body, "", ""};

/// In OpenMP 5.2 and older spellings.
constexpr ClauseRule clause_rules[] = {
    {"", "reduction", "inscan", "", Effect::KeepsBarrier,
     "an inscan reduction needs its own barrier"},
    {"", "reduction", "task", "", Effect::KeepsBarrier, "a task reduction needs its own barrier"},
    {"", "ordered", "()", "", Effect::KeepsBarrier, "a doacross loop keeps its own barrier"},
    // wrong sums from Clang 19 in a worksharing loop that is not combined with its region
    {"", "reduction", "inscan", "clang", Effect::NotSplit,
     "an inscan reduction is right only in the combined form"},
    {"ordered", "depend", "sink", "", Effect::Waits, ""},
    {"ordered", "doacross", "sink", "", Effect::Waits, ""},
    {"ordered", "depend", "source", "", Effect::LeftAlone, "it only signals"},
    {"ordered", "doacross", "source", "", Effect::LeftAlone, "it only signals"},
    {"ordered", "simd", "", "", Effect::LeftAlone, simd_part},
    {"loop", "bind", "thread", "", Effect::LeftAlone,
     "a loop of one thread is part of the work "
     "around it"},
    {"loop", "bind", "teams", "", Effect::LeftAlone, in_teams},
};

struct Distribution {
  const char *clause;
  Half on_loop;   // parallel for, parallel for simd, parallel sections
  Half on_master; // parallel master, parallel masked
};

constexpr Distribution distributions[] = {
    {"num_threads", Half::Parallel, Half::Parallel}, {"proc_bind", Half::Parallel, Half::Parallel},
    {"copyin", Half::Parallel, Half::Parallel},      {"shared", Half::Parallel, Half::Parallel},
    {"default", Half::Parallel, Half::Parallel},     {"private", Half::Inner, Half::Parallel},
    {"firstprivate", Half::Inner, Half::Parallel},   {"allocate", Half::Inner, Half::Parallel},
    {"reduction", Half::Inner, Half::Parallel},      {"lastprivate", Half::Inner, Half::Unknown},
    {"linear", Half::Inner, Half::Unknown},          {"schedule", Half::Inner, Half::Unknown},
    {"collapse", Half::Inner, Half::Unknown},        {"ordered", Half::Inner, Half::Unknown},
    {"order", Half::Inner, Half::Unknown},           {"aligned", Half::Inner, Half::Unknown},
    {"safelen", Half::Inner, Half::Unknown},         {"simdlen", Half::Inner, Half::Unknown},
    {"nontemporal", Half::Inner, Half::Unknown},     {"nowait", Half::Inner, Half::Unknown},
    {"filter", Half::Unknown, Half::Inner},
};

/// Does a directive's name begin or end in these words?
bool endsInWords(const std::string &name, const std::string &words) {
  return words.empty() || name == words || endsWith(name, " " + words) ||
         startsWith(name, words + " ");
}

/// A plain `if` speaks to every directive that takes one.
Half halfOfIf(const Clause &clause, bool has_simd) {
  if (clause.hasWord("parallel"))
    return Half::Parallel;
  if (clause.hasWord("simd"))
    return has_simd ? Half::Inner : Half::Unknown;
  if (!clause.words.empty())
    return Half::Unknown;
  return has_simd ? Half::Both : Half::Parallel;
}

bool meets(const Construct &construct, const ClauseRule &rule) {
  if (std::string_view(rule.word) != "()")
    return hasClause(construct.clauses, rule.clause, rule.word);
  const Clause *clause = findClause(construct.clauses, rule.clause);
  return clause && !clause->expression.empty();
}

} // namespace

ProbeKind probeOf(Action action) {
  switch (action) {
  case Action::Work:
  case Action::Body:
    return ProbeKind::Work;
  case Action::Lock:
    return ProbeKind::Lock;
  case Action::Barrier:
  case Action::OwnBarrier:
    return ProbeKind::Barrier;
  case Action::Wait:
  case Action::GroupWait:
  case Action::WaitingCall:
    return ProbeKind::Wait;
  case Action::Task:
  case Action::Taskloop:
    return ProbeKind::Task;
  case Action::Count:
  case Action::CountedCall:
    return ProbeKind::Count;
  case Action::SerialLoop:
    return ProbeKind::SerialLoop;
  case Action::SerialCode:
    return ProbeKind::SerialCode;
  default:
    return ProbeKind::Region;
  }
}

const DirectiveRule *findRule(const std::string &directive) {
  for (const DirectiveRule &rule : rules)
    if (directive == rule.name)
      return &rule;
  return nullptr;
}

const DirectiveRule &ruleFor(const Construct &construct) {
  const std::string &name = construct.name;
  if (construct.serial)
    return serial_rule;
  if (construct.kind == NodeKind::Loop)
    return loop_rule;
  if (construct.kind == NodeKind::Spin)
    return spin_rule;
  if (name.empty())
    return construct.kind == NodeKind::Section ? section_rule : unknown_rule;
  if (const DirectiveRule *rule = findRule(name))
    return *rule;
  for (const char *verb : {"cancel", "cancellation point"})
    if (startsWith(name, verb + std::string(" ")))
      return *findRule(verb);
  for (const char *word : {"parallel", "target", "teams"})
    if (startsWith(name, word + std::string(" ")))
      return new_region_rule;
  return unknown_rule;
}

bool defaultsToPrivate(const Clause &clause) {
  return clause.name == "default" && (clause.hasWord("private") || clause.hasWord("firstprivate"));
}

bool needsShared(const Clause &clause) {
  return clause.name == "reduction" || clause.name == "lastprivate" ||
         clause.name == "firstprivate" || clause.name == "linear";
}

const ClauseRule *findClauseRule(const Construct &construct, const std::string &compiler,
                                 Effect effect) {
  for (const ClauseRule &rule : clause_rules)
    if (rule.effect == effect && (!*rule.compiler || compiler == rule.compiler) &&
        endsInWords(construct.name, rule.directive) && meets(construct, rule))
      return &rule;
  return nullptr;
}

Half halfOf(const Clause &clause, const Construct &construct) {
  if (clause.name == "if")
    return halfOfIf(clause, construct.name == "parallel for simd");
  bool on_master = construct.name == "parallel master" || construct.name == "parallel masked";
  for (const Distribution &row : distributions)
    if (clause.name == row.clause)
      return on_master ? row.on_master : row.on_loop;
  return Half::Unknown;
}

} // namespace tare
