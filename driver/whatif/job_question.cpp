// SPDX-License-Identifier: Apache-2.0
#include "driver/whatif/job_question.h"

#include "analyzer/jobs/eager_limit.h"
#include "analyzer/jobs/network_change.h"
#include "analyzer/jobs/rank_placement.h"
#include "base/files.h"
#include "base/quantity.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tare {

namespace {

constexpr const char *free_network = "free";

/// The largest errors that Eom and Hollingsworth found, as parts of the predicted time (Figures 3
/// and 5; simulated turns of shared processors stay below). Of spinning ranks as equal shares the
/// largest that was measured (docs/explanation/jobs.md).
constexpr double placement_error = 0.066, network_error = 0.074, equal_shares_error = 0.905;
/// Turns of a Linux kernel with 250 ticks a second, where they were not measured.
constexpr double usual_turn_s = 4e-3;
/// A rank that yields is said to take part of the processor from here on.
constexpr double much_of_yielding = 0.05;
/// A replay of the unchanged job may differ by so much before it is said.
constexpr double replayed_alike = 0.02;

/// As the library does unless it was set otherwise: Open MPI yields where a node has more ranks
/// than processors, and others spin.
RankWaits usualWaits(const Job &job, const JobPlacement &placement) {
  bool is_open_mpi = job.library.find("Open MPI") != std::string::npos;
  return is_open_mpi && sharesCores(job, placement) ? RankWaits::Leaves : RankWaits::Spins;
}

size_t nodesOf(const JobPlacement &placement) {
  return std::set(placement.node.begin(), placement.node.end()).size();
}

int ranksOf(const Job &job) {
  int most = 0;
  for (const JobRank &rank : job.ranks)
    most = std::max(most, rank.rank + 1);
  return most;
}

/// Where no message has the way that is asked about, nothing would change, and nobody may take that
/// for an answer.
Result<void> checkIsUsed(const NetworkChange &change, const std::string &text,
                         const JobPlacement &then) {
  if (nodesOf(then) == 1 && !change.local.is_asked)
    return Error{"all ranks are on one node then, and " + text + " is about messages between nodes",
                 "",
                 "ask about local-latency, local-bandwidth or local-eager, or use several nodes: "
                 "--placement nodes=2"};
  if (nodesOf(then) == then.node.size() && !change.remote.is_asked)
    return Error{"each rank has a node of its own then, and " + text +
                     " is about messages inside a node",
                 "", "leave out local-"};
  return {};
}

/// A table may lack the ways that were not measured.
Result<void> checkMeasured(const Network &network, const JobPlacement &placement,
                           const std::string &which) {
  size_t nodes = nodesOf(placement);
  if (nodes > 1 && !network.remote.isMeasured())
    return Error{"what messages between nodes take on " + which + " is not known", "",
                 "say it with --network latency=2us,bandwidth=10GB/s, or name a table of a job on "
                 "two nodes with --from-network FILE"};
  if (nodes < placement.node.size() && !network.local.isMeasured())
    return Error{"what messages inside a node take on " + which + " is not known", "",
                 "name a table of a job on one node with --from-network FILE"};
  return {};
}

Result<void> askNetwork(const Job &job, const std::string &network, const JobSurroundings &known,
                        JobScenario &scenario) {
  scenario.is_free = network == free_network;
  if (network.empty() || scenario.is_free)
    return {};
  bool has_table = fileExists(network), needs_times = has_table;
  if (!has_table && network.find('=') == std::string::npos)
    return Error{"there is no such file, and changes are written as latency=/2,bandwidth=x4",
                 network, "name a table of tare calibrate --network, or say free"};
  if (has_table) {
    TARE_TRY(scenario.to, readNetworkFile(network));
  } else {
    TARE_TRY(NetworkChange change, readNetworkChange(network));
    TARE_DO(checkIsUsed(change, network, scenario.then));
    scenario.to = changedNetwork(known.from ? *known.from : limitsSeen(job), change);
    needs_times = change.local.changesTimes() || change.remote.changesTimes();
  }
  if (needs_times && !known.from)
    return Error{"what messages took on the measured network is not known: " + known.no_network};
  return {};
}

const SharedProcessor *measuredShare(const std::optional<Network> &network) {
  return network && network->shared.isMeasured() ? &network->shared : nullptr;
}

/// How cores are shared then; null: it was not measured.
const SharedProcessor *measuredShare(const JobScenario &scenario) {
  const SharedProcessor *there = measuredShare(scenario.to);
  return there ? there : measuredShare(scenario.from);
}

double turnOf(const SharedProcessor *shared) { return shared ? shared->turn_s : usual_turn_s; }

bool sharesInTurns(const Job &job, const JobPlacement &placement) {
  for (uint32_t group = 0; group < placement.processors.size(); ++group)
    if (canHaveTurns(job, placement, group))
      return true;
  return false;
}

const char *waitsText(RankWaits waits) {
  return waits == RankWaits::Spins ? "spins" : "yields its processor";
}

} // namespace

std::string JobQuestion::options() const {
  std::string text;
  auto add = [&](const char *option, const std::string &value) {
    if (!value.empty())
      text += (text.empty() ? "" : " ") + quoteCommand({option, value});
  };
  add("--network", network);
  add("--placement", placement);
  add("--cores", cores > 0 ? ratioText(cores) : "");
  add("--receives", receives);
  add("--waiting-ranks", waiting_ranks);
  return text;
}

Result<JobScenario> jobScenario(const Job &job, const JobQuestion &question,
                                const JobSurroundings &known) {
  JobScenario scenario;
  scenario.from = known.from;
  scenario.was = scenario.then = placementSeen(job, known.cores);
  double cores = question.cores > 0 ? question.cores : known.cores;
  if (!question.placement.empty()) {
    TARE_TRY(AskedPlacement asked,
             readPlacement(question.placement, static_cast<size_t>(ranksOf(job))));
    if (cores == 0)
      return Error{"how many cores a node has is not known", "", "say it: --cores N"};
    scenario.then = placementOn(job, asked, cores);
  } else if (question.cores > 0) {
    scenario.then = onSameNodes(job, cores);
  }
  scenario.waited = usualWaits(job, scenario.was);
  scenario.waits = usualWaits(job, scenario.then);
  if (!question.waiting_ranks.empty())
    scenario.waits = question.waiting_ranks == "spin" ? RankWaits::Spins : RankWaits::Leaves;
  if (question.receives == "fifo")
    scenario.blind = BlindOrder::Fifo;
  else if (question.receives == "lifo")
    scenario.blind = BlindOrder::Lifo;
  TARE_DO(askNetwork(job, question.network, known, scenario));
  scenario.turned_s = turnOf(measuredShare(scenario.from));
  scenario.turn_s = turnOf(measuredShare(scenario));
  if (scenario.from && (scenario.to || scenario.was.node != scenario.then.node)) {
    TARE_DO(checkMeasured(*scenario.from, scenario.was, "the measured network"));
    TARE_DO(checkMeasured(scenario.to ? *scenario.to : *scenario.from, scenario.then,
                          "the network then"));
  }
  return scenario;
}

std::string jobScenarioText(const Job &job, const JobQuestion &question,
                            const JobScenario &scenario) {
  std::vector<std::string> parts;
  if (question.network == free_network)
    parts.push_back("messages that take no time");
  else if (!question.network.empty())
    parts.push_back("network " + question.network);
  if (!question.placement.empty())
    parts.push_back(placementText(job, scenario.then));
  if (question.cores > 0)
    parts.push_back(ratioText(question.cores) + (question.cores == 1 ? " core" : " cores") +
                    " in each node");
  if (!question.waiting_ranks.empty())
    parts.push_back("waiting ranks " + question.waiting_ranks);
  if (!question.receives.empty())
    parts.push_back(question.receives == "measured" ? "receives as measured"
                                                    : "receives " + question.receives);
  return parts.empty() ? "as measured" : joinText(parts, ", ");
}

bool sharesCores(const Job &job, const JobPlacement &placement) {
  std::vector<double> wanted(placement.processors.size());
  for (size_t r = 0; r < job.ranks.size(); ++r)
    wanted[placement.group[r]] += job.ranks[r].threads;
  return !std::ranges::equal(wanted, placement.processors, std::less_equal());
}

double jobModelError(const Job &job, const JobScenario &scenario, double predicted_s,
                     double gain_s) {
  double error = scenario.to || scenario.is_free ? network_error : 0;
  if (scenario.was.node != scenario.then.node || scenario.was.group != scenario.then.group)
    error = std::max(error, placement_error);
  bool has_turns = measuredShare(scenario) && sharesInTurns(job, scenario.then);
  if (scenario.waits == RankWaits::Spins && sharesCores(job, scenario.then) && !has_turns)
    error = equal_shares_error;
  return std::min(error * predicted_s, std::abs(gain_s) / 2);
}

namespace {

/// How ranks that share cores come and go.
void explainTurns(const Job &job, const JobScenario &scenario, Forecast &forecast) {
  const SharedProcessor *shared = measuredShare(scenario);
  if (!sharesInTurns(job, scenario.then)) {
    if (scenario.waits == RankWaits::Spins)
      forecast.lacks.push_back(
          "the scheduler's turns, since ranks have several threads or a node has no whole number "
          "of cores: a rank that spins keeps a shared core for milliseconds, so that many short "
          "waits take many times as long (let waiting ranks yield)");
    return;
  }
  forecast.assumes.push_back("a rank keeps a core that others want for " +
                             timeText(scenario.turn_s) +
                             (shared ? ", as measured" : ", as Linux usually does"));
  if (!shared)
    forecast.lacks.push_back("how long a rank keeps a core that others want, which was not "
                             "measured (tare calibrate --network --again)");
  else if (scenario.waits == RankWaits::Leaves && shared->yield_share > much_of_yielding)
    forecast.lacks.push_back("that a rank which yields takes " + tenthPercent(shared->yield_share) +
                             " of a core all the same with this kernel");
}

} // namespace

void explainJob(const Job &job, const JobQuestion &question, const JobSurroundings &known,
                const JobScenario &scenario, const PredictedJob &predicted, Forecast &forecast) {
  auto assume = [&](const std::string &clause) { forecast.assumes.push_back(clause); };
  auto lack = [&](const std::string &clause) { forecast.lacks.push_back(clause); };
  bool moves = scenario.was.group != scenario.then.group || question.cores > 0;
  if (moves)
    assume("work takes as long with other ranks beside it");
  if (!question.placement.empty() && question.cores == 0)
    assume("each node has " + ratioText(scenario.then.processors.front()) + " cores, as here");
  if (sharesCores(job, scenario.then))
    assume("ranks share the cores of a node fairly, and one that waits " +
           std::string(waitsText(scenario.waits)) +
           (question.waiting_ranks.empty()
                ? ", as " + job.library.substr(0, job.library.find(',')) + " usually does"
                : ""));
  if (sharesCores(job, scenario.then))
    explainTurns(job, scenario, forecast);
  if (scenario.to) {
    assume("messages do not hinder each other on their way");
    if (predicted.least < predicted.total || predicted.most > predicted.total)
      assume("what messages took beside the table shrinks with a faster network, and hides behind "
             "the bytes of a slower one (the band has the other case)");
  }
  if (predicted.blind && scenario.blind == BlindOrder::AsMeasured)
    assume("receives from any source get what they got");
  if (!predicted.blind && scenario.blind != BlindOrder::AsMeasured)
    assume("all receives name their source, so that their order is fixed");
  if (predicted.moved && !scenario.from)
    assume(std::to_string(predicted.moved) +
           " messages that then go between nodes, or no longer do, take as long as they did "
           "(a table of the network would tell)");
  if (!known.doubt.empty() && (scenario.to || predicted.moved))
    assume(known.doubt);
  if (predicted.late && predicted.least < predicted.most)
    lack("what " + std::to_string(predicted.late) + " messages took that nobody waited for");
  double off = predicted.unchanged / predicted.measured - 1;
  if (std::abs(off) > replayed_alike)
    lack("who had which core when ranks shared them: a replay of the measured job is " +
         tenthPercent(std::abs(off)) + (off > 0 ? " longer" : " shorter") + " than it was");
}

} // namespace tare
