// SPDX-License-Identifier: Apache-2.0
// A command that starts its program through others: `env A=1 taskset -c 0,1 ./pi 1000`.
//
//   words of a command -> [launch] -> program, launchers, environment
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace tare {

struct Launch {
  std::vector<std::string> words; // of the command; what env -S holds is split
  /// Index in them of the word that is the program; of the last launcher where none can be told.
  size_t program = 0;
  std::map<std::string, std::string>
      environment;                  // what env, or words before it, set for the program
  std::set<std::string> unset;      // what env takes from it
  std::vector<std::string> through; // the other launchers, with their options: "taskset -c 0,1"
};

/// By the rules of env, nice, nohup, numactl, setarch, stdbuf, taskset, time and timeout, as these
/// stand on the search path or in a folder of the system. The options of mpirun, mpiexec and srun
/// are too many to know all: behind the usual ones, the first word with a folder in it that
/// `isProgram` is theirs, else the first such word at all.
Launch launchOf(const std::vector<std::string> &words,
                const std::function<bool(const std::string &)> &isProgram);

/// By the text alone: a program is a word with a folder in it.
Launch launchOf(const std::vector<std::string> &words);

/// By what can be executed on this machine.
Launch launchHere(const std::vector<std::string> &words);

/// The program of a command on this machine, as the command names it. Empty: of no words.
std::string launchedProgram(const std::vector<std::string> &words);

} // namespace tare
