// SPDX-License-Identifier: Apache-2.0
// Probes around serial counterparts.
#include "instrumenter/rewrite/counterparts.h"
#include "instrumenter/rewrite/layout.h"
#include "instrumenter/rewrite/pragmas.h"

namespace tare {

namespace {

class CounterpartApplier {
public:
  CounterpartApplier(const std::string &text, const LineMap &lines, const std::string &module)
      : layout_(text, lines), module_(module) {}

  void apply(const Counterpart &counterpart) {
    const std::string left = "tare_s" + number(counterpart), count = "tare_n" + number(counterpart);
    bool counts = !counterpart.loop_body.empty();
    std::vector<std::string> before, after;
    if (counterpart.braced)
      before.push_back("{");
    if (counterpart.may_leave) {
      before.push_back("unsigned int " + left + " __attribute__((cleanup(tare_left_serial))) = " +
                       number(counterpart) + "u;");
      after.push_back(left + " = ~0u;");
    }
    if (counts)
      before.push_back("unsigned long " + count + " = 0;");
    before.push_back(probe("serial_begin", counterpart, ""));
    after.push_back(probe("serial_end", counterpart, counts ? ", " + count : ", 1ul"));
    if (counterpart.braced)
      after.push_back("}");
    surround(counterpart.span, counterpart.depth, 0, before, after);
    if (counts)
      surround(counterpart.loop_body, counterpart.depth, 1, {"{", "++" + count + ";"}, {"}"});
  }

  void open(const WrittenClause &clause) { replace(clause.span, openDefault(clause, module_)); }

  void remove(Span span) { replace(span, layout_.instead(span.begin, span.end, {""})); }

  std::vector<Edit> edits;

private:
  static std::string number(const Counterpart &counterpart) {
    return std::to_string(counterpart.node);
  }

  std::string probe(const std::string &name, const Counterpart &counterpart,
                    const std::string &more) const {
    return module_ + ".probes->" + name + "(&" + module_ + ", " + number(counterpart) + "u" + more +
           ");";
  }

  void replace(Span span, const std::string &text) {
    edits.push_back({span.begin, span.size(), text, Edit::Order::Replace, 0, 0});
  }

  /// The outer pair of one counterpart comes first at its begin and last at its end.
  void surround(Span span, int depth, int rank, const std::vector<std::string> &before,
                const std::vector<std::string> &after) {
    edits.push_back(
        {span.begin, 0, layout_.at(span.begin, before), Edit::Order::Begin, depth, rank});
    edits.push_back({span.end, 0, layout_.at(span.end, after), Edit::Order::End, depth, 2 - rank});
  }

  Layout layout_;
  const std::string &module_;
};

} // namespace

std::vector<Edit> counterpartEdits(const std::string &text, const LineMap &lines,
                                   const SerialUnit &unit, const std::string &module) {
  CounterpartApplier applier(text, lines, module);
  for (const Counterpart &counterpart : unit.counterparts)
    applier.apply(counterpart);
  for (const WrittenClause &clause : unit.closed_defaults)
    applier.open(clause);
  for (Span span : unit.section_pragmas)
    applier.remove(span);
  return std::move(applier.edits);
}

} // namespace tare
