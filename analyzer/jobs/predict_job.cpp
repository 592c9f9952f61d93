// SPDX-License-Identifier: Apache-2.0
#include "analyzer/jobs/predict_job.h"

#include "analyzer/jobs/eager_limit.h"
#include "analyzer/jobs/shared_processors.h"

#include <algorithm>
#include <cmath>

namespace tare {

namespace {

bool sharesProcessors(const Job &job, const JobPlacement &placement) {
  std::vector<double> wanted(placement.processors.size());
  for (size_t r = 0; r < job.ranks.size(); ++r)
    wanted[placement.group[r]] += job.ranks[r].threads;
  return !std::ranges::equal(wanted, placement.processors, std::less_equal());
}

class JobPredictor {
public:
  JobPredictor(const Job &job, const JobScenario &scenario)
      : job_(job), scenario_(scenario), from_(scenario.from ? *scenario.from : limitsSeen(job)),
        to_(scenario.to ? *scenario.to : from_), shares_(sharesProcessors(job, scenario.was)) {}

  DurationRules rules(LateMessages late) const {
    return {
        .network = scenario_.from ? &from_ : nullptr, .late = late, .fixes_start_and_end = true};
  }

  /// Without tails: which rank ends last is to follow from the replay.
  JobDurations measured(LateMessages late) const {
    JobDurations durations = measuredDurations(job_, rules(late));
    for (RankDurations &rank : durations.ranks)
      rank.tail = 0;
    SharedBefore before = {scenario_.was, scenario_.waited,
                           scenario_.turned_s * job_.ticks_per_second,
                           scenario_.from ? &from_ : nullptr};
    return shares_ ? inProcessorTime(job_, std::move(durations), before) : durations;
  }

  JobDurations changed(const JobDurations &durations, LateMessages late, const Network &to,
                       BesideTable beside = BesideTable::Shrinks) const {
    JobDurations then =
        onNetwork(job_, durations, from_, scenario_.was, to, scenario_.then, beside);
    return scenario_.is_free ? withoutMessages(job_, std::move(then), rules(late)) : then;
  }

  JobTimes replay(const JobDurations &durations) const {
    return replayJob(job_, durations, scenario_.then,
                     {.waits = scenario_.waits,
                      .turn = scenario_.turn_s * job_.ticks_per_second,
                      .blind = scenario_.blind});
  }

  /// As it was measured.
  JobTimes replayThen(const JobDurations &durations) const {
    return replayJob(
        job_, durations, scenario_.was,
        {.waits = scenario_.waited, .turn = scenario_.turned_s * job_.ticks_per_second});
  }

  const Network &to() const { return to_; }
  bool shares() const { return shares_; }

private:
  const Job &job_;
  const JobScenario &scenario_;
  Network from_, to_;
  bool shares_; // ranks shared processors when they were measured
};

/// The job as if it had been measured at these times.
Job atTimes(Job job, const JobDurations &durations, const JobTimes &times) {
  for (size_t r = 0; r < job.ranks.size(); ++r) {
    JobRank &rank = job.ranks[r];
    rank.begin = wholeTicks(durations.ranks[r].starts);
    rank.end = wholeTicks(times.ends[r]);
    for (size_t c = 0; c < rank.calls.size(); ++c) {
      JobCall &call = rank.calls[c];
      call.begin = wholeTicks(times.calls[r][c].begin);
      call.end = wholeTicks(times.calls[r][c].end);
      call.start_or_end = std::min(call.start_or_end, call.duration());
    }
  }
  return job;
}

void countMessages(const Job &job, const JobScenario &scenario, PredictedJob &predicted) {
  const std::vector<uint32_t> &was = scenario.was.node, &then = scenario.then.node;
  for (const JobMessage &message : job.messages) {
    uint32_t a = message.send.rank, b = message.received.rank;
    predicted.blind += message.pool >= 0;
    predicted.between_nodes += then[a] != then[b];
    predicted.moved += (was[a] == was[b]) != (then[a] == then[b]);
  }
}

uint64_t rendezvousIn(const JobDurations &durations) {
  return static_cast<uint64_t>(std::ranges::count(durations.rendezvous, true));
}

Result<void> checkAllEnd(const Job &job, const JobTimes &times) {
  if (times.stuck.empty())
    return {};
  std::string rank = std::to_string(job.ranks[times.stuck.front()].rank);
  if (times.taken_otherwise)
    return Error{"rank " + rank +
                     " would wait for ever if its receives took other messages: "
                     "what it does next depends on which message it gets",
                 "", "ask with --receives measured"};
  return Error{"rank " + rank +
                   " waits for ever when its calls are replayed then: its messages "
                   "were matched wrongly, or all sends of a ring wait for their "
                   "receives",
               "", "if the eager limit is as measured, report this with the results folder"};
}

} // namespace

Result<PredictedJob> predictJob(const Job &job, const JobScenario &scenario) {
  PredictedJob predicted;
  TARE_TRY(predicted.before, jobRows(job));
  JobPredictor predictor(job, scenario);
  JobDurations measured = predictor.measured(LateMessages::Plain);
  JobDurations durations = predictor.changed(measured, LateMessages::Plain, predictor.to());
  JobTimes times = predictor.replay(durations);
  TARE_DO(checkAllEnd(job, times));
  predicted.measured = static_cast<double>(job.total());
  predicted.unchanged =
      predictor.shares() ? predictor.replayThen(measured).total : predicted.measured;
  predicted.total = predicted.least = predicted.most = times.total;
  auto bound = [&](const JobDurations &other) {
    double total = predictor.replay(other).total;
    predicted.least = std::min(predicted.least, total);
    predicted.most = std::max(predicted.most, total);
  };
  for (LateMessages late : {LateMessages::Optimistic, LateMessages::Pessimistic})
    bound(predictor.changed(predictor.measured(late), late, predictor.to()));
  if (scenario.to && !scenario.is_free)
    bound(predictor.changed(measured, LateMessages::Plain, predictor.to(), BesideTable::Stays));
  predicted.rendezvous = rendezvousIn(measured);
  predicted.rendezvous_then = rendezvousIn(durations);
  predicted.late = measured.unknown;
  predicted.taken_otherwise = times.taken_otherwise;
  countMessages(job, scenario, predicted);
  Job then = atTimes(job, durations, times);
  JobDurations ideal = durations;
  for (size_t r = 0; r < then.ranks.size(); ++r)
    ideal.ranks[r].tail = static_cast<double>(then.total() - then.ranks[r].end);
  JobTimes without = predictor.replay(
      withoutMessages(job, std::move(ideal), predictor.rules(LateMessages::Plain)));
  TARE_DO(checkAllEnd(job, without));
  predicted.after = rowsOf(then, without);
  return predicted;
}

NetworkSlope predictedSlope(const Job &job, const JobScenario &scenario, NetworkSide side,
                            double most) {
  JobPredictor predictor(job, scenario);
  const Network &network = predictor.to();
  JobDurations predicted =
      predictor.changed(predictor.measured(LateMessages::Plain), LateMessages::Plain, network);
  return slopeOf(
      [&](double added) {
        Network then = side == NetworkSide::Latency ? slowedNetwork(network, added, 0)
                                                    : slowedNetwork(network, 0, added);
        JobDurations durations =
            onNetwork(job, predicted, network, scenario.then, then, scenario.then);
        return predictor.replay(durations).total / job.ticks_per_second;
      },
      most);
}

} // namespace tare
