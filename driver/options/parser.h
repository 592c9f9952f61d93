// SPDX-License-Identifier: Apache-2.0
// One verb's command line: what it takes, and its help. parser.cpp is the only file that knows
// CLI11.
#pragma once

#include "driver/options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tare {

/// `message` (foreign text in it is made printable) on stderr, with the status of a wrong usage.
HelpShown usageError(const std::string &message);

class Parser {
public:
  struct Verb {
    const char *name;    // "tare run"
    const char *what;    // one or two lines
    const char *usage;   // without "usage: "
    const char *example; // a command
  };
  explicit Parser(const Verb &verb);
  ~Parser();

  /// What stands without a dash in front.
  void operand(const char *name, std::string &value, const char *what, bool required = true);
  void operands(const char *name, std::vector<std::string> &values, const char *what);
  /// `--name VALUE`. `value` keeps what it has when the option is not given.
  void text(const char *name, std::string &value, const char *value_name, const char *what,
            bool required = false);
  void choice(const char *name, std::string &value, const char *value_name, const char *what,
              const std::vector<std::string> &allowed);
  void number(const char *name, int &value, const char *value_name, const char *what, int least,
              int most);
  void number(const char *name, double &value, const char *value_name, const char *what,
              double least, double most);
  /// May be given several times.
  void texts(const char *name, std::vector<std::string> &values, const char *value_name,
             const char *what);
  void flag(const char *name, bool &value, const char *what);

  /// Nothing when the arguments were understood; else what is to be shown instead.
  std::optional<HelpShown> parse(std::vector<std::string> arguments);

  /// Whether an option was on the command line; after parse().
  bool given(const char *name) const;

  /// A usage error of this verb.
  HelpShown refuse(const std::string &message) const;

private:
  struct App;
  std::unique_ptr<App> app_;
};

} // namespace tare
