// SPDX-License-Identifier: Apache-2.0
#include "tests/jobs/program_shapes.h"

#include <memory>
#include <random>

namespace tare::testing {

namespace {

constexpr double msec = 1e6;
enum Tag : int { Wants = 1, Part = 2, Done = 3 };

/// What each piece of work varies by; the same in every run of a program.
class Uneven {
public:
  explicit Uneven(unsigned seed) : random_(seed) {}
  double of(double ns, double part) {
    return ns * (1 + part * (double(random_() % 2001) / 1000 - 1));
  }

private:
  std::mt19937 random_;
};

} // namespace

JobProgram syntheticShape(size_t ranks) {
  JobProgram program(ranks);
  Uneven uneven(1);
  for (int phase = 0; phase < 7; ++phase)
    for (size_t rank = 0; rank < ranks; ++rank) {
      double more = 1 + double((rank + size_t(phase)) % ranks);
      program[rank].push_back(work(uneven.of(8 * msec * more, 0.2)));
      int next = int((rank + 1) % ranks), before = int((rank + ranks - 1) % ranks);
      program[rank].push_back(send(next, 4));
      program[rank].push_back(receive(before));
    }
  return program;
}

JobProgram travellingShape(size_t ranks) {
  /// The master, when a worker asked: hands out a part, or says that there is none left.
  struct Serve {
    std::shared_ptr<int> parts, busy; // left; workers that were not told
    JobOperations operator()(int source, int) const {
      JobOperations next = {work(0.1 * msec)};
      if (*parts > 0)
        next.push_back(send(source, 400, Part + 10 * (*parts)--));
      else
        next.push_back(send(source, 8, Done));
      *busy -= next.back().tag == Done;
      if (*busy > 0) {
        next.push_back(receive(TARE_MF_ANY, Wants));
        next.push_back(then(*this));
      }
      return next;
    }
  };
  /// A worker, when it was answered.
  struct Search {
    JobOperations operator()(int, int tag) const {
      if (tag == Done)
        return {};
      return {work((18 + 3.0 * (tag / 10 % 5)) * msec), send(0, 60, Wants), receive(0, TARE_MF_ANY),
              then(*this)};
    }
  };
  JobProgram program(ranks);
  Serve serve{std::make_shared<int>(int(4 * (ranks - 1))), std::make_shared<int>(int(ranks) - 1)};
  program[0] = {work(2 * msec), receive(TARE_MF_ANY, Wants), then(serve)};
  for (size_t rank = 1; rank < ranks; ++rank)
    program[rank] = {send(0, 60, Wants), receive(0, TARE_MF_ANY), then(Search())};
  return program;
}

JobProgram epShape(size_t ranks) {
  JobProgram program(ranks);
  Uneven uneven(3);
  for (size_t rank = 0; rank < ranks; ++rank) {
    program[rank].push_back(work(uneven.of(80 * msec, 0.03)));
    for (int sum = 0; sum < 3; ++sum)
      program[rank].push_back(collect("MPI_Allreduce", TARE_MF_ALL, 16));
  }
  return program;
}

JobProgram isShape(size_t ranks) {
  JobProgram program(ranks);
  Uneven uneven(4);
  for (int round = 0; round < 10; ++round)
    for (size_t rank = 0; rank < ranks; ++rank) {
      program[rank].push_back(work(uneven.of(4 * msec, 0.1)));
      program[rank].push_back(collect("MPI_Allreduce", TARE_MF_ALL, 4096));
      program[rank].push_back(collect("MPI_Alltoall", TARE_MF_ALL, 64));
      program[rank].push_back(collect("MPI_Alltoallv", TARE_MF_ALL, 64000));
      program[rank].push_back(work(uneven.of(1 * msec, 0.1)));
    }
  return program;
}

JobProgram ftShape(size_t ranks) {
  JobProgram program(ranks);
  Uneven uneven(5);
  for (int round = 0; round < 6; ++round)
    for (size_t rank = 0; rank < ranks; ++rank) {
      program[rank].push_back(work(uneven.of(12 * msec, 0.03)));
      program[rank].push_back(collect("MPI_Alltoall", TARE_MF_ALL, 100000));
      program[rank].push_back(work(uneven.of(6 * msec, 0.03)));
      program[rank].push_back(collect("MPI_Reduce", TARE_MF_TO_ROOT, 16, 0));
    }
  return program;
}

JobProgram mgShape(size_t ranks) {
  JobProgram program(ranks);
  Uneven uneven(6);
  for (int cycle = 0; cycle < 4; ++cycle) {
    for (int step = 0; step < 9; ++step) {
      int level = step < 5 ? step : 8 - step; // down, and up again
      for (size_t rank = 0; rank < ranks; ++rank) {
        program[rank].push_back(work(uneven.of(6 * msec / double(1 << 2 * level), 0.1)));
        for (size_t away : {size_t(1), size_t(4)}) {
          int up = int((rank + away) % ranks), down = int((rank + ranks - away) % ranks);
          uint64_t bytes = uint64_t(32768) >> 2 * level;
          auto request = uint64_t(cycle * 1000 + step * 10 + int(away));
          program[rank].push_back(startReceive(request, down, int(away)));
          program[rank].push_back(send(up, bytes, int(away)));
          program[rank].push_back(waitFor({request}));
        }
      }
    }
    for (auto &of : program)
      of.push_back(collect("MPI_Allreduce", TARE_MF_ALL, 8));
  }
  return program;
}

std::vector<ProgramShape> paperShapes() {
  return {{"SPA", [] { return syntheticShape(4); }, 4, 1},
          {"TSP", [] { return travellingShape(4); }, 4, 1},
          {"EP", [] { return epShape(16); }, 16, 8},
          {"FT", [] { return ftShape(16); }, 16, 8},
          {"IS", [] { return isShape(16); }, 16, 8},
          {"MG", [] { return mgShape(16); }, 16, 8}};
}

} // namespace tare::testing
