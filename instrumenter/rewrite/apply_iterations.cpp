// SPDX-License-Identifier: Apache-2.0
// Counting a loop's iterations, and sampling single ones.
//
// A counter that no other code can see is nearly free, and a loop with it can still be vectorised.
// While iterations are sampled, probes are called for the few iterations that the runtime asks for.
// Any other iteration costs an increment and two comparisons in registers.
//
// A call that may write to memory costs more than its own time: in every iteration the compiler
// would have to read the team's shared variables again. So the unit calls the probes as pure
// functions, and cannot see that they are not. It does not call them as functions that read no
// memory either: then the body's writes might pass the call, and a whole loop its samples.
#include "instrumenter/rewrite/applier.h"

#include "instrumenter/clang/directive_kinds.h"

namespace tare {

bool Applier::samples() const {
  bool is_loop = construct_->kind == NodeKind::For || innerHalf(construct_->name) == NodeKind::For;
  return is_loop && verdict_->count_iterations && verdict_->unsampled.empty();
}

/// GCC ignores the attribute at a pointer, but gives the team most variables by value. The type is
/// the member's own, since that may be noexcept.
std::string Applier::samplingProbe(char pointer, const std::string &name) const {
  const std::string member = request_.module + ".probes->" + name;
  return "__typeof__(" + member + ") " + sampling(pointer) +
         " __attribute__((__pure__)) = " + member + ";";
}

/// The runtime's own data lies in memory; the empty asm keeps the compiler from assuming its value.
void Applier::declareCounters(Pieces &pieces) const {
  if (!verdict_->count_iterations)
    return;
  if (!samples())
    return pieces.push_back("unsigned long " + counter() + " = 0;");
  pieces.push_back("struct tare_iterations " + sampling('i') + " = {{0}};");
  pieces.push_back("unsigned long " + counter() + " = 0, " + sampling('x') + " = 1, " +
                   sampling('e') + " = 0;");
  pieces.push_back(samplingProbe('b', "iteration_begin"));
  pieces.push_back(samplingProbe('f', "iteration_end"));
  pieces.push_back("__asm__ __volatile__(\"\" : \"+m\"(" + sampling('i') + "));");
}

/// Uses the results after the loop. Else the compiler would drop the calls of pure functions.
void Applier::useCounters(Pieces &pieces) const {
  if (samples())
    pieces.push_back("__asm__ __volatile__(\"\" : : \"r\"(" + sampling('x') + "), \"m\"(" +
                     sampling('i') + "));");
}

/// What this construct counts (gathered_counts.h).
const std::vector<int> &Applier::gathered() const {
  static const std::vector<int> none;
  auto found = gathered_.find(index_);
  return found == gathered_.end() ? none : found->second;
}

void Applier::declareGathered(Pieces &pieces) const {
  for (int counted : gathered()) {
    pieces.push_back("unsigned long tare_a" + std::to_string(counted) + " = 0;");
    if (request_.verdicts[size_t(counted)].action == Action::Lock)
      pieces.push_back("unsigned long tare_d" + std::to_string(counted) + " = " +
                       call(nodeOf(counted), "lock_first") + ";");
  }
}

void Applier::tellGathered(Pieces &pieces) const {
  for (int counted : gathered()) {
    const std::string number = std::to_string(counted);
    bool is_lock = request_.verdicts[size_t(counted)].action == Action::Lock;
    pieces.push_back(is_lock ? call(nodeOf(counted), "lock_passed",
                                    ", tare_a" + number + ", tare_d" + number) +
                                   ";"
                             : call(nodeOf(counted), "count", ", tare_a" + number) + ";");
  }
}

std::string Applier::nodeOf(int construct) const {
  return std::to_string(request_.constructs[size_t(construct)].node) + "u";
}

std::string Applier::units() const { return verdict_->count_iterations ? counter() : "~0ul"; }

void Applier::countIterations() {
  if (!verdict_->count_iterations)
    return;
  if (samples())
    sampleIterations();
  else
    inside(construct_->loop_body, {"{", "++" + counter() + ";"}, {"}"});
}

namespace {

std::string seldom(const std::string &condition, const std::string &statements) {
  return "if (__builtin_expect(" + condition + ", 0)) { " + statements + " }";
}

} // namespace

/// The code at the begin of an iteration. It names the loop's variable, which no other declaration
/// hides here.
std::string Applier::iterationBegin() const {
  const std::string &variable = construct_->shape.variable;
  const std::string node =
      std::to_string(construct_->inner_node < 0 ? construct_->node : construct_->inner_node) + "u";
  const std::string index =
      variable.empty() ? "(long)" + counter() + " - 1" : "(long)(" + variable + ")";
  const std::string next = sampling('x');
  return seldom("++" + counter() + " == " + next,
                next + " = " + sampling('b') + "(&" + request_.module + ", " + node + ", &" +
                    sampling('i') + ", " + counter() + ", " + index + "); " + sampling('e') +
                    " = " + next + " & 1; " + next + " >>= 1;");
}

std::string Applier::iterationEnd() const {
  return seldom(sampling('e') + " != 0", sampling('x') + " = " + sampling('f') + "(&" +
                                             sampling('i') + ", " + counter() + "); " +
                                             sampling('e') + " = 0;");
}

/// `continue` has to pass the end too: it then ends a loop of one trip.
void Applier::sampleIterations() {
  Pieces first = {"{", iterationBegin()};
  Pieces last = {iterationEnd(), "}"};
  if (construct_->shape.has_continue) {
    first.push_back("do");
    first.push_back("{");
    last.insert(last.begin(), "} while (0);");
  }
  inside(construct_->loop_body, first, last);
}

} // namespace tare
