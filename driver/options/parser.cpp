// SPDX-License-Identifier: Apache-2.0
#include "driver/options/parser.h"

#include "base/text.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>

namespace tare {
namespace {

/// Help of our own, since that of CLI11 is another one in each of its releases.
struct Formatter : CLI::Formatter {
  std::string usage;
  explicit Formatter(std::string text) : usage(std::move(text)) {}

  std::string make_help(const CLI::App *app, std::string, CLI::AppFormatMode) const override {
    std::string positionals, options;
    for (const CLI::Option *option : app->get_options()) {
      const std::string &text = option->get_option_text();
      std::string name =
          option->get_positional() ? option->get_name(true) : joinText(allNamesOf(*option), ",");
      (option->get_positional() ? positionals : options) +=
          line(text.empty() ? name : name + " " + text, option->get_description());
    }
    return app->get_description() + "\n\nusage: " + usage + "\n" +
           (positionals.empty() ? "" : "\nPositionals:\n" + positionals) + "\nOptions:\n" +
           options + "\n" + app->get_footer() + "\n";
  }

private:
  static std::vector<std::string> allNamesOf(const CLI::Option &option) {
    std::vector<std::string> names;
    for (const std::string &name : option.get_snames())
      names.push_back("-" + name);
    for (const std::string &name : option.get_lnames())
      names.push_back("--" + name);
    return names;
  }

  static std::string line(const std::string &name, const std::string &what) {
    constexpr size_t column = 26;
    std::string text = "  " + name;
    if (text.size() >= column)
      text += "\n";
    text.resize(text.size() + (text.back() == '\n' ? column : column - text.size()), ' ');
    for (char c : what) {
      text += c;
      if (c == '\n')
        text.append(column, ' ');
    }
    return text + "\n";
  }
};

} // namespace

/// CLI11's parser, and what it does not keep for us.
struct Parser::App : CLI::App {
  using CLI::App::App;
  std::string wrong;                          // about the first bad value; empty: none
  std::vector<std::string> *behind = nullptr; // for the words behind `--`; null: none are allowed
  const char *nothing_behind = "";            // why none are allowed
  std::vector<std::string> first_words;
  std::map<std::string, std::vector<std::string>> choices; // option -> all values

  std::string description() const;
};

/// Lines of words with tabs between: `first` and the words, and for each option its name, what its
/// value is called, its values, and what it does.
std::string Parser::App::description() const {
  std::string text = "first\t" + joinText(first_words, " ") + "\n";
  for (const CLI::Option *option : get_options()) {
    if (option->get_lnames().empty())
      continue;
    const bool has_value = option->get_type_size() > 0;
    std::string name = "--" + option->get_lnames().front();
    auto values = choices.find(name);
    std::string what = option->get_description();
    std::ranges::replace(what, '\n', ' ');
    text += name + "\t" + (has_value ? option->get_option_text() : "") + "\t" +
            (values == choices.end() ? "" : joinText(values->second, " ")) + "\t" + what + "\n";
  }
  return text;
}

VerbWords describedVerb(const std::string &answer) {
  VerbWords verb;
  for (const std::string &line : splitText(answer, '\n')) {
    std::vector<std::string> parts = splitText(line, '\t');
    auto words = [&](size_t at) {
      return at < parts.size() && !parts[at].empty() ? splitText(parts[at], ' ')
                                                     : std::vector<std::string>();
    };
    if (parts.front() == "first")
      verb.first = words(1);
    else if (parts.size() == 4)
      verb.options.push_back({parts[0], parts[1], words(2), parts[3]});
  }
  return verb;
}

HelpShown usageError(const std::string &message) {
  return {printable(message) + "\n", true, exit_usage};
}

Parser::Parser(const Verb &verb) : app_(std::make_unique<App>(verb.what, verb.name)) {
  app_->formatter(std::make_shared<Formatter>(verb.usage));
  app_->footer(std::string("example:\n  ") + verb.example);
  app_->set_help_flag("--help,-h", "print this");
  app_->nothing_behind = verb.behind;
}

Parser::~Parser() = default;

void Parser::operand(const char *name, std::string &value, const char *what, bool required) {
  app_->add_option(name, value, what)->required(required)->option_text(" ");
}

void Parser::operands(const char *name, std::vector<std::string> &values, const char *what,
                      bool required) {
  app_->add_option(name, values, what)->required(required)->option_text(" ");
}

void Parser::behind(std::vector<std::string> &values) { app_->behind = &values; }

void Parser::text(const char *name, std::string &value, const char *value_name, const char *what,
                  bool required) {
  app_->add_option(name, value, what)->option_text(value_name)->required(required);
}

void Parser::choice(const char *name, std::string &value, const char *value_name, const char *what,
                    const std::vector<std::string> &allowed) {
  app_->add_option(name, value, what)->option_text(value_name)->check(CLI::IsMember(allowed));
  app_->choices[name] = allowed;
}

void Parser::number(const char *name, int &value, const char *value_name, const char *what,
                    int least, int most) {
  app_->add_option(name, value, what)->option_text(value_name)->check(CLI::Range(least, most));
}

void Parser::number(const char *name, double &value, const char *value_name, const char *what,
                    double least, double most) {
  app_->add_option(name, value, what)->option_text(value_name)->check(CLI::Range(least, most));
}

void Parser::number(const char *name, std::optional<double> &value, const char *value_name,
                    const char *what, double least, double most) {
  app_->add_option(name, value, what)->option_text(value_name)->check(CLI::Range(least, most));
}

void Parser::read(const char *name, const char *value_name, const char *what, Take take) {
  auto set = [app = app_.get(), take = std::move(take)](const std::string &text) {
    app->wrong = app->wrong.empty() ? take(text) : app->wrong;
  };
  app_->add_option_function<std::string>(name, set, what)->option_text(value_name);
}

void Parser::readEach(const char *name, const char *value_name, const char *what, Take take) {
  auto set = [app = app_.get(), take = std::move(take)](const std::vector<std::string> &texts) {
    for (const std::string &text : texts)
      app->wrong = app->wrong.empty() ? take(text) : app->wrong;
  };
  app_->add_option_function<std::vector<std::string>>(name, set, what)
      ->option_text(value_name)
      ->allow_extra_args(false);
}

void Parser::texts(const char *name, std::vector<std::string> &values, const char *value_name,
                   const char *what) {
  app_->add_option(name, values, what)->option_text(value_name)->allow_extra_args(false);
}

void Parser::flag(const char *name, bool &value, const char *what) {
  app_->add_flag(name, value, what);
}

void Parser::firstWords(std::vector<std::string> words) { app_->first_words = std::move(words); }

void Parser::note(const std::string &text) { app_->footer(app_->get_footer() + "\n\n" + text); }

std::optional<HelpShown> Parser::parse(std::vector<std::string> arguments,
                                       std::vector<std::string> rest) {
  if (arguments == std::vector<std::string>{describe_options})
    return HelpShown{app_->description()};
  std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
  try {
    app_->parse(std::move(arguments));
  } catch (const CLI::CallForHelp &) {
    return HelpShown{app_->help()};
  } catch (const CLI::ExtrasError &) { // its own text names them from the back
    std::vector<std::string> extras = app_->remaining();
    std::string were = extras.size() == 1 ? "argument was" : "arguments were";
    bool may_be_source = app_->get_option_no_throw("--source") && !startsWith(extras.front(), "-");
    return refuse("the following " + were + " not expected: " + joinText(extras, " ") +
                  (may_be_source ? " (a source is named by --source); see " : "; see ") +
                  app_->get_name() + " --help");
  } catch (const CLI::ParseError &error) {
    std::string message = splitText(error.what(), '\n').front();
    return refuse(message + "; see " + app_->get_name() + " --help");
  }
  if (app_->behind)
    *app_->behind = std::move(rest);
  else if (!rest.empty())
    return refuse(std::string("nothing may follow --") + app_->nothing_behind);
  return app_->wrong.empty() ? std::nullopt : std::optional(refuse(app_->wrong));
}

bool Parser::given(const char *name) const { return app_->count(name) > 0; }

HelpShown Parser::refuse(const std::string &message) const {
  return usageError(app_->get_name() + ": " + message);
}

} // namespace tare
