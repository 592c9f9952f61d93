// SPDX-License-Identifier: Apache-2.0
// From a path to a validated Profile: the order of the checks, and what the header says.
#include "analyzer/profile/profile.h"

#include "analyzer/profile/cells.h"
#include "analyzer/profile/close_open.h"
#include "analyzer/profile/events.h"
#include "analyzer/profile/loaded_parts.h"
#include "analyzer/profile/log.h"
#include "analyzer/profile/paths.h"
#include "analyzer/profile/rate.h"
#include "analyzer/profile/samples.h"
#include "analyzer/profile/skipped.h"
#include "analyzer/profile/staged.h"
#include "base/sparse_file.h"
#include "runtime/profile_format.h"

#include <algorithm>
#include <utility>

namespace tare {

namespace {

/// More than 10,000 threads with full logs.
constexpr uint64_t max_profile_bytes = uint64_t(1) << 34;

Result<double> rateOf(const tare_pf_header &header) {
  bool stopped = header.stop_tick != 0 && header.stop_ns != 0;
  return ticksPerSecond(
      header.clock, {header.start_tick, header.start_ns},
      {stopped ? header.stop_tick : header.beat_tick, stopped ? header.stop_ns : header.beat_ns});
}

void copyHeader(const tare_pf_header &header, Profile &profile) {
  profile.program = fieldText(header.program, sizeof header.program);
  profile.openmp_runtime = fieldText(header.openmp_runtime, sizeof header.openmp_runtime);
  profile.of_serial_program = header.status & TARE_STATUS_SERIAL;
  profile.disk_full = header.status & TARE_STATUS_DISK_FULL;
  profile.events_full = header.status & TARE_STATUS_EVENTS_FULL;
  profile.two_runtimes = header.status & TARE_STATUS_TWO_RUNTIMES;
  profile.unbalanced = header.status & TARE_STATUS_UNBALANCED;
  profile.too_deep = header.status & TARE_STATUS_TOO_DEEP;
  profile.clock = header.clock;
  profile.threads_asked = header.threads_asked;
  profile.cores_allowed = header.cores_allowed;
  profile.pid = header.pid;
  profile.rank = header.mpi_rank;
  profile.start_tick = header.start_tick;
  profile.regions = header.regions;
  profile.foreign_regions = header.foreign_regions;
  profile.other_cpu_s = header.other_cpu_ms * 1e-3;
  profile.level_regions = header.level_regions;
  profile.level_nested = header.level_nested;
  profile.level_barriers = header.level_barriers;
  profile.budget_ppm = header.budget_ppm;
}

bool isLogComplete(const Profile &profile) {
  bool dropped = false;
  for (const ProfileThread &thread : profile.threads)
    dropped |= thread.segments_dropped > 0;
  return !dropped && !profile.cut_off && !profile.isLogSampled() && !profile.disk_full;
}

/// What has been read into the profile need not stay in memory as a file too.
Result<void> readLogs(const ProfileContents &contents, const tare_pf_header &header,
                      SparseFile &file, Profile &profile) {
  LogFrame frame{
      header.start_tick,
      profile.window,
      {header.sampling_seed, header.level_regions, header.level_nested, header.level_barriers},
      profile.paths.size()};
  PartRead forget = [&](std::string_view part) { file.forget(part); };
  auto thread = profile.threads.begin();
  Ticks all = 0;
  for (const auto &[slot, blocks] : contents.threads) {
    TARE_TRY(ThreadLog log, readLog(contents, blocks, frame, forget));
    if (!addTicks(all, static_cast<uint64_t>(log.ticks)))
      return corrupted("the logs have more ticks than any run can have");
    TARE_TRY(thread->samples, readSamples(contents, blocks));
    TARE_TRY(thread->events, readEvents(contents, blocks, frame.start_tick, frame.window));
    thread->log = std::move(log.segments);
    thread->spent_store = std::move(log.store);
    ++thread;
    std::ranges::for_each(blocks.logs, forget);
  }
  return {};
}

/// `closes`: what is open ends with the file.
Result<void> readTimes(const ProfileImage &image, const ProfileContents &contents, SparseFile &file,
                       bool closes, Profile &profile) {
  TARE_TRY(profile.ticks_per_second, rateOf(image.header));
  TARE_TRY(uint64_t cut, findCut(image, contents));
  profile.window = static_cast<Ticks>(cut - image.header.start_tick);
  TARE_TRY(profile.threads, readThreads(contents));
  profile.cut_reason = cutReason(image, contents);
  profile.cut_off = !profile.cut_reason.empty();
  if (closes)
    TARE_DO(closeOpen(image, contents, cut, profile));
  TARE_DO(checkSums(profile));
  TARE_TRY(ProfilePaths paths, readPaths(contents.paths));
  profile.objects = std::move(paths.objects);
  profile.paths = std::move(paths.paths);
  return readLogs(contents, image.header, file, profile);
}

/// Of the constructs that each node was executed in, the statements of serial code are told apart.
/// Behind a statement nobody knows what more there was: no construct.
void sortOuter(Profile &profile) {
  for (ProfileThread &thread : profile.threads)
    for (ProfileNode &node : thread.nodes) {
      OuterNodes all = std::exchange(node.outer, {});
      for (uint32_t outer : all)
        (thread.nodes[outer].isStatement() ? node.statements : node.outer).add(outer);
      (node.statements.count ? node.statements : node.outer).more = all.more;
    }
}

/// `loaded`: of a file that was not read as a whole. Null: it was.
Result<Profile> readFrom(SparseFile &file, const LoadedParts *loaded) {
  if (file.bytes().empty())
    return Error{"is empty: no profile was written"};
  TARE_TRY(ProfileImage image, readImage(file.bytes(), !loaded));
  if (loaded)
    loaded->putInto(image);
  TARE_TRY(ProfileContents contents, sortBlocks(image));
  if (contents.threads.empty())
    return Error{"holds no thread: the program ended while its profile was being made"};
  if (loaded)
    loaded->putInto(contents);
  Profile profile;
  copyHeader(image.header, profile);
  TARE_DO(readTimes(image, contents, file, !loaded, profile));
  profile.modules = std::move(contents.modules);
  sortOuter(profile);
  TARE_DO(checkSkipped(profile));
  profile.log_complete = isLogComplete(profile);
  return profile;
}

} // namespace

Result<Profile> readProfile(const std::string &path) {
  if (std::optional<StagedFile> staged = stagedFileAt(path))
    return isStillStaged(*staged);
  TARE_TRY(SparseFile file, SparseFile::read(path, max_profile_bytes));
  TARE_TRY(Profile profile, placedAt(path, readFrom(file, nullptr)));
  profile.path = path;
  return profile;
}

Result<Profile> readRunningProfile(const std::string &path, uint64_t most_log_bytes) {
  if (std::optional<StagedFile> staged = stagedFileAt(path))
    return isStillStaged(*staged);
  TARE_TRY(SparseFile file, SparseFile::reserve(path, max_profile_bytes));
  LoadedParts loaded = loadParts(file, most_log_bytes);
  TARE_TRY(Profile profile, placedAt(path, readFrom(file, &loaded)));
  profile.path = path;
  return profile;
}

Ticks ProfileNode::ticks() const {
  Ticks sum = 0;
  for (const ProfileCell &cell : cells)
    sum += cell.ticks;
  return sum;
}

ProfileCell ProfileThread::sum(Spent kind) const {
  ProfileCell sum;
  for (const ProfileNode &node : nodes) {
    sum.ticks += node.cells[kind].ticks;
    sum.entries += node.cells[kind].entries;
    sum.units += node.cells[kind].units;
  }
  return sum;
}

Ticks Segment::inWait() const {
  Ticks sum = 0;
  for (const SpentTime &part : in_wait)
    if (part.kind != Spent::TaskGap)
      sum += part.ticks;
  return sum;
}

std::optional<uint32_t> constructAround(const SpentList &records, size_t index) {
  bool named = index + 1 < records.size() && records[index].kind == Spent::Nested &&
               records[index + 1].kind == Spent::Around;
  return named ? std::optional<uint32_t>(records[index + 1].node) : std::nullopt;
}

const Node *Profile::node(uint32_t index) const { return findNode(modules, index); }

bool Profile::timedOutside(uint32_t index) const {
  const Node *found = node(index);
  return found && found->treatment == Treatment::Outside;
}

bool Profile::hidesTeam(uint32_t index) const {
  return timedOutside(index) && beginsTeam(node(index)->kind);
}

const uint32_t executions_until_too_short = TARE_PF_FIRST_LOOK;

std::string_view clockName(uint32_t clock) {
  return clock == TARE_CLOCK_TSC      ? "rdtsc"
         : clock == TARE_CLOCK_CNTVCT ? "cntvct_el0"
                                      : "clock_gettime";
}

uint32_t Profile::nodeCount() const {
  if (modules.empty())
    return 0;
  return static_cast<uint32_t>(modules.back().first_node + modules.back().tree.nodes.size());
}

} // namespace tare
