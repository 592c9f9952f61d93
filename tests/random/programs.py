# SPDX-License-Identifier: Apache-2.0
"""Random OpenMP programs in C and C++, of several units and a header with functions, that count how
often each construct is met.

A program prints "FILE:LINE COUNT" of every construct that was met, the lines being those of the
directives. What a construct may hold follows from where it stands: in serial code, in a region
(all threads come by), inside a worksharing construct or task (one thread), or under a lock."""
import random

DEPTH = 4  # of constructs and calls inside each other

KINDS = {
    "serial": ["work", "loop", "parallel", "parallel", "parallel_for", "parallel_sections",
               "parallel_master", "teams", "target", "call", "branch"],
    "region": ["work", "loop", "for", "for", "for_simd", "for_ordered", "for_nest", "doacross",
               "sections", "single", "master", "scope", "barrier", "critical", "lock", "atomic",
               "task", "taskgroup", "task_reduction", "taskloop", "tree", "call", "call_by_one",
               "parallel"],
    "inner": ["work", "work", "loop", "branch", "critical", "lock", "atomic", "task", "taskgroup",
              "task_reduction", "detached", "taskwait", "taskyield", "taskloop", "depend", "tree",
              "call", "parallel", "parallel_sections"],
    "locked": ["work", "work", "atomic", "loop"],
}
KINDS_OF_CXX = {
    "serial": ["lambda", "exception"],
    "region": ["lambda", "exception", "object", "for_range"],
    "inner": ["lambda", "exception", "object"],
    "locked": ["exception"],
}
# What may stand before a directive: it is the whole of a statement there.
BEFORE = ["if (counter >= 0)", "if (counter < 0) ; else", "switch (counter < 0) default:",
          "for (int once = 0; once < 1; once++)"]

SHARED = """#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
#define omp_get_thread_num() 0
#define omp_init_lock(lock) ((void)(lock))
#define omp_set_lock(lock) ((void)(lock))
#define omp_unset_lock(lock) ((void)(lock))
#define omp_event_handle_t int
#define omp_fulfill_event(event) ((void)0)
#endif
#define MOST_LINES 4000
extern long met[{files}][MOST_LINES];
extern double data[64];
extern long counter, total;
extern omp_lock_t lock;
#define MET(below) __atomic_fetch_add(&met[FILE_NUMBER][__LINE__ + (below)], 1, __ATOMIC_RELAXED)
#define MET_BY_TEAM(below) do {{ if (omp_get_thread_num() == 0) MET(below); }} while (0)
void work(int times);
"""

SHARED_BY_CXX = """#include <array>
extern std::array<int, 24> items;
struct Guard {{
  ~Guard();
}};
"""

UNIT = """#include "shared.h"
#define FILE_NUMBER {header}
#include "inline.h"
#undef FILE_NUMBER
#define FILE_NUMBER {number}
"""

MAIN = """long met[{files}][MOST_LINES], counter, total;
double data[64];
omp_lock_t lock;
void work(int times) {{
  volatile double x = 1;
  for (int k = 0; k < 10 * times; k++)
    x += x * 1e-9;
}}
int main(void) {{
  omp_init_lock(&lock);
  for (int round = 0; round < ROUNDS; round++)
{body}
  const char *names[] = {{{names}}};
  for (int file = 0; file < {files}; file++)
    for (int line = 0; line < MOST_LINES; line++)
      if (met[file][line])
        printf("%s:%d %ld\\n", names[file], line, met[file][line]);
  return 0;
}}
"""

MAIN_OF_CXX = """std::array<int, 24> items;
Guard::~Guard() {
MET(1);
#pragma omp critical(guard)
  work(5);
}
struct Early {
  Early() {
MET(1);
#pragma omp parallel
    work(5);
  }
} early;
"""

TREE = """void tree{unit}(int n) {{
  work(5);
  if (n < 1)
    return;
MET(1);
#pragma omp task
  tree{other}(n - 1);
MET(1);
#pragma omp task
  tree{unit}(n - 2);
{end}
}}
"""


class Program:
    """texts(): file name -> text. The same seed makes the same program."""

    def __init__(self, seed, units, language="c", without=()):
        """without: kinds that the compiler cannot compile."""
        self.random, self.without = random.Random(seed), without
        self.units, self.cxx = units, language == "c++"
        self.functions = []  # of dicts: name, context, unit, level, form; body once it is made
        self.names = 0
        self.counts = True
        self.body = self.block("serial", 0, 8)

    def texts(self):
        ending = "cpp" if self.cxx else "c"
        header, main = self.units, self.units + 1
        names = [f"u{unit}.{ending}" for unit in range(self.units)] + ["inline.h", f"main.{ending}"]
        files = len(names)
        head = SHARED.format(files=files) + (SHARED_BY_CXX.format() if self.cxx else "")
        head += "".join(f"void tree{unit}(int n);\n" for unit in range(self.units))
        head += "".join(self.declaration(f) for f in self.functions)
        texts = {"shared.h": head}
        texts["inline.h"] = "".join(self.definition(f) for f in self.functions
                                    if f["form"] in ("inline", "template"))
        for unit in range(self.units):
            text = UNIT.format(header=header, number=unit)
            text += TREE.format(unit=unit, other=(unit + 1) % self.units,
                                end=self.random.choice(["MET(1);\n#pragma omp taskwait", ""]))
            text += "".join(self.definition(f) for f in self.functions
                            if f["unit"] == unit and f["form"] in ("extern", "method", "virtual"))
            texts[names[unit]] = text
        texts[names[main]] = (
            UNIT.format(header=header, number=main)
            + MAIN.format(files=files, body=self.body,
                          names=", ".join(f'"{name}"' for name in names))
            .replace("void work(", (MAIN_OF_CXX if self.cxx else "") + "void work(", 1))
        return texts

    @staticmethod
    def declaration(function):
        name = function["name"]
        return {
            "extern": f"void {name}(void);\n",
            "inline": f"static inline void {name}(void);\n",
            "template": f"template <int N> void {name}();\n",
            "method": f"struct S{name} {{ void {name}() const; }};\n",
            "virtual": f"struct B{name} {{ virtual void {name}() = 0; }};\n"
                       f"struct S{name} : B{name} {{ void {name}() override; }};\n",
        }[function["form"]]

    @staticmethod
    def definition(function):
        name = function["name"]
        head = {
            "extern": f"void {name}(void)",
            "inline": f"static inline void {name}(void)",
            "template": f"template <int N> void {name}()",
            "method": f"void S{name}::{name}() const",
            "virtual": f"void S{name}::{name}()",
        }[function["form"]]
        return f"{head}\n{function['body']}\n"

    def called(self, function):
        name = function["name"]
        return {
            "extern": f"{name}();",
            "inline": f"{name}();",
            "template": f"{name}<{self.times(2)}>();",
            "method": f"S{name}().{name}();",
            "virtual": f"{{ S{name} s; static_cast<B{name} &>(s).{name}(); }}",
        }[function["form"]]

    def fresh(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    def times(self, most):
        return self.random.randint(1, most)

    def some(self, *clauses):
        return " ".join(c for c in clauses if self.random.random() < 0.4)

    def condition(self):
        return self.random.choice(["if(0)", "if(1)", "if(counter >= 0)"])

    def schedule(self):
        return self.random.choice(
            ["", "", "schedule(static)", "schedule(static, 1)", "schedule(dynamic)",
             "schedule(dynamic, 3)", "schedule(guided)", "schedule(runtime)"])

    def block(self, context, level, statements=None):
        count = statements or self.times(4)
        return "{\n" + "\n".join(self.statement(context, level) for _ in range(count)) + "\n}"

    def loop(self, most, body):
        i = self.fresh("i")
        return f"for (int {i} = 0; {i} < {self.times(most)}; {i}++)\n{body}"

    def function(self, context, level):
        known = [f for f in self.functions
                 if f["context"] == (context, self.counts) and f["level"] > level and "body" in f]
        if known and self.random.random() < 0.5:
            return self.called(self.random.choice(known))
        made = {"name": self.fresh("f"), "context": (context, self.counts), "level": level + 1,
                "unit": self.random.randrange(self.units), "form": self.random.choice(
                    ["extern", "inline"] + self.cxx * ["template", "method", "virtual"])}
        self.functions.append(made)
        made["body"] = self.block(context, level + 1)
        return self.called(made)

    def statement(self, context, level):
        kinds = KINDS[context] + (KINDS_OF_CXX[context] if self.cxx else [])
        kind = self.random.choice(kinds) if level < DEPTH else "work"
        kind = "work" if kind in self.without else kind
        return getattr(self, "make_" + kind)(context, level)

    # A directive begins in a line of its own; its count stands before it.

    def directive(self, text, body, context, by_team=True):
        count = "MET_BY_TEAM" if by_team and context == "region" else "MET"
        before = self.random.choice(BEFORE) if body and self.random.random() < 0.15 else ""
        count = f"{count}({2 if before else 1});\n" if self.counts else ""
        name, _, clauses = text.partition(" ")
        form = self.random.random()
        if form < 0.1:
            written = f'_Pragma("omp {text}")'
        elif form < 0.2:
            written = f"#  pragma omp {name} \\\n    {clauses} // a comment"
        else:
            written = f"#pragma omp {text}"
        return f"{count}{before + chr(10) if before else ''}{written}\n{body}"

    def make_work(self, context, level):
        return f"work({self.random.choice([1, 5, 20, 100, 400])});"

    def make_loop(self, context, level):
        return self.loop(4, self.block(context, level + 1, 1))

    def make_branch(self, context, level):
        return (f"if (counter < 0)\n{self.block(context, level + 1)}\n"
                f"else\n{self.block(context, level + 1)}")

    def make_call(self, context, level):
        return self.function(context, level)

    def make_call_by_one(self, context, level):
        body = f"{{ {self.function('inner', level)} }}"
        return self.directive(self.random.choice(["single", "master"]), body, context)

    def make_parallel(self, context, level):
        clauses = self.some(f"num_threads({self.times(3)})", self.condition(), "default(shared)")
        return self.directive(f"parallel {clauses}", self.block("region", level + 1), context,
                              by_team=False)

    def make_parallel_for(self, context, level):
        clauses = self.some(f"num_threads({self.times(3)})", self.condition())
        return self.directive(f"parallel for {clauses} {self.schedule()}",
                              self.loop(40, self.block("inner", level + 1)), context)

    def make_parallel_sections(self, context, level):
        sections = "".join(f"\n#pragma omp section\n{self.block('inner', level + 1, 1)}"
                           for _ in range(self.times(3)))
        return self.directive(f"parallel sections {self.some(self.condition())}",
                              "{" + sections + "\n}", context)

    def make_parallel_master(self, context, level):
        return self.directive(f"parallel {self.random.choice(['master', 'masked'])}",
                              self.block("inner", level + 1), context)

    def uncounted(self, make):
        counts, self.counts = self.counts, False
        made = make()
        self.counts = counts
        return made

    # What these hold is not measured.

    def make_teams(self, context, level):
        body = self.uncounted(lambda: self.make_parallel("inner", level + 1))
        return self.directive(f"teams num_teams({self.times(3)})", f"{{\n{body}\n}}", context)

    def make_target(self, context, level):
        body = self.uncounted(lambda: self.make_parallel("inner", level + 1))
        return self.directive("target", f"{{\nwork(5);\n{body}\n}}", context)

    def make_for(self, context, level):
        cancel = "\n#pragma omp cancel for if(counter < 0)"
        body = self.block("inner", level + 1)
        if self.random.random() < 0.2:
            return self.directive(f"for {self.schedule()}",
                                  self.loop(60, "{" + cancel + "\n" + body + "}"), context)
        return self.directive(
            f"for {self.schedule()} {self.some('nowait', 'reduction(+: total)')}",
            self.loop(60, body), context)

    def make_for_nest(self, context, level):
        inner = self.loop(5, self.block("inner", level + 1, 1))
        return self.directive(f"for collapse(2) {self.schedule()}", self.loop(6, inner), context)

    def make_doacross(self, context, level):
        i = self.fresh("i")
        body = (f"for (int {i} = 0; {i} < {self.times(12)}; {i}++) {{\nwork(5);\n"
                f"#pragma omp ordered depend(sink: {i} - 1)\nwork(5);\n"
                "#pragma omp ordered depend(source)\n}")
        return self.directive(f"for ordered(1) {self.schedule()}", body, context)

    def make_scope(self, context, level):
        return self.directive(f"scope {self.some('nowait')}", self.block("region", level + 1),
                              context)

    def make_for_simd(self, context, level):
        return self.directive("for simd", self.loop(60, "data[omp_get_thread_num()] += 1;"),
                              context)

    def make_for_ordered(self, context, level):
        ordered = ("{\nwork(5);\n" + self.directive("ordered", self.block("locked", level + 1),
                                                   "inner") + "\n}")
        return self.directive(f"for ordered {self.schedule()}", self.loop(12, ordered), context)

    def make_sections(self, context, level):
        sections = "".join(f"\n#pragma omp section\n{self.block('inner', level + 1)}"
                           for _ in range(self.times(4)))
        return self.directive(f"sections {self.some('nowait')}", "{" + sections + "\n}", context)

    def make_single(self, context, level):
        return self.directive(f"single {self.some('nowait')}", self.block("inner", level + 1),
                              context)

    def make_master(self, context, level):
        return self.directive("master", self.block("inner", level + 1), context)

    def make_barrier(self, context, level):
        return self.directive("barrier", "", context)

    def make_critical(self, context, level):
        return self.directive(f"critical({self.fresh('c')})", self.block("locked", level + 1),
                              context, by_team=False)

    def make_lock(self, context, level):
        return f"omp_set_lock(&lock);\n{self.block('locked', level + 1)}\nomp_unset_lock(&lock);"

    def make_atomic(self, context, level):
        return "#pragma omp atomic\ncounter++;"

    def make_task(self, context, level):
        clauses = self.some("untied", self.condition(), "mergeable",
                            self.random.choice(["final(0)", "final(1)"]), "priority(1)")
        return self.directive(f"task {clauses}", self.block("inner", level + 1), context,
                              by_team=False)

    def make_detached(self, context, level):
        event = self.fresh("event")
        task = self.directive(f"task detach({event})",
                              f"{{ work(5); omp_fulfill_event({event}); }}", context, by_team=False)
        return f"{{ omp_event_handle_t {event};\n{task} }}"

    def make_task_reduction(self, context, level):
        sum_ = self.fresh("sum")
        task = self.directive(f"task in_reduction(+: {sum_})", f"{{ {sum_}++; work(20); }}",
                              "inner")
        group = self.directive(f"taskgroup task_reduction(+: {sum_})",
                               f"{{\n{self.loop(5, '{' + chr(10) + task + chr(10) + '}')}\n}}",
                               context, by_team=False)
        return f"{{ long {sum_} = 0;\n{group} }}"

    def make_lambda(self, context, level):
        return f"[&] {self.block(context, level + 1)}();"

    def make_exception(self, context, level):
        return (f"try {{\n{self.block(context, level + 1, 2)}\n"
                f"if (counter >= 0) throw counter;\n}} catch (long)\n"
                f"{self.block(context, level + 1, 1)}")

    def make_object(self, context, level):
        if not self.counts:
            return self.make_work(context, level)
        return f"{{ Guard guard;\n{self.statement(context, level + 1)} }}"

    def make_for_range(self, context, level):
        return self.directive(f"for {self.schedule()}",
                              f"for (int &{self.fresh('item')} : items)\n"
                              f"{self.block('inner', level + 1)}", context)

    def make_depend(self, context, level):
        tasks = (self.directive(
            f"task depend({self.random.choice(['in', 'out', 'inout'])}: data[{k}])",
            self.block("inner", level + 2), context, by_team=False)
            for k in (0, 1, self.times(2) - 1))
        return "\n".join(tasks)

    def make_tree(self, context, level):
        if not self.counts:
            return self.make_work(context, level)
        return f"tree{self.random.randrange(self.units)}({self.times(6)});"

    def make_taskgroup(self, context, level):
        return self.directive("taskgroup", self.block("inner", level + 1), context, by_team=False)

    def make_taskwait(self, context, level):
        return self.directive("taskwait", "", context, by_team=False)

    def make_taskyield(self, context, level):
        return self.directive("taskyield", "", context, by_team=False)

    # Its tasks have no probes. A thread that has arrived at its barrier may run them, and what they
    # hold is not seen then.
    def make_taskloop(self, context, level):
        clauses = self.some("nogroup", "grainsize(3)", "untied")
        body = self.uncounted(lambda: self.loop(20, self.block("inner", level + 2)))
        return self.directive(f"taskloop {clauses}", body, context, by_team=False)
