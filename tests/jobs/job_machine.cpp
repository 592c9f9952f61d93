// SPDX-License-Identifier: Apache-2.0
// Processors and messages of the simulated machine.
#include "tests/jobs/job_machine.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tare::testing {

namespace {
constexpr double for_ever = 1e300;
}

JobMachine::JobMachine(const JobProgram &program, const SimulatedMachine &machine, unsigned seed)
    : machine_(machine), processes_(program.size()), nodes_(machine.nodes), random_(seed) {
  for (Node &node : nodes_) {
    node.running.assign(machine.processors, -1);
    node.since.assign(machine.processors, 0);
    node.until.assign(machine.processors, 0);
    node.turn_ends.assign(machine.processors, 0);
    node.turn.assign(machine.processors, 0);
  }
  for (size_t rank = 0; rank < program.size(); ++rank) {
    node_of_.push_back(machine.nodeOf(rank, program.size()));
    processes_[rank].rest = program[rank];
    processes_[rank].log = std::make_unique<LogWriter>(int(rank), int(program.size()), 1000000,
                                                       "node" + std::to_string(node_of_.back()));
  }
}

double JobMachine::noisy(double value, double sigma) {
  if (sigma <= 0)
    return value;
  std::normal_distribution<double> normal(0, sigma);
  return value * std::exp(normal(random_) - sigma * sigma / 2);
}

void JobMachine::at(double time, Action action) {
  events_.push({std::max(time, now_), event_count_++, std::move(action)});
}

SimulatedRun JobMachine::run() {
  for (int process = 0; process < int(processes_.size()); ++process)
    at(0, [this, process] { step(process); });
  while (!events_.empty()) {
    Event event = events_.top();
    events_.pop();
    now_ = event.time;
    event.action();
  }
  for (Process &process : processes_) {
    if (process.end < 0)
      throw std::logic_error("the simulated program waits for ever");
    result_.files.push_back(process.log->bytes(uint64_t(std::max(1ll, std::llround(process.end)))));
  }
  return std::move(result_);
}

// ---- processors ----

void JobMachine::compute(int p, double amount, Action then) {
  Process &process = processes_[size_t(p)];
  process.needs = amount;
  process.next = std::move(then);
  process.waits = false;
  if (amount <= 0 && !process.runs) // no turn is needed for nothing
    return at(now_, std::exchange(process.next, {}));
  if (!process.runs && !process.is_ready)
    return makeReady(p, true);
  if (process.runs) {
    uint32_t node = node_of_[size_t(p)];
    auto &running = nodes_[node].running;
    auto processor = static_cast<size_t>(std::ranges::find(running, p) - running.begin());
    setTurn(node, processor);
  }
}

/// Who has waited comes first, as schedulers do that count processor time.
void JobMachine::makeReady(int p, bool first) {
  processes_[size_t(p)].is_ready = true;
  uint32_t node = node_of_[size_t(p)];
  if (first)
    nodes_[node].ready.push_front(p);
  else
    nodes_[node].ready.push_back(p);
  dispatch(node);
}

void JobMachine::dispatch(uint32_t n) {
  Node &node = nodes_[n];
  for (size_t i = 0; i < node.running.size(); ++i) {
    if (node.ready.empty())
      return;
    if (node.running[i] < 0) {
      int p = node.ready.front();
      node.ready.pop_front();
      processes_[size_t(p)].is_ready = false;
      processes_[size_t(p)].runs = true;
      node.running[i] = p;
      node.turn_ends[i] = now_ + machine_.quantum;
      setTurn(n, i);
      for (Action &action : std::exchange(processes_[size_t(p)].when_on, {}))
        at(now_, std::move(action));
    }
  }
  if (!node.ready.empty())
    for (size_t i = 0; i < node.running.size(); ++i)
      if (node.until[i] > node.turn_ends[i]) { // it had no end
        Process &process = processes_[size_t(node.running[i])];
        process.needs -= now_ - node.since[i];
        setTurn(n, i);
      }
}

/// What is left of the turn of the process that runs there. Turns follow one upon the other, and
/// end only if somebody waits.
void JobMachine::setTurn(uint32_t n, size_t i) {
  Node &node = nodes_[n];
  double needs = std::max(0.0, processes_[size_t(node.running[i])].needs);
  if (double late = now_ - node.turn_ends[i]; late > 0)
    node.turn_ends[i] += machine_.quantum * std::ceil(late / machine_.quantum);
  double length = node.ready.empty() ? needs : std::min(needs, node.turn_ends[i] - now_);
  node.since[i] = now_;
  node.until[i] = now_ + length;
  uint64_t turn = ++node.turn[i];
  if (length < for_ever)
    at(node.until[i], [this, n, i, turn] { endTurn(n, i, turn); });
}

void JobMachine::endTurn(uint32_t n, size_t i, uint64_t turn) {
  Node &node = nodes_[n];
  if (node.turn[i] != turn || node.running[i] < 0)
    return;
  int p = node.running[i];
  Process &process = processes_[size_t(p)];
  process.needs -= now_ - node.since[i];
  if (process.needs <= 1e-6) {
    node.since[i] = now_;
    process.needs = 0;
    Action next = std::exchange(process.next, {});
    ++node.turn[i];
    node.until[i] = for_ever; // keeps the processor while it decides what to do
    if (next)
      next();
    return;
  }
  if (node.ready.empty())
    return setTurn(n, i);
  process.runs = false;
  node.running[i] = -1;
  makeReady(p, false);
}

/// It waits: spins, or leaves its processor.
void JobMachine::block(int p) {
  Process &process = processes_[size_t(p)];
  if (machine_.spins) {
    process.spins = true;
    return compute(p, for_ever, {});
  }
  release(p);
}

void JobMachine::release(int p) {
  Process &process = processes_[size_t(p)];
  if (!process.runs)
    return;
  Node &node = nodes_[node_of_[size_t(p)]];
  auto processor = static_cast<size_t>(std::ranges::find(node.running, p) - node.running.begin());
  process.runs = false;
  node.running[processor] = -1;
  node.until[processor] = 0;
  ++node.turn[processor];
  dispatch(node_of_[size_t(p)]);
}

/// What it waited for has happened.
void JobMachine::resume(int p, Action then) {
  Process &process = processes_[size_t(p)];
  process.spins = false;
  compute(p, 1, std::move(then)); // it notices when it has a processor
}

// ---- messages ----

std::shared_ptr<JobMachine::Flight> JobMachine::start(int from, int to, int tag, uint64_t bytes,
                                                      bool rendezvous, bool internal) {
  auto flight = std::make_shared<Flight>();
  flight->from = from;
  flight->to = to;
  flight->tag = tag;
  flight->bytes = bytes;
  flight->rendezvous = rendezvous;
  flight->internal = internal;
  const Link &link = linkOf(from, to);
  double takes = link.latency + (rendezvous ? 0 : link.byte * double(bytes));
  double &last = last_arrival_[{from, to}];
  last = std::max(last, now_ + noisy(takes, link.noise)); // they do not overtake
  ++result_.messages;
  at(last, [this, flight] { arrive(flight); });
  return flight;
}

void JobMachine::arrive(const std::shared_ptr<Flight> &flight) {
  Process &process = processes_[size_t(flight->to)];
  for (auto posted = process.posted.begin(); posted != process.posted.end(); ++posted) {
    const Posted &of = **posted;
    if (of.internal == flight->internal && (of.from == TARE_MF_ANY || of.from == flight->from) &&
        (of.tag == TARE_MF_ANY || of.tag == flight->tag)) {
      std::shared_ptr<Posted> matched = *posted;
      process.posted.erase(posted);
      return match(flight, matched);
    }
  }
  process.unexpected.push_back(flight);
}

std::shared_ptr<JobMachine::Posted> JobMachine::post(int p, int from, int tag, bool internal) {
  auto posted = std::make_shared<Posted>();
  posted->from = from;
  posted->tag = tag;
  posted->internal = internal;
  Process &process = processes_[size_t(p)];
  for (auto flight = process.unexpected.begin(); flight != process.unexpected.end(); ++flight) {
    const Flight &of = **flight;
    if (of.internal == internal && (from == TARE_MF_ANY || from == of.from) &&
        (tag == TARE_MF_ANY || tag == of.tag)) {
      std::shared_ptr<Flight> matched = *flight;
      process.unexpected.erase(flight);
      match(matched, posted);
      return posted;
    }
  }
  process.posted.push_back(posted);
  return posted;
}

void JobMachine::match(const std::shared_ptr<Flight> &flight,
                       const std::shared_ptr<Posted> &posted) {
  posted->flight = flight;
  auto come = [flight] {
    flight->has_come = flight->accepted = true;
    if (flight->when_come)
      std::exchange(flight->when_come, {})();
    if (flight->when_accepted)
      std::exchange(flight->when_accepted, {})();
  };
  if (posted->when_matched)
    std::exchange(posted->when_matched, {})();
  if (!flight->rendezvous)
    return come();
  auto begin = [this, flight, come] {
    const Link &link = linkOf(flight->from, flight->to);
    at(now_ + noisy(link.latency + link.byte * double(flight->bytes), link.noise), come);
  };
  Process &receiver = processes_[size_t(flight->to)];
  if (machine_.spins && !receiver.runs) // it has to see it first
    receiver.when_on.push_back(begin);
  else
    begin();
}

void JobMachine::awaitCome(int p, const std::shared_ptr<Posted> &posted, Action then) {
  if (!posted->flight) {
    posted->when_matched = [this, p, posted, then] {
      posted->flight->when_come = [this, p, then] { resume(p, then); };
    };
    return block(p);
  }
  if (posted->flight->has_come)
    return then();
  posted->flight->when_come = [this, p, then] { resume(p, then); };
  block(p);
}

void JobMachine::awaitAccepted(int p, const std::shared_ptr<Flight> &flight, Action then) {
  if (flight->accepted || !flight->rendezvous)
    return then();
  flight->when_accepted = [this, p, then] { resume(p, then); };
  block(p);
}

void JobMachine::afterCopy(int p, const Flight &flight, Action then) {
  const Link &link = linkOf(flight.from, flight.to);
  compute(p, link.overhead + link.copy * double(flight.bytes), std::move(then));
}

SimulatedMachine machineOf(size_t nodes) {
  SimulatedMachine machine;
  machine.nodes = nodes;
  return machine;
}

Network networkOf(const SimulatedMachine &machine) {
  Network network{.library = "Simulated MPI 1.0", .local = {}, .remote = {}};
  auto fill = [](const Link &link, NetworkTable &table) {
    table.eager_limit_bytes = link.eager_limit;
    for (double bytes : {0.0, 1e3, 1e6}) {
      double call = link.overhead + link.copy * bytes;
      bool meets = bytes > link.eager_limit;
      double flies = (meets ? 2 : 1) * link.latency + link.byte * bytes;
      table.points.push_back({bytes, (flies + call) * 1e-9, call * 1e-9, call * 1e-9});
    }
  };
  fill(machine.local, network.local);
  fill(machine.remote, network.remote);
  return network;
}

} // namespace tare::testing
