// SPDX-License-Identifier: Apache-2.0
// Counting a loop's iterations, and sampling single ones.
//
// A counter that nothing else can see costs nothing that lasts, and a loop with it can still be
// vectorised. While iterations are sampled it lies in memory: an iteration then costs an increment
// and two comparisons, and the probes are called for the few that the runtime asks for.
#include "instrumenter/rewrite/applier.h"

#include "instrumenter/clang/directive_kinds.h"

namespace tare {

bool Applier::samples() const {
  bool is_loop = construct_->kind == NodeKind::For || innerHalf(construct_->name) == NodeKind::For;
  return is_loop && verdict_->count_iterations && verdict_->unsampled.empty();
}

std::string Applier::counterVariable() const {
  return samples() ? "struct tare_iterations " + counter() + " = {{0, 1}};"
                   : "unsigned long " + counter() + " = 0;";
}

std::string Applier::units() const {
  if (!verdict_->count_iterations)
    return "~0ul";
  return samples() ? counter() + ".w[0]" : counter();
}

void Applier::countIterations() {
  if (!verdict_->count_iterations)
    return;
  if (samples())
    sampleIterations();
  else
    inside(construct_->loop_body, {"{", "++" + counter() + ";"}, {"}"});
}

namespace {

std::string seldom(const std::string &condition, const std::string &call) {
  return "if (__builtin_expect(" + condition + ", 0)) " + call + ";";
}

} // namespace

/// The loop's variable by its name, which nothing between here and its declaration hides.
Applier::Pieces Applier::iterationBegin() const {
  const std::string &variable = construct_->shape.variable;
  const std::string node =
      std::to_string(construct_->inner_node < 0 ? construct_->node : construct_->inner_node) + "u";
  const std::string index =
      variable.empty() ? "(long)" + counter() + ".w[0] - 1" : "(long)(" + variable + ")";
  return {"{", seldom("++" + counter() + ".w[0] == " + counter() + ".w[1]",
                      call(node, "iteration_begin", ", &" + counter() + ", " + index))};
}

/// `continue` has to pass the end too: it then ends a loop of one trip.
void Applier::sampleIterations() {
  Pieces first = iterationBegin();
  Pieces last = {seldom(counter() + ".w[2] != 0",
                        request_.module + ".probes->iteration_end(&" + counter() + ")"),
                 "}"};
  if (construct_->shape.has_continue) {
    first.push_back("do");
    first.push_back("{");
    last.insert(last.begin(), "} while (0);");
  }
  inside(construct_->loop_body, first, last);
}

} // namespace tare
