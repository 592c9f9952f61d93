// SPDX-License-Identifier: Apache-2.0
// What this machine is, what time it is, and what the environment holds.
#pragma once

#include <map>
#include <string>

namespace tare {

std::string cpuModel();                            ///< As /proc/cpuinfo spells it, or "unknown".
std::string kernelRelease();                       ///< As uname does.
double memoryBytes();                              ///< Of the machine; 0: not known.
int coresAllowed();                                ///< Cores that this process may use; at least 1.
std::string firstCores(int count); ///< Of these, as taskset -c wants them: "0,1".
std::string hostName();                            ///< Empty: it cannot be asked.
double steadySeconds();                            ///< CLOCK_MONOTONIC.
std::string utcText(const char *format);           ///< Now, as strftime() writes it.
std::string environmentVariable(const char *name); ///< Empty: it is not set, or empty.
std::map<std::string, std::string> environmentVariables();

} // namespace tare
