// SPDX-License-Identifier: Apache-2.0
#include "driver/options/completion.h"

#include "base/text.h"

namespace tare {
namespace {

/// In single quotes of a shell.
std::string singleQuoted(const std::string &text) {
  std::string quoted = "'";
  for (char c : text)
    quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::vector<std::string> namesOf(const std::vector<OptionWords> &options) {
  std::vector<std::string> names;
  for (const OptionWords &option : options)
    names.push_back(option.name);
  return names;
}

std::vector<std::string> namesOf(const std::vector<VerbWords> &verbs) {
  std::vector<std::string> names;
  for (const VerbWords &verb : verbs)
    names.push_back(verb.name);
  return names;
}

std::string bashScript(const std::vector<VerbWords> &verbs) {
  std::string values, options, first;
  for (const VerbWords &verb : verbs) {
    for (const OptionWords &option : verb.options)
      if (!option.values.empty())
        values += "  '" + verb.name + " " + option.name + "') words='" +
                  joinText(option.values, " ") + "' ;;\n";
      else if (!option.value.empty())
        values += "  '" + verb.name + " " + option.name + "') return ;;\n";
    options += "  " + verb.name + ") words='" + joinText(namesOf(verb.options), " ") + "' ;;\n";
    if (!verb.first.empty())
      first += "  " + verb.name + ") words='" + joinText(verb.first, " ") + "' ;;\n";
  }
  return "# Completion of tare for bash: source it, or keep it as\n"
         "# /usr/share/bash-completion/completions/tare.\n"
         "_tare() {\n"
         "  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "  if [ \"$cur\" = = ]; then cur=\n"
         "  elif [ \"$prev\" = = ]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
         "  COMPREPLY=()\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
         "    COMPREPLY=($(compgen -W '" +
         joinText(namesOf(verbs), " ") +
         " --help --version' -- \"$cur\"))\n"
         "    return\n"
         "  fi\n"
         "  case \"${COMP_WORDS[1]} $prev\" in # values; without words: files\n" +
         values +
         "  esac\n"
         "  if [ -z \"$words\" ]; then\n"
         "    case $cur in\n"
         "    -*) case ${COMP_WORDS[1]} in\n" +
         options +
         "    esac ;;\n    *) if [ \"$COMP_CWORD\" -eq 2 ]; then case ${COMP_WORDS[1]} in\n" +
         first +
         "    esac; fi ;;\n"
         "    esac\n"
         "  fi\n"
         "  [ -z \"$words\" ] || COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
         "}\n"
         "complete -o default -o bashdefault -F _tare tare\n";
}

/// As _arguments reads it: brackets and colons are its own.
std::string zshText(const std::string &text) {
  std::string escaped;
  for (char c : text)
    escaped +=
        (c == '[' || c == ']' || c == ':' || c == '\\') ? std::string("\\") + c : std::string(1, c);
  return escaped;
}

std::string zshScript(const std::vector<VerbWords> &verbs) {
  std::string names, cases;
  for (const VerbWords &verb : verbs) {
    names += "    " + singleQuoted(verb.name + ":" + zshText(verb.what)) + "\n";
    cases += "  " + verb.name + ")\n    _arguments -s";
    for (const OptionWords &option : verb.options) {
      std::string spec =
          "*" + option.name + (option.value.empty() ? "" : "=") + "[" + zshText(option.what) + "]";
      if (!option.values.empty())
        spec += ":" + zshText(option.value) + ":(" + joinText(option.values, " ") + ")";
      else if (!option.value.empty())
        spec += ":" + zshText(option.value) + ":_files";
      cases += " \\\n      " + singleQuoted(spec);
    }
    if (!verb.first.empty())
      cases += " \\\n      " + singleQuoted("1:word:(" + joinText(verb.first, " ") + ")");
    cases += " \\\n      '*:file:_files' ;;\n";
  }
  return "#compdef tare\n"
         "# Completion of tare for zsh: keep it as _tare in a folder of $fpath.\n"
         "_tare() {\n"
         "  local -a verbs\n"
         "  verbs=(\n" +
         names +
         "  )\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe verb verbs\n"
         "    return\n"
         "  fi\n"
         "  local verb=$words[2]\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $verb in\n" +
         cases +
         "  *) _files ;;\n"
         "  esac\n"
         "}\n"
         "if [ \"$funcstack[1]\" = _tare ]; then _tare \"$@\"; else compdef _tare tare; fi\n";
}

std::string fishScript(const std::vector<VerbWords> &verbs) {
  std::string script =
      "# Completion of tare for fish: keep it as ~/.config/fish/completions/tare.fish.\n";
  for (const VerbWords &verb : verbs) {
    script += "complete -c tare -n __fish_use_subcommand -f -a " + verb.name + " -d " +
              singleQuoted(verb.what) + "\n";
    const std::string of = "complete -c tare -n '__fish_seen_subcommand_from " + verb.name + "'";
    if (!verb.first.empty())
      script += of + " -f -a " + singleQuoted(joinText(verb.first, " ")) + "\n";
    for (const OptionWords &option : verb.options) {
      script += of + " -l " + option.name.substr(2);
      if (!option.values.empty())
        script += " -x -a " + singleQuoted(joinText(option.values, " "));
      else if (!option.value.empty())
        script += " -r";
      script += " -d " + singleQuoted(option.what) + "\n";
    }
  }
  return script;
}

} // namespace

std::string completionScript(const std::string &shell, const std::vector<VerbWords> &verbs) {
  if (shell == "bash")
    return bashScript(verbs);
  if (shell == "zsh")
    return zshScript(verbs);
  return shell == "fish" ? fishScript(verbs) : "";
}

} // namespace tare
