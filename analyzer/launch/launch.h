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
  std::vector<std::string> words; // the command; the text of env -S is split
  /// Index of the program in `words`; of the last launcher where no program is recognised.
  size_t program = 0;
  std::map<std::string, std::string>
      environment;                  // what env, or words before it, set for the program
  std::set<std::string> unset;      // what env takes from it
  std::vector<std::string> through; // the other launchers, with their options: "taskset -c 0,1"
};

/// Follows the rules of env, nice, nohup, numactl, setarch, stdbuf, taskset, time and timeout,
/// where these stand on the search path or in a folder of the system. mpirun, mpiexec (also mpirun.openmpi), orterun and srun have
/// too many options to know all. Behind the usual ones, their program is the first word with a
/// folder in it for which `isProgram` holds, else the first word for which it holds.
Launch launchOf(const std::vector<std::string> &words,
                const std::function<bool(const std::string &)> &isProgram);

/// Judges by the text alone: a program is a word with a folder in it.
Launch launchOf(const std::vector<std::string> &words);

/// Judges by the files that can be executed on this machine.
Launch launchHere(const std::vector<std::string> &words);

/// The program of a command on this machine, as the command names it. Empty: there are no words.
std::string launchedProgram(const std::vector<std::string> &words);

} // namespace tare
