# SPDX-License-Identifier: Apache-2.0
"""Random OpenMP programs in C, of several units, that count how often each construct is met.

A program prints "FILE:LINE COUNT" of every construct that was met, the lines being those of the
directives. What a construct may hold follows from where it stands: in serial code, in a region
(all threads come by), inside a worksharing construct or task (one thread), or under a lock."""
import random

DEPTH = 4  # of constructs and calls inside each other

KINDS = {
    "serial": ["work", "loop", "parallel", "parallel", "parallel_for", "call", "branch"],
    "region": ["work", "loop", "for", "for", "for_simd", "for_ordered", "sections", "single",
               "master", "barrier", "critical", "lock", "atomic", "task", "taskgroup", "taskloop",
               "tree", "call", "call_by_one", "parallel"],
    "inner": ["work", "work", "loop", "branch", "critical", "lock", "atomic", "task", "taskgroup",
              "taskwait", "taskyield", "taskloop", "depend", "tree", "call", "parallel"],
    "locked": ["work", "work", "atomic", "loop"],
}

SHARED = """#include <stdio.h>
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
#define omp_get_thread_num() 0
#define omp_init_lock(lock) ((void)(lock))
#define omp_set_lock(lock) ((void)(lock))
#define omp_unset_lock(lock) ((void)(lock))
#endif
#define MOST_LINES 4000
extern long met[{files}][MOST_LINES];
extern double data[64];
extern long counter;
extern omp_lock_t lock;
#define MET(below) __atomic_fetch_add(&met[FILE_NUMBER][__LINE__ + (below)], 1, __ATOMIC_RELAXED)
#define MET_BY_TEAM(below) do {{ if (omp_get_thread_num() == 0) MET(below); }} while (0)
void work(int times);
"""

MAIN = """#define FILE_NUMBER {number}
#include "shared.h"
long met[{files}][MOST_LINES], counter;
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

    def __init__(self, seed, units):
        self.random = random.Random(seed)
        self.units = units
        self.functions = []  # of dicts: name, context, unit, level; body once it is made
        self.names = 0
        self.counts = True
        self.body = self.block("serial", 0, 8)

    def texts(self):
        files = self.units + 1
        names = [f"u{unit}.c" for unit in range(self.units)] + ["main.c"]
        head = SHARED.format(files=files)
        head += "".join(f"void tree{unit}(int n);\n" for unit in range(self.units))
        head += "".join(f"void {f['name']}(void);\n" for f in self.functions)
        texts = {"shared.h": head}
        for unit in range(self.units):
            text = f"#define FILE_NUMBER {unit}\n#include \"shared.h\"\n"
            text += TREE.format(unit=unit, other=(unit + 1) % self.units,
                                end=self.random.choice(["MET(1);\n#pragma omp taskwait", ""]))
            text += "".join(f"void {f['name']}(void)\n{f['body']}\n" for f in self.functions
                            if f["unit"] == unit)
            texts[names[unit]] = text
        texts["main.c"] = MAIN.format(number=self.units, files=files, body=self.body,
                                      names=", ".join(f'"{name}"' for name in names))
        return texts

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
            return self.random.choice(known)["name"]
        made = {"name": self.fresh("f"), "context": (context, self.counts), "level": level + 1,
                "unit": self.random.randrange(self.units)}
        self.functions.append(made)
        made["body"] = self.block(context, level + 1)
        return made["name"]

    def statement(self, context, level):
        kind = self.random.choice(KINDS[context]) if level < DEPTH else "work"
        return getattr(self, "make_" + kind)(context, level)

    # A directive stands in a line of its own, its count in the line before.

    def directive(self, text, body, context, by_team=True):
        count = "MET_BY_TEAM(1);" if by_team and context == "region" else "MET(1);"
        return f"{count if self.counts else ''}\n#pragma omp {text}\n{body}"

    def make_work(self, context, level):
        return f"work({self.random.choice([1, 5, 20, 100, 400])});"

    def make_loop(self, context, level):
        return self.loop(4, self.block(context, level + 1, 1))

    def make_branch(self, context, level):
        return (f"if (counter < 0)\n{self.block(context, level + 1)}\n"
                f"else\n{self.block(context, level + 1)}")

    def make_call(self, context, level):
        return f"{self.function(context, level)}();"

    def make_call_by_one(self, context, level):
        body = f"{{ {self.function('inner', level)}(); }}"
        return self.directive(self.random.choice(["single", "master"]), body, context)

    def make_parallel(self, context, level):
        clauses = self.some(f"num_threads({self.times(3)})", self.condition(), "default(shared)")
        return self.directive(f"parallel {clauses}", self.block("region", level + 1), context,
                              by_team=False)

    def make_parallel_for(self, context, level):
        clauses = self.some(f"num_threads({self.times(3)})", self.condition())
        return self.directive(f"parallel for {clauses} {self.schedule()}",
                              self.loop(40, self.block("inner", level + 1)), context)

    def make_for(self, context, level):
        return self.directive(f"for {self.schedule()} {self.some('nowait')}",
                              self.loop(60, self.block("inner", level + 1)), context)

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
        counts, self.counts = self.counts, False
        body = self.loop(20, self.block("inner", level + 2))
        self.counts = counts
        return self.directive(f"taskloop {clauses}", body, context, by_team=False)
