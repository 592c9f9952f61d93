// SPDX-License-Identifier: Apache-2.0
// Writes what the drivers begin with: fuzz_seeds FOLDER makes a folder in it for each of them.
#include "analyzer/ledger/ledger_json.h"
#include "analyzer/timeline/make_timeline.h"
#include "analyzer/timeline/timeline_json.h"
#include "base/files.h"
#include "driver/results/results.h"
#include "driver/results/schedule.h"
#include "instrumenter/nodes/node_table.h"
#include "tests/ledger/sample_ledger.h"
#include "tests/perturbation/longest.h"
#include "tests/perturbation/random_program.h"
#include "tests/profile/written.h"
#include "tests/timeline/sample_timeline.h"

#include <cstdio>

using namespace tare;
using namespace tare::testing;

namespace {

/// Small inputs are tried more often.
constexpr size_t small = 80000;

class Seeds {
public:
  explicit Seeds(std::string folder) : folder_(std::move(folder)) {}

  void add(const std::string &kind, const std::string &bytes) {
    std::string path = folder_ + "/" + kind;
    good_ = good_ && makeFolder(path).ok() &&
            writeFileAtomic(path + "/" + std::to_string(number_++), bytes).ok();
  }
  bool good() const { return good_; }

private:
  std::string folder_;
  int number_ = 0;
  bool good_ = true;
};

ProfileWriter diedInRegion() {
  ProfileWriter writer = lu2Profile();
  writer.threads[0].enter(1, lu2_start + 37620, 2, TARE_FRAME_MASTER);
  writer.threads[0].state.current = ProfileWriter::cellAddress(0, 2, TARE_SLOT_BODY);
  writer.dieAfter(lu2_start + 40000);
  return writer;
}

void addSimulated(Seeds &seeds, uint64_t seed) {
  test::Random random(seed);
  test::Features some;
  for (bool *feature : {&some.nested, &some.own_locks, &some.shared_locks, &some.tasks,
                        &some.statements, &some.iterations, &some.opaque})
    *feature = random.percent(50);
  test::SimulatedProgram program =
      seed % 4 == 0 ? test::serialProgram(random) : test::randomProgram(random, 2, some);
  Profile profile = simulate(program, test::costsThatSlow(random, program, 1.2));
  for (const Profile &one : {profile, test::longest(profile), test::longest(profile, 65535)})
    if (std::string bytes = written(one).bytes(); bytes.size() < small)
      seeds.add("profile", bytes);
  seeds.add("nodes", writeNodeTable(profile.modules.front().tree));
}

RunRecord run(int number, const char *role, int threads) {
  RunRecord record;
  record.number = number;
  record.repetition = 1;
  record.role = role;
  record.threads = threads;
  record.argv = {"./lu2"};
  record.wall_s = record.cpu_s = 0.001;
  record.window_ticks = 37630;
  record.window_source = "window";
  record.accepted = "yes";
  if (record.role == role::instrumented)
    record.profile = "runs/" + std::to_string(number) + "/profile.tare";
  return record;
}

void addManifest(Seeds &seeds) {
  Manifest manifest;
  manifest.program = "lu2";
  manifest.reference = "serial";
  manifest.started_utc = "2026-01-01T00:00:00Z";
  manifest.commands = {{role::serial, "./lu2"}, {role::instrumented, "./lu2"}};
  manifest.threads = {2};
  manifest.repeat = 1;
  manifest.machine = {"here", "fast", "rdtsc", "", 2, 0, {}, 1e9, 0.0004};
  manifest.runs = {run(1, role::serial, 1), run(2, role::instrumented, 1),
                   run(3, role::instrumented, 2)};
  Result<std::string> folder = makeTemporaryFolder("tare-fuzz-");
  if (folder.ok() && writeManifest(folder.value(), manifest).ok())
    seeds.add("results", readFile(folder.value() + "/manifest.json").value());
  removeTree(folder.value());
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fputs("fuzz_seeds FOLDER\n", stderr);
    return 2;
  }
  Seeds seeds(argv[1]);
  for (const ProfileWriter &writer : {lu2Profile(), leftOutProfile(), diedInRegion()})
    seeds.add("profile", writer.bytes());
  for (uint64_t seed = 1; seed <= 24; ++seed)
    addSimulated(seeds, seed);
  addManifest(seeds);
  seeds.add("ledger", writeLedger(sampleLedger()));
  for (const char *document :
       {"extra-p\nPARAMETER N\nPOINTS 1 2\nMETRIC time\nREGION f\nDATA 1 2\nDATA 3\n",
        "extra-p-json\n{\"parameters\":[\"N\"],\"measurements\":{\"f\":{\"t\":[{\"point\":[1],"
        "\"values\":[1]}]}}}",
        "extra-p-jsonl\n{\"params\":{\"N\":1},\"callpath\":\"f\",\"metric\":\"t\",\"value\":[1]}",
        "google-benchmark\n{\"benchmarks\":[{\"name\":\"f/1\",\"real_time\":1.5,\"threads\":2}]}",
        "bmf\n{\"f/N=1\":{\"t\":{\"value\":1}}}", "formula\nN^3+K*log2(N)/2-min(N,1)"})
    seeds.add("archive", document);
  for (uint32_t seed = 1; seed <= 8; ++seed)
    seeds.add("ledger", writeLedger(randomLedger(seed)));
  seeds.add("page", writeLedger(sampleLedger()));
  for (const Profile &profile :
       {test::threeExecutions(), test::threeExecutionsWithEvents(), test::manyBarriers(4, 3)})
    seeds.add("page", timelineJson(makeTimeline(profile, Teams(profile))));
  for (const char *head :
       {"GET /api/query?param=N%3D8&row=load+imbalance HTTP/1.1\r\nHost: localhost:8273\r\n\r\n",
        "POST /api/ledgers HTTP/1.1\r\nHost: [::1]\r\nAuthorization: Bearer abc\r\n"
        "Content-Length: 12\r\nExpect: 100-continue\r\n\r\n",
        "/api/x?a=b=c&d", "127.0.0.1:1"})
    seeds.add("request", head);
  return seeds.good() ? 0 : 1;
}
