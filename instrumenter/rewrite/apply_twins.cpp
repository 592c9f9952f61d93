// SPDX-License-Identifier: Apache-2.0
// Probes around the twins.
#include "instrumenter/rewrite/layout.h"
#include "instrumenter/rewrite/pragmas.h"
#include "instrumenter/rewrite/twins.h"

namespace tare {

namespace {

class TwinApplier {
public:
  TwinApplier(const std::string &text, const LineMap &lines, const std::string &module)
      : layout_(text, lines), module_(module) {}

  void apply(const Twin &twin) {
    const std::string left = "tare_s" + number(twin), count = "tare_n" + number(twin);
    bool counts = !twin.loop_body.empty();
    std::vector<std::string> before, after;
    if (twin.braced)
      before.push_back("{");
    if (twin.may_leave) {
      before.push_back("unsigned int " + left +
                       " __attribute__((cleanup(tare_left_serial))) = " + number(twin) + "u;");
      after.push_back(left + " = ~0u;");
    }
    if (counts)
      before.push_back("unsigned long " + count + " = 0;");
    before.push_back(probe("serial_begin", twin, ""));
    after.push_back(probe("serial_end", twin, counts ? ", " + count : ", 1ul"));
    if (twin.braced)
      after.push_back("}");
    surround(twin.span, twin.depth, 0, before, after);
    if (counts)
      surround(twin.loop_body, twin.depth, 1, {"{", "++" + count + ";"}, {"}"});
  }

  void open(const WrittenClause &clause) { replace(clause.span, openDefault(clause, module_)); }

  void remove(Span span) { replace(span, layout_.instead(span.begin, span.end, {""})); }

  std::vector<Edit> edits;

private:
  static std::string number(const Twin &twin) { return std::to_string(twin.node); }

  std::string probe(const std::string &name, const Twin &twin, const std::string &more) const {
    return module_ + ".probes->" + name + "(&" + module_ + ", " + number(twin) + "u" + more + ");";
  }

  void replace(Span span, const std::string &text) {
    edits.push_back({span.begin, span.end - span.begin, text, Edit::Order::Replace, 0, 0});
  }

  /// Inside one twin the outer pair comes first at its begin and last at its end.
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

std::vector<Edit> twinEdits(const std::string &text, const LineMap &lines, const SerialUnit &unit,
                            const std::string &module) {
  TwinApplier applier(text, lines, module);
  for (const Twin &twin : unit.twins)
    applier.apply(twin);
  for (const WrittenClause &clause : unit.closed_defaults)
    applier.open(clause);
  for (Span span : unit.section_pragmas)
    applier.remove(span);
  return std::move(applier.edits);
}

} // namespace tare
