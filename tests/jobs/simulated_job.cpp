// SPDX-License-Identifier: Apache-2.0
// Operations of simulated programs, and the records that the library would write of them.
#include "tests/jobs/simulated_job.h"

#include "tests/jobs/job_machine.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tare::testing {

namespace {
uint64_t tick(double time) { return uint64_t(std::llround(time)); }
} // namespace

void JobMachine::step(int p) {
  Process &process = processes_[size_t(p)];
  if (process.rest.empty()) {
    process.end = now_;
    result_.total = std::max(result_.total, now_);
    return release(p);
  }
  JobOperation operation = std::move(process.rest.front());
  process.rest.pop_front();
  process.call_begin = now_;
  switch (operation.act) {
  case JobAct::Work: {
    double probe = machine_.work_probe * machine_.costFactor(size_t(p));
    result_.recorded += probe;
    return compute(p, noisy(operation.work, machine_.work_noise) + probe, [this, p] { step(p); });
  }
  case JobAct::Send:
    return doSend(p, operation);
  case JobAct::Receive:
    return doReceive(p, operation);
  case JobAct::StartSend:
  case JobAct::StartReceive:
    return doStart(p, operation);
  case JobAct::Wait:
    return doWait(p, operation.requests, 0);
  case JobAct::Collect:
    return doCollect(p, operation);
  case JobAct::Then:
    for (JobOperations more = operation.then(process.last_source, process.last_tag); !more.empty();
         more.pop_back())
      process.rest.push_front(std::move(more.back()));
    return step(p);
  }
}

/// Its record is written behind it, which takes processor time.
void JobMachine::endCall(int p, const std::string &function) {
  Process &process = processes_[size_t(p)];
  process.log->call(function, tick(process.call_begin), tick(now_), 0x1000 + process.sites);
  double cost = machine_.record * machine_.costFactor(size_t(p));
  result_.recorded += cost;
  compute(p, cost, [this, p] { step(p); });
}

void JobMachine::doSend(int p, const JobOperation &operation) {
  const Link &link = linkOf(p, operation.peer);
  bool rendezvous =
      operation.mode == TARE_MF_SYNCHRONOUS ||
      (operation.mode == TARE_MF_STANDARD && double(operation.bytes) > link.eager_limit);
  auto flight = start(p, operation.peer, operation.tag, operation.bytes, rendezvous, false);
  afterCopy(p, *flight, [this, p, flight, operation] {
    awaitAccepted(p, flight, [this, p, operation] {
      processes_[size_t(p)].log->send(operation.peer, operation.tag, operation.bytes, 0,
                                      operation.mode);
      endCall(p, operation.mode == TARE_MF_SYNCHRONOUS ? "MPI_Ssend" : "MPI_Send");
    });
  });
}

void JobMachine::doReceive(int p, const JobOperation &operation) {
  auto posted = post(p, operation.peer, operation.tag, false);
  awaitCome(p, posted, [this, p, posted, operation] {
    afterCopy(p, *posted->flight, [this, p, posted, operation] {
      Process &process = processes_[size_t(p)];
      process.last_source = posted->flight->from;
      process.last_tag = posted->flight->tag;
      process.log->post(operation.peer, operation.tag, 1 << 30);
      process.log->received(posted->flight->from, posted->flight->tag, posted->flight->bytes);
      endCall(p, "MPI_Recv");
    });
  });
}

void JobMachine::doStart(int p, const JobOperation &operation) {
  Process &process = processes_[size_t(p)];
  Request request{++process.numbers, operation.act == JobAct::StartSend, {}, {}};
  double takes = 50;
  if (request.is_send) {
    const Link &link = linkOf(p, operation.peer);
    bool rendezvous = double(operation.bytes) > link.eager_limit;
    request.flight = start(p, operation.peer, operation.tag, operation.bytes, rendezvous, false);
    takes = link.overhead + (rendezvous ? 0 : link.copy * double(operation.bytes));
  } else {
    request.posted = post(p, operation.peer, operation.tag, false);
  }
  process.requests[operation.requests.front()] = request;
  compute(p, takes, [this, p, request, operation] {
    LogWriter &log = *processes_[size_t(p)].log;
    if (request.is_send)
      log.send(operation.peer, operation.tag, operation.bytes, request.number);
    else
      log.post(operation.peer, operation.tag, 1 << 30, request.number);
    endCall(p, request.is_send ? "MPI_Isend" : "MPI_Irecv");
  });
}

void JobMachine::doWait(int p, std::vector<uint64_t> requests, size_t done) {
  if (done == requests.size())
    return finishWait(p, requests);
  const Request &request = processes_[size_t(p)].requests.at(requests[done]);
  if (request.is_send)
    return awaitAccepted(p, request.flight,
                         [this, p, requests, done] { doWait(p, requests, done + 1); });
  awaitCome(p, request.posted, [this, p, requests, done] { doWait(p, requests, done + 1); });
}

void JobMachine::finishWait(int p, const std::vector<uint64_t> &requests) {
  double takes = 50;
  for (uint64_t name : requests)
    if (const Request &request = processes_[size_t(p)].requests.at(name); !request.is_send) {
      const Link &link = linkOf(p, request.posted->flight->from);
      takes += link.overhead + link.copy * double(request.posted->flight->bytes);
    }
  compute(p, takes, [this, p, requests] {
    Process &process = processes_[size_t(p)];
    for (uint64_t name : requests) {
      const Request &request = process.requests.at(name);
      if (request.is_send) {
        process.log->sent(request.number);
      } else {
        const Flight &flight = *request.posted->flight;
        process.log->received(flight.from, flight.tag, flight.bytes, request.number);
        process.last_source = flight.from;
        process.last_tag = flight.tag;
      }
      process.requests.erase(name);
    }
    endCall(p, "MPI_Waitall");
  });
}

void JobMachine::doCollect(int p, const JobOperation &operation) {
  auto then = [this, p, operation] {
    processes_[size_t(p)].log->collective(operation.shape, operation.bytes, operation.bytes,
                                          operation.root);
    endCall(p, operation.function);
  };
  size_t ranks = processes_.size();
  if (machine_.collectives != Collectives::Messages || operation.shape != TARE_MF_ALL)
    return meet(p, operation, then);
  std::vector<std::pair<int, int>> rounds; // to, from
  bool in_pairs = operation.function.find("lltoall") != std::string::npos;
  for (size_t step = 1; step < ranks; step = in_pairs ? step + 1 : 2 * step)
    rounds.push_back({int((size_t(p) + step) % ranks), int((size_t(p) + ranks - step) % ranks)});
  uint64_t number = processes_[size_t(p)].meetings++;
  exchange(p, rounds, 0, in_pairs ? operation.bytes / ranks : operation.bytes, int(number) * 64,
           then);
}

void JobMachine::exchange(int p, std::vector<std::pair<int, int>> rounds, size_t done,
                          uint64_t bytes, int tag, Action then) {
  if (done == rounds.size())
    return compute(p, 0, then);
  auto [to, from] = rounds[done];
  bool rendezvous = double(bytes) > linkOf(p, to).eager_limit;
  auto flight = start(p, to, tag + int(done), bytes, rendezvous, true);
  auto posted = post(p, from, tag + int(done), true);
  afterCopy(p, *flight, [=, this] {
    awaitCome(p, posted, [=, this] {
      afterCopy(p, *posted->flight, [=, this] {
        awaitAccepted(p, flight, [=, this] { exchange(p, rounds, done + 1, bytes, tag, then); });
      });
    });
  });
}

void JobMachine::meet(int p, const JobOperation &operation, Action then) {
  uint64_t number = processes_[size_t(p)].meetings++;
  Gathering &gathering = gatherings_[number];
  if (gathering.entered.empty()) {
    gathering.entered.assign(processes_.size(), -1);
    gathering.waiting.resize(processes_.size());
  }
  gathering.entered[size_t(p)] = now_;
  gathering.order.push_back(p);
  gathering.waiting[size_t(p)] = [this, p, then] { resume(p, then); };
  block(p);
  leaveMeeting(number, operation);
}

/// Those whom nobody keeps any longer.
void JobMachine::leaveMeeting(uint64_t number, const JobOperation &operation) {
  Gathering &gathering = gatherings_[number];
  size_t ranks = processes_.size();
  bool all = gathering.order.size() == ranks;
  for (size_t p = 0; p < ranks; ++p) {
    bool came = gathering.entered[p] >= 0;
    bool goes = all;
    if (operation.shape == TARE_MF_FROM_ROOT)
      goes = gathering.entered[size_t(operation.root)] >= 0;
    if (operation.shape == TARE_MF_TO_ROOT)
      goes = all || int(p) != operation.root;
    if (operation.shape == TARE_MF_SCAN)
      goes = std::all_of(gathering.entered.begin(), gathering.entered.begin() + long(p) + 1,
                         [](double time) { return time >= 0; });
    if (!came || !goes || !gathering.waiting[p])
      continue;
    double after = machine_.barrier;
    if (machine_.collectives == Collectives::InTurn)
      after *= double(gathering.order.end() -
                      std::find(gathering.order.begin(), gathering.order.end(), int(p)));
    at(now_ + after, std::exchange(gathering.waiting[p], {}));
  }
}

SimulatedRun simulate(const JobProgram &program, const SimulatedMachine &machine, unsigned seed) {
  return JobMachine(program, machine, seed).run();
}

Job jobOf(const SimulatedRun &run) {
  std::vector<RankLog> logs;
  for (const std::string &file : run.files) {
    Result<RankLog> log = readRankLog(file);
    if (!log.ok())
      throw std::logic_error(log.error().text());
    logs.push_back(std::move(log).value());
  }
  Matching matching = matchMessages(logs).value();
  // Simulated hosts have one clock: alignment is not what is tried here.
  std::vector<std::string> hosts;
  for (RankLog &log : logs)
    hosts.push_back(std::exchange(log.host, "node"));
  Job job = makeJob(logs, matching, alignClocks(logs, matching));
  job.hosts.clear();
  for (size_t rank = 0; rank < hosts.size(); ++rank) {
    auto known = std::ranges::find(job.hosts, hosts[rank]);
    job.ranks[rank].node = uint32_t(known - job.hosts.begin());
    if (known == job.hosts.end())
      job.hosts.push_back(hosts[rank]);
  }
  return job;
}

} // namespace tare::testing
