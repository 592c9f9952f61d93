// SPDX-License-Identifier: Apache-2.0
// One verb's command line: what it takes, and its help. parser.cpp is the only file that knows
// CLI11.
#pragma once

#include "driver/options.h"
#include "driver/options/completion.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// `message` (foreign text in it is made printable) on stderr, with the status of a wrong usage.
HelpShown usageError(const std::string &message);

/// The one argument that a verb answers with what it takes, for describedVerb().
inline constexpr const char *describe_options = "--describe-options";
/// Reads that answer.
VerbWords describedVerb(const std::string &answer);

class Parser {
public:
  struct Verb {
    const char *name;        // "tare run"
    const char *what;        // one or two lines
    const char *usage;       // without "usage: "
    const char *example;     // a command
    const char *behind = ""; // why nothing may follow `--`, where that needs a reason
  };
  /// `verb` must outlive the parser, and so must the values that its options fill.
  explicit Parser(const Verb &verb);
  ~Parser();

  /// An argument without a dash in front. With `required` a missing one is refused.
  void operand(const char *name, std::string &value, const char *what, bool required = true);
  /// All arguments without a dash in front that no other operand takes. With `required` one at
  /// least.
  void operands(const char *name, std::vector<std::string> &values, const char *what,
                bool required = false);
  /// What follows `--` goes here; without this call nothing may follow it.
  void behind(std::vector<std::string> &values);
  /// `--name VALUE`. `value` keeps what it has when the option is not given.
  void text(const char *name, std::string &value, const char *value_name, const char *what,
            bool required = false);
  /// Refuses values that are not among `allowed`.
  void choice(const char *name, std::string &value, const char *value_name, const char *what,
              const std::vector<std::string> &allowed);
  /// Refuses numbers outside of `least` to `most`.
  void number(const char *name, int &value, const char *value_name, const char *what, int least,
              int most);
  void number(const char *name, double &value, const char *value_name, const char *what,
              double least, double most);
  void number(const char *name, std::optional<double> &value, const char *value_name,
              const char *what, double least, double most);
  /// The option's text is read by `take`, which returns what is wrong with it; empty: nothing.
  using Take = std::function<std::string(const std::string &text)>;
  void read(const char *name, const char *value_name, const char *what, Take take);
  /// May be given several times.
  void readEach(const char *name, const char *value_name, const char *what, Take take);
  /// May be given several times; all values are kept.
  void texts(const char *name, std::vector<std::string> &values, const char *value_name,
             const char *what);
  /// An option without a value: true if it is given.
  void flag(const char *name, bool &value, const char *what);

  /// What the first operand may be, for who completes words.
  void firstWords(std::vector<std::string> words);

  /// A paragraph at the end of the help.
  void note(const std::string &text);

  /// Nothing when the arguments were understood; else what is to be shown instead. `rest` stood
  /// behind `--`.
  std::optional<HelpShown> parse(std::vector<std::string> arguments, std::vector<std::string> rest);

  /// Whether an option was on the command line; after parse().
  bool given(const char *name) const;

  /// A usage error of this verb.
  HelpShown refuse(const std::string &message) const;

private:
  struct App;
  std::unique_ptr<App> app_;
};

} // namespace tare
