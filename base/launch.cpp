// SPDX-License-Identifier: Apache-2.0
#include "base/launch.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>

namespace tare {
namespace {

using Words = std::vector<std::string>;

struct Launcher {
  std::string_view name;
  std::string_view letters; // of short options that have a value
  std::string_view options; // long ones that have a value, each between blanks
  int operands = 0;         // words between its options and the program
};

constexpr Launcher launchers[] = {
    {"env", "uC", " --unset --chdir "},
    {"nice", "n", " --adjustment "},
    {"nohup", "", " "},
    {"numactl", "ipCmNPw", " --interleave --preferred --physcpubind --cpunodebind --membind "},
    {"setarch", "", " "},
    {"stdbuf", "ioe", " --input --output --error "},
    {"taskset", "", " ", 1},
    {"time", "fo", " --format --output "},
    {"timeout", "ks", " --kill-after --signal ", 1}};
constexpr std::string_view parallel_launchers[] = {"mpirun", "mpiexec", "srun"};

/// A program of the user's may have the name of a launcher.
bool isOfTheSystem(const std::string &word) {
  return word.find('/') == std::string::npos || startsWith(word, "/usr/") ||
         startsWith(word, "/bin/") || startsWith(word, "/opt/");
}

const Launcher *launcherOf(const std::string &word) {
  std::string name = baseName(word);
  auto found = std::ranges::find(launchers, std::string_view(name), &Launcher::name);
  return isOfTheSystem(word) && found != std::end(launchers) ? found : nullptr;
}

bool startsOnNodes(const std::string &word) {
  return isOfTheSystem(word) &&
         std::ranges::find(parallel_launchers, std::string_view(baseName(word))) !=
             std::end(parallel_launchers);
}

bool isAssignment(const std::string &word) {
  size_t length = word.find('=');
  auto belongs = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
  return length != std::string::npos && length > 0 && !std::isdigit((unsigned char)word[0]) &&
         std::all_of(word.begin(), word.begin() + std::ptrdiff_t(length), belongs);
}

/// Whether the next word is the value of this option.
bool takesNext(const Launcher &launcher, const std::string &option) {
  if (startsWith(option, "--"))
    return launcher.options.find(" " + option + " ") != std::string_view::npos;
  size_t letter = option.find_first_of(launcher.letters, 1);
  return letter != std::string::npos && letter + 1 == option.size();
}

class LaunchReader {
public:
  LaunchReader(const Words &words, const std::function<bool(const std::string &)> &isProgram)
      : words_(words), isProgram_(isProgram) {}

  Launch read() {
    readAssignments();
    while (at_ < words_.size()) {
      launch_.program = at_;
      if (startsOnNodes(words_[at_]))
        readNodes();
      else if (const Launcher *launcher = launcherOf(words_[at_]))
        readLauncher(*launcher);
      else
        break;
    }
    return std::move(launch_);
  }

private:
  void readAssignments() {
    for (; at_ < words_.size() && isAssignment(words_[at_]); ++at_) {
      size_t length = words_[at_].find('=');
      launch_.environment[words_[at_].substr(0, length)] = words_[at_].substr(length + 1);
    }
  }

  /// Where no program can be told, what stands behind them is theirs.
  void readNodes() {
    auto begin = words_.begin() + std::ptrdiff_t(at_);
    auto found = std::find_if(begin + 1, words_.end(), [this](const std::string &word) {
      return !startsWith(word, "-") && isProgram_(word);
    });
    if (found != words_.end())
      launch_.through.insert(launch_.through.end(), begin, found);
    at_ = found == words_.end() ? words_.size() : size_t(found - words_.begin());
  }

  void readLauncher(const Launcher &launcher) {
    size_t begin = at_++;
    bool is_env = launcher.name == "env";
    // The architecture is a name: it may be left out.
    if (launcher.name == "setarch" && at_ < words_.size() && isOperand(words_[at_]) &&
        words_[at_].find('/') == std::string::npos)
      ++at_;
    readOptions(launcher, is_env);
    at_ += size_t(launcher.operands);
    if (is_env)
      readAssignments();
    else if (at_ < words_.size())
      launch_.through.insert(launch_.through.end(), words_.begin() + std::ptrdiff_t(begin),
                             words_.begin() + std::ptrdiff_t(at_));
  }

  static bool isOperand(const std::string &word) { return !startsWith(word, "-"); }

  void readOptions(const Launcher &launcher, bool is_env) {
    while (at_ < words_.size() && !isOperand(words_[at_])) {
      const std::string &option = words_[at_++];
      if (option == "--")
        return;
      bool has_value = takesNext(launcher, option) && at_ < words_.size();
      if (is_env)
        takeAway(option, has_value ? words_[at_] : "");
      at_ += has_value;
    }
  }

  /// -u X, -uX, --unset X, --unset=X.
  void takeAway(const std::string &option, const std::string &value) {
    constexpr std::string_view joined = "--unset=";
    if (option == "-u" || option == "--unset")
      launch_.unset.insert(value);
    else if (startsWith(option, joined))
      launch_.unset.insert(option.substr(joined.size()));
    else if (startsWith(option, "-u"))
      launch_.unset.insert(option.substr(2));
  }

  const Words &words_;
  const std::function<bool(const std::string &)> &isProgram_;
  size_t at_ = 0;
  Launch launch_;
};

} // namespace

Launch launchOf(const Words &words, const std::function<bool(const std::string &)> &isProgram) {
  return LaunchReader(words, isProgram).read();
}

Launch launchOf(const Words &words) {
  return launchOf(words,
                  [](const std::string &word) { return word.find('/') != std::string::npos; });
}

std::string launchedProgram(const Words &words) {
  Launch launch =
      launchOf(words, [](const std::string &word) { return !findProgram(word).empty(); });
  return launch.program < words.size() ? words[launch.program] : "";
}

} // namespace tare
