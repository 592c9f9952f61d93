// SPDX-License-Identifier: Apache-2.0
#include "analyzer/launch/launch.h"

#include "base/files.h"
#include "base/text.h"

#include <algorithm>
#include <cctype>

namespace tare {
namespace {

using Words = std::vector<std::string>;

struct Launcher {
  std::string_view name;
  std::string_view letters; // short options that have a value
  std::string_view options; // long ones that have a value, each between blanks
  int operands = 0;         // words between its options and the program
};

constexpr Launcher launchers[] = {
    {"env", "uCS", " --unset --chdir --split-string "},
    {"nice", "n", " --adjustment "},
    {"nohup", "", " "},
    {"numactl", "ipCmNPw", " --interleave --preferred --physcpubind --cpunodebind --membind "},
    {"setarch", "", " "},
    {"stdbuf", "ioe", " --input --output --error "},
    {"taskset", "", " ", 1},
    {"time", "fo", " --format --output "},
    {"timeout", "ks", " --kill-after --signal ", 1}};
/// Debian and others add the MPI that they belong to: mpirun.openmpi, mpiexec.hydra.
constexpr std::string_view parallel_launchers[] = {"mpirun", "mpiexec", "orterun", "srun"};
/// Their options that have a value. A letter may mean different things to them: it stands here if
/// it has a value in every launcher that knows it.
constexpr std::string_view parallel_options =
    " -n -np -c -N -p -t -A -J -w -x -H -f -host -hosts -hostfile -machinefile -ppn -perhost -wdir"
    " -mca -gmca -genv -env --np --n --host --hostfile --machinefile --map-by --rank-by --bind-to"
    " --mca --gmca --wdir --ntasks --nodes --cpus-per-task --ntasks-per-node --partition --time"
    " --mpi --account --job-name --nodelist --qos --constraint --gres --mem --chdir --output --error ";
constexpr std::string_view options_of_two_values = " -mca --mca -gmca --gmca -genv -env ";

/// A user's own program may be called like a launcher.
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
  std::string name = baseName(word);
  std::string_view plain = std::string_view(name).substr(0, name.find('.'));
  return isOfTheSystem(word) && std::ranges::count(parallel_launchers, plain) > 0;
}

bool isAssignment(const std::string &word) {
  size_t length = word.find('=');
  return length != std::string::npos && length > 0 && !std::isdigit((unsigned char)word[0]) &&
         std::all_of(word.begin(), word.begin() + std::ptrdiff_t(length), isWordCharacter);
}

/// How many words behind an option of mpirun, mpiexec or srun are its values.
size_t valuesOf(const std::string &option, const std::string &launcher) {
  if (option == "-H" && baseName(launcher) == "srun") // to hold the job
    return 0;
  std::string word = " " + option + " ";
  if (options_of_two_values.find(word) != std::string_view::npos)
    return 2;
  return parallel_options.find(word) != std::string_view::npos;
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
    launch_.words = std::move(words_);
    return std::move(launch_);
  }

private:
  void readAssignments() {
    for (; at_ < words_.size() && isAssignment(words_[at_]); ++at_) {
      size_t length = words_[at_].find('=');
      launch_.environment[words_[at_].substr(0, length)] = words_[at_].substr(length + 1);
    }
  }

  /// mpirun and its like. A word with a folder in it is preferred as the program: a mere name may
  /// be the value of an option that is not known here. Without a program all words are the
  /// launcher's.
  void readNodes() {
    size_t begin = at_, found = words_.size();
    for (at_ = begin + 1; at_ < words_.size(); at_ += 1 + valuesOf(words_[at_], words_[begin])) {
      const std::string &word = words_[at_];
      bool is_launcher = launcherOf(word), has_folder = word.find('/') != std::string::npos;
      if (!isOperand(word) || isAssignment(word) || (!is_launcher && !isProgram_(word)))
        continue;
      if (found == words_.size() || has_folder)
        found = at_;
      if (has_folder || is_launcher)
        break;
    }
    at_ = found;
    if (found < words_.size())
      launch_.through.insert(launch_.through.end(), words_.begin() + std::ptrdiff_t(begin),
                             words_.begin() + std::ptrdiff_t(found));
  }

  void readLauncher(const Launcher &launcher) {
    size_t begin = at_++;
    bool is_env = launcher.name == "env";
    // The architecture is a mere name, and optional.
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
      std::string option = words_[at_++];
      if (option == "--")
        return;
      bool has_value = takesNext(launcher, option) && at_ < words_.size();
      if (is_env && splitHere(option, has_value))
        continue;
      if (is_env)
        takeAway(option, has_value ? words_[at_] : "");
      at_ += has_value;
    }
  }

  /// -S X, -SX, --split-string X, --split-string=X: the words in X replace the option.
  bool splitHere(const std::string &option, bool has_value) {
    constexpr std::string_view joined = "--split-string=";
    size_t letter = startsWith(option, "--") ? std::string::npos : option.find('S');
    std::string text;
    if (startsWith(option, joined))
      text = option.substr(joined.size());
    else if (has_value && (option == "--split-string" || letter == option.size() - 1))
      text = words_[at_];
    else if (startsWith(option, "-S"))
      text = option.substr(2);
    Result<Words> inner = splitCommand(text);
    if (text.empty() || !inner.ok())
      return false;
    auto at = words_.begin() + std::ptrdiff_t(at_);
    at = has_value ? words_.erase(at) : at;
    words_.insert(at, inner.value().begin(), inner.value().end());
    return true;
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

  Words words_;
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

Launch launchHere(const Words &words) {
  return launchOf(words, [](const std::string &word) { return !findProgram(word).empty(); });
}

std::string launchedProgram(const Words &words) {
  Launch launch = launchHere(words);
  return launch.program < launch.words.size() ? launch.words[launch.program] : "";
}

} // namespace tare
