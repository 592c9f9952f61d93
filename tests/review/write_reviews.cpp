// SPDX-License-Identifier: Apache-2.0
// Writes reviews in every form, and the ledgers that they are of, for the scripts that test them.
#include "analyzer/ledger/ledger_json.h"
#include "base/files.h"
#include "sample_review.h"

using namespace tare;
using namespace tare::test;

namespace {

/// The books of a fake are made to close, so that they can be read.
void closeBooks(Ledger &ledger) {
  for (Table &table : ledger.tables) {
    double sum = 0;
    for (LedgerLine &line : table.overheads)
      sum += line.time.time_s;
    double half = table.total_overhead.high_s - table.total_overhead.time_s;
    table.total_overhead = {sum, sum - half, sum + half};
    table.unidentified_parts.agreement_s = table.overheads.back().time.time_s;
    if (!ledger.predicted.empty())
      continue; // it has its T_p
    for (double time : table.parallel_repetitions_s)
      table.parallel_time.time_s += time / double(table.parallel_repetitions_s.size());
    table.parallel_time.low_s = table.parallel_time.high_s = table.parallel_time.time_s;
  }
}

bool write(const std::string &path, const std::string &text) {
  return writeFileAtomic(path, text).ok();
}

bool writeAll(const std::string &stem, std::pair<Ledger, Ledger> pair,
              const std::string &gate = "any > 5%") {
  Review review = reviewOf(pair, {gate});
  closeBooks(pair.first);
  closeBooks(pair.second);
  return write(stem + ".base.json", writeLedger(pair.first)) &&
         write(stem + ".head.json", writeLedger(pair.second)) &&
         write(stem + ".json", reviewJson(review)) && write(stem + ".md", reviewMarkdown(review)) &&
         write(stem + ".sarif", reviewSarif(review)) &&
         write(stem + ".gitlab", reviewGitLab(review)) && write(stem + ".txt", reviewText(review));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 2;
  std::string folder = std::string(argv[1]) + "/";
  bool written = writeAll(folder + "grown", versions(0.1)) &&
                 writeAll(folder + "slightly", versions(0.019, 5, 1, 0.0005)) &&
                 writeAll(folder + "again", versions(0.1, 5, 2)) &&
                 writeAll(folder + "nothing", versions(0, 5, 2)) &&
                 writeAll(folder + "shrunk", versions(-0.04)) &&
                 writeAll(folder + "same", versions(0)) &&
                 writeAll(folder + "forecast", prediction(0), "time > 5%") &&
                 writeAll(folder + "missed", prediction(0.1), "time > 5%") &&
                 writeAll(folder + "few", versions(0.1, 2)) &&
                 writeAll(folder + "slower", slower(), "time > 5%");
  return written ? 0 : 1;
}
