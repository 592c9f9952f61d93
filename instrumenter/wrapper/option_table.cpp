// SPDX-License-Identifier: Apache-2.0
#include "instrumenter/wrapper/option_table.h"

namespace tare {

namespace {

constexpr Shape flag = Shape::flag, prefix = Shape::prefix, separate = Shape::separate,
                either = Shape::joined_or_separate;

constexpr OptionRule rules[] = {
    {"-o", either, Role::output},
    {"-x", either, Role::language},

    {"--", flag, Role::separator},
    {"-c", flag, Role::mode},
    {"-S", flag, Role::mode},
    {"-E", flag, Role::mode},
    {"-M", flag, Role::mode},
    {"-MM", flag, Role::mode},

    {"-MD", flag, Role::dependency},
    {"-MMD", flag, Role::dependency},
    {"-MP", flag, Role::dependency},
    {"-MG", flag, Role::dependency},
    {"-MV", flag, Role::dependency},
    {"-MF", either, Role::dependency},
    {"-MT", either, Role::dependency},
    {"-MQ", either, Role::dependency},
    {"-MJ", either, Role::dependency},
    {"-fdeps-", prefix, Role::dependency},

    {"-D", either, Role::preprocessor},
    {"-U", either, Role::preprocessor},
    {"-I", either, Role::preprocessor},
    {"-A", either, Role::preprocessor},
    {"-include", either, Role::preprocessor},
    {"-include-pch", separate, Role::preprocessor},
    {"-imacros", either, Role::preprocessor},
    {"-isystem", either, Role::preprocessor},
    {"-isystem-after", either, Role::preprocessor},
    {"-idirafter", either, Role::preprocessor},
    {"-iquote", either, Role::preprocessor},
    {"-iprefix", either, Role::preprocessor},
    {"-iwithprefix", either, Role::preprocessor},
    {"-iwithprefixbefore", either, Role::preprocessor},
    {"-iwithsysroot", either, Role::preprocessor},
    {"-iframework", either, Role::preprocessor},
    {"-ivfsoverlay", separate, Role::preprocessor},
    {"-cxx-isystem", either, Role::preprocessor},
    {"-c-isystem", either, Role::preprocessor},
    {"-stdlib++-isystem", either, Role::preprocessor},
    {"-imultilib", separate, Role::preprocessor},
    {"-nostdinc", prefix, Role::preprocessor},
    {"-undef", flag, Role::preprocessor},
    {"-trigraphs", flag, Role::preprocessor},
    {"-traditional-cpp", flag, Role::preprocessor},
    {"-H", flag, Role::preprocessor},
    {"-Wp,", prefix, Role::preprocessor},
    {"-Xpreprocessor", separate, Role::preprocessor},
    {"-finput-charset=", prefix, Role::preprocessor}, // the text that it yields is UTF-8

    {"-P", flag, Role::expanded_output},
    {"-C", flag, Role::expanded_output},
    {"-CC", flag, Role::expanded_output},
    {"-dM", flag, Role::expanded_output},
    {"-dD", flag, Role::expanded_output},
    {"-dN", flag, Role::expanded_output},
    {"-dI", flag, Role::expanded_output},
    {"-dU", flag, Role::expanded_output},
    {"-fdirectives-only", flag, Role::expanded_output},
    {"-fpch-preprocess", flag, Role::expanded_output},
    {"-frewrite-includes", flag, Role::expanded_output},

    {"-W", prefix, Role::warning},
    {"-Wno-", prefix, Role::no_warning},
    {"-w", flag, Role::warning},
    {"-pedantic", flag, Role::warning},
    {"--pedantic", flag, Role::warning},
    {"-pedantic-errors", flag, Role::warning},
    {"-Wa,", prefix, Role::general},

    {"-fopenmp", flag, Role::openmp},
    {"-fopenmp=", prefix, Role::openmp},
    {"-fno-openmp", flag, Role::openmp},

    {"-Wl,", prefix, Role::link},
    {"-Xlinker", separate, Role::link},
    {"-l", either, Role::link},
    {"-L", either, Role::link},
    {"-T", either, Role::link},
    {"-Tbss", separate, Role::link},
    {"-Tdata", separate, Role::link},
    {"-Ttext", separate, Role::link},
    {"-u", separate, Role::link},
    {"-z", either, Role::link},
    {"-e", separate, Role::link},
    {"-s", flag, Role::link},
    {"-r", flag, Role::link},
    {"-rdynamic", flag, Role::link},
    {"-shared", flag, Role::link},
    {"--shared", flag, Role::link},
    {"-static", flag, Role::link},
    {"--static", flag, Role::link},
    {"-static-pie", flag, Role::link},
    {"--static-pie", flag, Role::link},
    {"-static-libgcc", flag, Role::link},
    {"-static-libstdc++", flag, Role::link},
    {"-static-openmp", flag, Role::link},
    {"-shared-libgcc", flag, Role::link},
    {"-pie", flag, Role::link},
    {"-no-pie", flag, Role::link},
    {"-nostdlib", prefix, Role::link},
    {"-nodefaultlibs", flag, Role::link},
    {"-nostartfiles", flag, Role::link},
    {"-fuse-ld=", prefix, Role::link},
    {"--ld-path=", prefix, Role::link},
    {"-rtlib=", prefix, Role::link},
    {"--rtlib=", prefix, Role::link},
    {"-unwindlib=", prefix, Role::link},
    {"--unwindlib=", prefix, Role::link},

    {"-Xclang", separate, Role::general},
    {"-Xassembler", separate, Role::general},
    {"-Xanalyzer", separate, Role::general},
    {"-Xarch_", Shape::joined_and_separate, Role::general},
    {"-Xopenmp-target", separate, Role::general},
    {"-Xopenmp-target=", Shape::joined_and_separate, Role::general},
    {"-mllvm", separate, Role::general},
    {"--param", separate, Role::general},
    {"-aux-info", separate, Role::general},
    {"-dumpdir", separate, Role::general},
    {"-dumpbase", separate, Role::general},
    {"-dumpbase-ext", separate, Role::general},
    {"-target", separate, Role::general},
    {"--target", separate, Role::general},
    {"-arch", separate, Role::general},
    {"-B", either, Role::general},
    {"-F", either, Role::general},
    {"-isysroot", either, Role::general},
    {"--sysroot", separate, Role::general},
    {"-wrapper", separate, Role::general},
    {"-working-directory", separate, Role::general},
    {"-index-store-path", separate, Role::general},

    {"-###", flag, Role::query},
    {"--version", flag, Role::query},
    {"--help", prefix, Role::query},
    {"-help", flag, Role::query},
    {"--target-help", flag, Role::query},
    {"-print-", prefix, Role::query},
    {"--print-", prefix, Role::query},
    {"-dumpversion", flag, Role::query},
    {"-dumpfullversion", flag, Role::query},
    {"-dumpmachine", flag, Role::query},
    {"-dumpspecs", flag, Role::query},
    {"-fsyntax-only", flag, Role::query},
    {"--analyze", flag, Role::query},
    {"-emit-ast", flag, Role::query},
    {"--precompile", flag, Role::query},
    {"-cc1", flag, Role::query},
    {"-cc1as", flag, Role::query},
};

bool fits(const OptionRule &rule, std::string_view word) {
  if (rule.shape == Shape::flag || rule.shape == Shape::separate)
    return word == rule.name;
  return word.substr(0, rule.name.size()) == rule.name;
}

} // namespace

const OptionRule *findOptionRule(std::string_view word) {
  const OptionRule *best = nullptr;
  for (const OptionRule &rule : rules)
    if (fits(rule, word) && (!best || rule.name.size() > best->name.size()))
      best = &rule;
  return best;
}

} // namespace tare
