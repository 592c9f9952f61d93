// SPDX-License-Identifier: Apache-2.0
// Parallel regions, whole, split, and from outside.
#include "instrumenter/clang/directive_kinds.h"
#include "instrumenter/rewrite/applier.h"

#include "instrumenter/rewrite/pragmas.h"

namespace tare {

std::string Applier::regionProbe(const std::string &name) const {
  return request_.module + ".probes->" + name + "(&" + region() + ");";
}

/// The first pieces inside a region. Cancellation jumps to the end of the region, past probes but
/// not past cleanups.
Applier::Pieces Applier::regionBegin() const {
  Pieces pieces = {"{"};
  if (verdict_->by_cleanup)
    pieces.push_back("struct tare_region *tare_f" + std::to_string(index_) +
                     " __attribute__((cleanup(tare_left_region))) = &" + region() + ";");
  pieces.push_back(regionProbe("region_start"));
  declareGathered(pieces);
  return pieces;
}

Applier::Pieces Applier::regionEnd() const {
  Pieces pieces;
  tellGathered(pieces);
  if (!verdict_->by_cleanup)
    pieces.push_back(regionProbe("region_finish"));
  pieces.push_back("}");
  return pieces;
}

void Applier::applyRegion() {
  around({"{", "struct tare_region " + region() + ";",
          probe("region_fork",
                ", &" + region() + (verdict_->by_cleanup ? ", tare_region_cancels" : ", 0u"))},
         {regionProbe("region_join"), "}"});
  replacePragma(" shared(" + region() + ")");
  inside(construct_->body, regionBegin(), regionEnd());
}

void Applier::applyRegionOutside() {
  around({"{", "struct tare_region " + region() + ";",
          probe("region_fork", ", &" + region() + ", tare_region_opaque")},
         {regionProbe("region_join"), "}"});
  replacePragma("");
}

/// A worksharing half has its probes around it. Master and masked have them inside, since only one
/// thread enters.
void Applier::applySplitRegion() {
  SplitPragma split = splitPragma(*construct_, request_.module);
  NodeKind half = innerHalf(construct_->name);
  bool inside_half = half == NodeKind::Master || half == NodeKind::Masked;
  bool add_nowait =
      !inside_half && !verdict_->keeps_barrier && !hasClause(construct_->clauses, "nowait");
  Pieces pieces = {split.parallel + " shared(" + region() + ")", "{", regionProbe("region_start"),
                   "{"};
  Pieces after;
  if (verdict_->half != Treatment::Measured) {
    // no probes: it is code of the region
  } else if (inside_half) {
    inside(construct_->body, {"{", innerProbe("work_begin")},
           {innerProbe("work_end", ", 1ul"), "}"});
  } else {
    declareCounters(pieces);
    declareGathered(pieces);
    pieces.push_back(innerProbe("work_begin"));
    useCounters(after);
    tellGathered(after);
    after.push_back(innerProbe("work_end", ", " + units()));
  }
  for (const std::string &piece : {std::string("}"), regionProbe("region_finish"), std::string("}"),
                                   regionProbe("region_join"), std::string("}")})
    after.push_back(piece);
  pieces.push_back(split.inner + (add_nowait ? " nowait" : ""));
  around({"{", "struct tare_region " + region() + ";",
          probe("region_fork", ", &" + region() + ", 0u")},
         after);
  insertInstead(construct_->pragma, pieces);
  countIterations();
}

} // namespace tare
