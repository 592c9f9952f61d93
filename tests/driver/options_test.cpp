// SPDX-License-Identifier: Apache-2.0
#include "driver/options.h"

#include "base/system.h"
#include "base/text.h"
#include "catch.hpp"

#include <algorithm>

using namespace tare;
using Catch::Contains;

namespace {

using Words = std::vector<std::string>;

template <class Wanted> Wanted parsed(Words argv) {
  argv.insert(argv.begin(), "tare");
  Options options = parseOptions(argv);
  if (auto *help = std::get_if<HelpShown>(&options))
    FAIL("refused: " + help->text);
  REQUIRE(std::holds_alternative<Wanted>(options));
  return std::get<Wanted>(options);
}

HelpShown shown(Words argv) {
  argv.insert(argv.begin(), "tare");
  Options options = parseOptions(argv);
  REQUIRE(std::holds_alternative<HelpShown>(options));
  return std::get<HelpShown>(options);
}

/// A bad command line: one line on stderr, status 2.
std::string refused(Words argv) {
  HelpShown help = shown(std::move(argv));
  CHECK(help.status == exit_usage);
  CHECK(help.to_stderr);
  CHECK(std::count(help.text.begin(), help.text.end(), '\n') == 1);
  CHECK(startsWith(help.text, "tare"));
  return help.text;
}

} // namespace

TEST_CASE("overheads: every option") {
  auto options = parsed<OverheadsOptions>(
      {"overheads", "--serial",          "a.c",       "--parallel", "b.c",
       "--threads", "4,1,2,4",           "--repeat",  "7",          "--timeout",
       "1.5",       "--output",          "out",       "--json",     "t.json",
       "--check",   "--quiet",           "--top",     "3",          "--param",
       "n=1100",    "--param",           "eq=a=b",    "--compiler", "gcc",
       "--cflags",  "-O3 -march=native", "--ldflags", "-lm"});
  CHECK(options.serial == "a.c");
  CHECK(options.parallel == "b.c");
  CHECK(options.experiment.threads == std::vector<int>{1, 2, 4});
  CHECK(options.experiment.repeat == 7);
  CHECK(options.experiment.timeout_s == 1.5);
  CHECK(options.experiment.output == "out");
  CHECK(options.experiment.json == "t.json");
  CHECK(options.experiment.check);
  CHECK(options.experiment.quiet);
  CHECK(options.experiment.top == 3);
  CHECK(options.experiment.parameters.at("n") == "1100");
  CHECK(options.experiment.parameters.at("eq") == "a=b");
  CHECK(options.compiler == "gcc");
  CHECK(options.cflags == "-O3 -march=native");
  CHECK(options.ldflags == "-lm");
}

TEST_CASE("overheads: defaults") {
  auto options = parsed<OverheadsOptions>({"overheads", "--source", "m.c"});
  CHECK(options.source == "m.c");
  CHECK(options.cflags == "-O2");
  CHECK(options.experiment.threads == std::vector<int>{1, std::max(2, coresAllowed())});
  CHECK(options.experiment.repeat == 0);
  CHECK(options.experiment.top == 5);
}

TEST_CASE("what follows -- is the program's, options and a second -- too") {
  auto options = parsed<OverheadsOptions>(
      {"overheads", "--source", "m.c", "--", "--n", "5", "--", "--threads", "x"});
  CHECK(options.program_arguments == Words{"--n", "5", "--", "--threads", "x"});
  CHECK(parsed<NodesOptions>({"nodes", "x.c", "--", "-DN=1", "-I."}).compiler_flags ==
        Words{"-DN=1", "-I."});
  auto instrument = parsed<InstrumentOptions>({"instrument", "x.c", "--compiler", "gcc", "--"});
  CHECK(instrument.compiler == "gcc");
  CHECK(instrument.compiler_flags.empty());
}

TEST_CASE("cc: everything after it is the compiler's, untouched") {
  Words command = {"gcc", "--help", "-c", "--", "x.c", "--threads", "-o"};
  Words argv = command;
  argv.insert(argv.begin(), "cc");
  CHECK(parsed<CompileOptions>(argv).command == command);
  CHECK_THAT(refused({"cc"}), Contains("which compiler"));
}

TEST_CASE("cc: the role stands in front of the compiler") {
  auto options = parsed<CompileOptions>(
      {"cc", "--role", "serial", "--parallel", "p", "gcc", "-c", "x.c", "--role", "parallel"});
  CHECK(options.serial_program);
  CHECK(options.parallel == "p");
  CHECK(options.command == Words{"gcc", "-c", "x.c", "--role", "parallel"});
  CHECK_FALSE(options.ignored);
  auto ignored = parsed<CompileOptions>({"cc", "--role", "ignored", "gcc", "-fopenmp", "x.c"});
  CHECK(ignored.ignored);
  CHECK_FALSE(ignored.serial_program);
  CHECK(ignored.command == Words{"gcc", "-fopenmp", "x.c"});
  CHECK_THAT(refused({"cc", "--role", "parallel", "gcc"}), Contains("serial or ignored"));
  CHECK_THAT(refused({"cc", "--role", "ignored", "--parallel", "p", "gcc"}),
             Contains("needs --role serial"));
  CHECK_THAT(refused({"cc", "--parallel", "p", "gcc"}), Contains("needs --role serial"));
  auto planned = parsed<CompileOptions>(
      {"cc", "--plan", "a plan", "--role", "serial", "gcc", "-c", "x.c", "--plan", "b"});
  CHECK(planned.plan == "a plan");
  CHECK(planned.serial_program);
  CHECK(planned.command == Words{"gcc", "-c", "x.c", "--plan", "b"});
  CHECK(parsed<CompileOptions>({"cc", "gcc", "x.c"}).plan.empty());
  CHECK(parsed<InstrumentOptions>({"instrument", "x.c", "--plan", "p"}).plan == "p");
  CHECK_THAT(refused({"cc", "--role", "serial"}), Contains("which compiler"));
}

TEST_CASE("one-word names are tare cc with that compiler") {
  for (std::string name :
       {"tare-gcc", "tare-g++", "tare-clang", "tare-clang++", "tare-clang-19", "tare-g++-13"}) {
    Options options = parseOptions({"/usr/bin/" + name, "-c", "x.c", "--", "--version"});
    REQUIRE(std::holds_alternative<CompileOptions>(options));
    Words command = std::get<CompileOptions>(options).command;
    CHECK(startsWith(command.front(), name.substr(5)));
    CHECK(Words(command.begin() + 1, command.end()) == Words{"-c", "x.c", "--", "--version"});
    if (name.find('-', 5) != std::string::npos)
      CHECK(command.front() == name.substr(5));
  }
  for (std::string name : {"tare-cc", "tare-clang-tidy", "tare-gcc-"})
    CHECK_FALSE(
        std::holds_alternative<CompileOptions>(parseOptions({"/usr/bin/" + name, "-c", "x.c"})));
}

TEST_CASE("TARE_ROLE is the role where no --role is given") {
  ::setenv("TARE_ROLE", "serial", 1);
  CHECK(parsed<CompileOptions>({"cc", "--parallel", "p", "gcc", "-c", "x.c"}).serial_program);
  CHECK(parsed<CompileOptions>({"cc", "--role", "ignored", "gcc", "-c", "x.c"}).ignored);
  ::setenv("TARE_ROLE", "ignored", 1);
  auto options = std::get<CompileOptions>(parseOptions({"/usr/bin/tare-g++", "-c", "x.cpp"}));
  CHECK(options.ignored);
  CHECK(options.command == Words{"g++", "-c", "x.cpp"});
  CHECK(std::get<CompileOptions>(parseOptions({"/shim/gcc", "-c", "x.c"})).ignored);
  ::setenv("TARE_ROLE", "parallel", 1);
  CHECK_THAT(refused({"cc", "gcc", "-c", "x.c"}),
             Contains("a TARE_ROLE is serial or ignored, not 'parallel'"));
  CHECK(std::holds_alternative<HelpShown>(parseOptions({"/usr/bin/tare-gcc", "-c", "x.c"})));
  ::setenv("TARE_WRAPPER", "off", 1);
  CHECK_FALSE(parsed<CompileOptions>({"cc", "gcc", "-c", "x.c"}).ignored);
  ::unsetenv("TARE_WRAPPER");
  ::setenv("TARE_ROLE", "", 1);
  CHECK_FALSE(parsed<CompileOptions>({"cc", "gcc", "-c", "x.c"}).serial_program);
  ::unsetenv("TARE_ROLE");
}

TEST_CASE("--check-ignore is --check with a regular expression") {
  auto options = parsed<RunOptions>({"run", "--parallel", "./p", "--check-ignore", "time|threads"});
  CHECK(options.experiment.check);
  CHECK(options.experiment.check_ignore == "time|threads");
  CHECK_THAT(refused({"run", "--parallel", "./p", "--check-ignore", "("}),
             Contains("regular expression"));
}

TEST_CASE("--no-compare contradicts --check and all that refines it") {
  CHECK(parsed<RunOptions>({"run", "--parallel", "./p", "--no-compare"}).experiment.no_compare);
  CHECK_FALSE(parsed<RunOptions>({"run", "--parallel", "./p"}).experiment.no_compare);
  for (const char *option : {"--check", "--check-ignore=x", "--check-tolerance=0"})
    CHECK_THAT(refused({"run", "--parallel", "./p", "--no-compare", option}),
               Contains("leave one of them out"));
}

TEST_CASE("--check-tolerance is --check with a share") {
  auto options = parsed<RunOptions>({"run", "--parallel", "./p", "--check-tolerance", "1e-6"});
  CHECK(options.experiment.check);
  CHECK(options.experiment.check_tolerance == 1e-6);
  CHECK(
      parsed<RunOptions>({"run", "--parallel", "./p", "--check-tolerance", "0"}).experiment.check);
  CHECK_FALSE(parsed<RunOptions>({"run", "--parallel", "./p"}).experiment.check);
  CHECK_THAT(refused({"run", "--parallel", "./p", "--check-tolerance", "x"}),
             Contains("--check-tolerance"));
}

TEST_CASE("run: commands as they were typed") {
  auto options = parsed<RunOptions>({"run", "--serial", "./s 10", "--parallel", "./p {threads}",
                                     "--instrumented", "'./p i' 10", "--threads", "2"});
  CHECK(options.serial == "./s 10");
  CHECK(options.parallel == "./p {threads}");
  CHECK(options.instrumented == "'./p i' 10");
  CHECK(parsed<RunOptions>({"run", "--parallel", "./p"}).serial.empty());
}

TEST_CASE("run: programs that refine the serial reference need one") {
  auto options = parsed<RunOptions>({"run", "--serial", "./s", "--parallel", "./p",
                                     "--serial-instrumented", "./si", "--ignored", "./g"});
  CHECK(options.serial_instrumented == "./si");
  CHECK(options.ignored == "./g");
  CHECK_THAT(refused({"run", "--parallel", "./p", "--ignored", "./g"}), Contains("--serial"));
}

TEST_CASE("report and doctor") {
  auto report = parsed<ReportOptions>({"report", "r", "--format", "csv", "--top", "0"});
  CHECK(report.results == "r");
  CHECK(report.format == "csv");
  CHECK(report.top == 0);
  CHECK(report.by.empty());
  auto view = parsed<ReportOptions>({"report", "r", "--by", "function", "--format", "csv"});
  CHECK(view.by == "function");
  CHECK_FALSE(view.top);
  CHECK(view.format == "csv");
  CHECK(parsed<DoctorOptions>({"doctor"}).build_folder.empty());
  CHECK(parsed<DoctorOptions>({"doctor", "build"}).build_folder == "build");
}

TEST_CASE("diff: options of gates need a gate, and a second measurement its two names") {
  auto options = parsed<DiffOptions>({"diff", "b", "h", "--fail-on", "any > 5%", "--min-effect",
                                      "3", "--rerun", "make again-{side} TO={output}"});
  CHECK(options.fail_on == Words{"any > 5%"});
  CHECK(options.least_effect == 3);
  CHECK(options.rerun == "make again-{side} TO={output}");
  CHECK_THAT(refused({"diff", "b", "h", "--min-effect", "3"}), Contains("add --fail-on"));
  for (const char *percent : {"3", "3%", "3.0", "0.3e1"})
    CHECK(parsed<DiffOptions>({"diff", "b", "h", "--fail-on", "any > 5%", "--min-effect", percent})
              .least_effect == 3);
  CHECK_THAT(refused({"diff", "b", "h", "--fail-on", "any > 5%", "--min-effect", "x%"}),
             Contains("--min-effect wants a percentage"));
  CHECK_THAT(refused({"diff", "b", "h", "--rerun", "x {side} {output}"}),
             Contains("add --fail-on"));
  CHECK_THAT(refused({"diff", "b", "h", "--fail-on", "any > 5%", "--rerun", "x {side}"}),
             Contains("{output}"));
  CHECK_THAT(refused({"diff", "b", "h", "--fail-on", "any > 5%", "--rerun", "'x {side} {output}"}),
             Contains("quote"));
}

TEST_CASE("report: --top where nothing is left out is refused") {
  CHECK_THAT(refused({"report", "r", "--format", "json", "--top", "3"}), Contains("everything"));
  CHECK_THAT(refused({"report", "r", "--by", "program", "--top", "3"}), Contains("--by program"));
}

TEST_CASE("report: --at is one part, in forms that have parts") {
  CHECK(parsed<ReportOptions>({"report", "r", "--at", "a.c:3"}).at == "a.c:3");
  CHECK(parsed<ReportOptions>({"report", "r", "--at", "f", "--format", "csv", "--top", "2"}).top ==
        2);
  CHECK_THAT(refused({"report", "r", "--at", "f", "--format", "json"}), Contains("everything"));
  CHECK_THAT(refused({"report", "r", "--at", "f", "--by", "function"}), Contains("--by"));
  CHECK_THAT(refused({"report", "r", "--at", ""}), Contains("FILE:LINE"));
}

TEST_CASE("report: what only a page shows is asked for with html, and not hidden at once") {
  auto page = parsed<ReportOptions>({"report", "r", "--format", "html", "--source-root", "d",
                                     "--whatif", "w.json", "--models", "a", "--models", "b"});
  CHECK(page.source_root == "d");
  CHECK(page.whatif == "w.json");
  CHECK(page.models == std::vector<std::string>{"a", "b"});
  for (const char *option : {"--no-source", "--no-whatif"})
    CHECK_THAT(refused({"report", "r", option}), Contains("--format html"));
  for (const char *hides : {"--no-source", "--redact"})
    CHECK_THAT(refused({"report", "r", "--format", "html", "--source-root", "d", hides}),
               Contains(hides));
  CHECK_THAT(refused({"report", "r", "--format", "html", "--models", "a", "--redact"}),
             Contains("--redact"));
}

TEST_CASE("report: how sources are read is asked for only where they are read") {
  auto options = parsed<ReportOptions>({"report", "r", "--sources", "d", "--cflags", "-O2 -DX",
                                        "--compiler", "gcc-12", "--format", "json"});
  CHECK(options.sources.folder == "d");
  CHECK(options.sources.cflags == "-O2 -DX");
  CHECK(options.sources.has_cflags);
  CHECK(options.sources.compiler == "gcc-12");
  CHECK_FALSE(parsed<ReportOptions>({"report", "r", "--sources", "d"}).sources.has_cflags);
  CHECK_THAT(refused({"report", "r", "--cflags", "-O2"}), Contains("--sources"));
  CHECK_THAT(refused({"report", "r", "--compiler", "gcc"}), Contains("--sources"));
  CHECK_THAT(refused({"report", "r", "--sources", ""}), Contains("folder"));
}

TEST_CASE("bad values are refused in one line that names them") {
  for (const char *threads : {"", "0", "-1", "1,,2", "two", "1;2", "1e3", "999999999999", ","}) {
    INFO(threads);
    CHECK_THAT(refused({"overheads", "--source", "a.c", "--threads", threads}),
               Contains("--threads"));
  }
  CHECK_THAT(refused({"overheads", "--source", "a.c", "--repeat", "0"}), Contains("--repeat"));
  CHECK_THAT(refused({"overheads", "--source", "a.c", "--repeat", "x"}), Contains("--repeat"));
  CHECK_THAT(refused({"overheads", "--source", "a.c", "--timeout", "-1"}), Contains("--timeout"));
  CHECK_THAT(refused({"overheads", "--source", "a.c", "--param", "n"}), Contains("--param"));
  CHECK_THAT(refused({"overheads", "--source", "a.c", "--param", "=1"}), Contains("--param"));
  CHECK_THAT(refused({"overheads", "--source", "a.c", "--bogus"}), Contains("--bogus"));
  CHECK_THAT(refused({"overheads", "--source", "a.c", "stray"}), Contains("stray"));
  CHECK_THAT(refused({"report", "r", "--format", "pdf"}), Contains("pdf"));
  CHECK_THAT(refused({"report", "r", "--by", "line"}), Contains("line"));
  CHECK_THAT(refused({"report", "r", "--by", "function", "--format", "json"}),
             Contains("everything"));
  CHECK_THAT(refused({"nodes", "x.c", "--by-loop"}), Contains("--operations"));
  CHECK_THAT(refused({"nodes", "x.c", "--operations", "--by-loop", "--format", "json"}),
             Contains("--format json has the loops"));
  CHECK_THAT(refused({"run"}), Contains("--parallel"));
  CHECK_THAT(refused({"run", "--parallel", "./p", "--", "x"}), Contains("--"));
  CHECK_THAT(refused({"frobnicate"}), Contains("frobnicate"));
  CHECK_THAT(refused({"\x1b[2J"}), !Contains("\x1b"));
}

TEST_CASE("what is not known is named in the order in which it was typed") {
  CHECK_THAT(refused({"report", "--alpha", "--beta", "there"}),
             Contains("arguments were not expected: --alpha --beta"));
  CHECK_THAT(refused({"report", "--alpha", "there"}),
             Contains("argument was not expected: --alpha"));
  CHECK_THAT(refused({"overheads", "mine.c"}), Contains("mine.c (a source is named by --source)"));
  CHECK_THAT(refused({"overheads", "--alpha"}), !Contains("a source is named"));
}

TEST_CASE("sources: one, or two, not both and not half") {
  CHECK_THAT(refused({"overheads"}), Contains("--source"));
  CHECK_THAT(refused({"overheads", "--serial", "a.c"}), Contains("--parallel"));
  CHECK_THAT(refused({"overheads", "--parallel", "a.c"}), Contains("--serial"));
  CHECK_THAT(refused({"overheads", "--source", "a.c", "--parallel", "b.c"}), Contains("--source"));
}

TEST_CASE("help of every verb goes to stdout and holds an example") {
  for (const char *verb : {"overheads", "run", "report", "diff", "nodes", "instrument", "doctor",
                           "cc", "model", "forecast", "which", "calibrate"}) {
    HelpShown help = shown({verb, "--help"});
    INFO(verb);
    CHECK(help.status == exit_ok);
    CHECK_FALSE(help.to_stderr);
    CHECK_THAT(help.text, Contains("example") && Contains(std::string("tare ") + verb));
    CHECK_THAT(shown({"--help"}).text, Contains(std::string("\n  ") + verb + " "));
    for (const std::string &line : splitText(help.text, '\n'))
      CHECK(line.size() <= 90);
  }
  CHECK(shown({}).status == exit_usage);
  CHECK(startsWith(shown({"--version"}).text, "tare "));
}

TEST_CASE("calibrate: every option, and defaults") {
  auto options = parsed<CalibrateOptions>(
      {"calibrate", "--threads", "4,1", "--runtime", "libomp", "--again", "--json"});
  CHECK(options.threads == std::vector<int>{1, 4});
  CHECK(options.runtime == "libomp");
  CHECK(options.again);
  CHECK(options.json);
  options = parsed<CalibrateOptions>({"calibrate"});
  CHECK(options.threads.empty()); // 1 and as many as there are cores
  CHECK(options.runtime.empty());
  CHECK_FALSE(options.again);
}

TEST_CASE("calibrate: what it refuses") {
  CHECK_THAT(refused({"calibrate", "--threads", "1,x"}), Contains("--threads wants positive"));
  CHECK_THAT(refused({"calibrate", "--runtime", "libfoo"}), Contains("libfoo"));
  CHECK_THAT(refused({"calibrate", "--", "x"}), Contains("nothing may follow --"));
}

TEST_CASE("run: the pilot runs of other results") {
  auto options = parsed<RunOptions>({"run", "--parallel", "./p", "--pilot-from", "there"});
  CHECK(options.pilot_from == "there");
  CHECK_THAT(refused({"run", "--parallel", "./p", "--pilot-from", "there", "--dry-run"}),
             Contains("--pilot-from is for a table"));
}

TEST_CASE("a dry run knows what was asked for and what is a default") {
  auto plain = parsed<OverheadsOptions>({"overheads", "--source", "m.c"});
  CHECK_FALSE(plain.experiment.dry_run.wanted);
  auto dry = parsed<OverheadsOptions>({"overheads", "--source", "m.c", "--dry-run"});
  CHECK(dry.experiment.dry_run.wanted);
  CHECK(dry.experiment.dry_run.from.empty());
  CHECK_FALSE(dry.experiment.dry_run.threads_given);
  CHECK_FALSE(dry.experiment.dry_run.top_given);
  auto run = parsed<RunOptions>({"run", "--parallel", "./p", "--dry-run", "--from", "tare-results",
                                 "--threads", "2", "--top", "5"});
  CHECK(run.experiment.dry_run.from == "tare-results");
  CHECK(run.experiment.dry_run.threads_given);
  CHECK(run.experiment.dry_run.top_given);
  CHECK_THAT(refused({"run", "--parallel", "./p", "--from", "r"}),
             Contains("--from belongs to --dry-run"));
}

TEST_CASE("what may not be handed on is left out of tables, where there are any") {
  CHECK(parsed<OverheadsOptions>({"overheads", "--source", "m.c", "--redact"}).experiment.redact);
  CHECK(parsed<RunOptions>({"run", "--parallel", "./p", "--redact"}).experiment.redact);
  CHECK(parsed<ReportOptions>({"report", "r", "--redact"}).redact);
  CHECK_FALSE(parsed<ReportOptions>({"report", "r"}).redact);
  auto search = parsed<SearchOptions>({"search", "--source", "m.c", "--redact"});
  CHECK(search.program.experiment.redact);
  CHECK_THAT(refused({"search", "--source", "m.c", "--redact", "--resume", "r"}),
             Contains("--resume compares what --redact does not keep"));
  CHECK_THAT(refused({"run", "--parallel", "./p", "--dry-run", "--redact"}),
             Contains("--redact is for a table"));
}

TEST_CASE("search: shares, one number of threads, the programs of overheads") {
  auto options = parsed<SearchOptions>({"search", "--source", "a.c", "--budget", "0.5 %", "--least",
                                        "3%", "--threads", "4", "--repeat", "2", "--steps", "7",
                                        "--pilot", "--resume", "there", "--", "1000"});
  CHECK(options.program.source == "a.c");
  CHECK(options.budget == Approx(0.005));
  CHECK(options.least == Approx(0.03));
  CHECK(options.program.experiment.threads == std::vector<int>{4});
  CHECK(options.program.experiment.repeat == 2);
  CHECK(options.steps == 7);
  CHECK(options.pilot);
  CHECK(options.resume == "there");
  CHECK(options.program.program_arguments == Words{"1000"});
  auto usual = parsed<SearchOptions>({"search", "--serial", "a.c", "--parallel", "b.c"});
  CHECK(usual.budget == Approx(0.05));
  CHECK(usual.least == Approx(0.02));
  CHECK(usual.program.experiment.threads == std::vector<int>{0}); // as many as there are cores
}

TEST_CASE("search: what is no share, or not one p, is refused") {
  for (const char *text : {"2", "0%", "100%", "-1%", "x%", "1.2.3%", "%"})
    CHECK_THAT(refused({"search", "--source", "a.c", "--budget", text}),
               Contains("--budget wants a share such as 2%"));
  CHECK_THAT(refused({"search", "--source", "a.c", "--threads", "1,2"}), Contains("one number"));
  CHECK_THAT(refused({"search", "--source", "a.c", "--repeat", "1"}), Contains("--repeat"));
  CHECK_THAT(refused({"search"}), Contains("which program?"));
}

TEST_CASE("a budget is a part of the threads' time") {
  auto budget = [](const std::string &text) {
    return parsed<RunOptions>({"run", "--parallel", "./p", "--budget", text}).experiment.budget;
  };
  CHECK(budget("2%") == Approx(0.02));
  CHECK(budget("0.5 %") == Approx(0.005));
  CHECK(parsed<RunOptions>({"run", "--parallel", "./p"}).experiment.budget == 0);
  for (const char *wrong : {"0", "2", "0%", "%", "101%", "-1%", "two", "2%%", "1.2.3", ".", "1e-2"})
    CHECK_THAT(refused({"run", "--parallel", "./p", "--budget", wrong}), Contains("such as 2%"));
}
