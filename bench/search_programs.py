# SPDX-License-Identifier: Apache-2.0
"""Programs with one bottleneck planted at random, for bench/search.py. A program is a row of phases,
each a function with an OpenMP construct that is even and cheap; the plant makes one of them costly in
one way. All work is counted register chains (samples/chain.h), so nothing else costs much."""

import dataclasses
import random

UNITS = 24000  # of each phase, shared by its threads: about 25 ms at p = 2


@dataclasses.dataclass
class Shape:
    """A phase: its text with {extra} units where the plant goes, and what the plant is then."""
    text: str
    why: str
    kind: str


# {f}: the function; {n}: calls of chain_run in it; {u}: units of each; {extra}: what the plant adds.
SHAPES = {
    "loop": Shape("""
static uint64_t {f}(void) {{
  uint64_t sum = 0;
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < {n}; ++i)
    sum += chain_run({u} + (i < {n} / 2 ? {extra} * 2 / {n} : 0));
  return sum;
}}
""", "load_imbalance", "for"),
    "inner_loop": Shape("""
static void {f}_rows(uint64_t *sum) {{
#pragma omp for schedule(static) nowait
  for (int i = 0; i < {n}; ++i)
    sum[i % 2] ^= chain_run({u});
#pragma omp for schedule(static)
  for (int i = 0; i < {n}; ++i)
    sum[2 + i % 2] ^= chain_run(1 + (i >= {n} / 2 ? {extra} * 2 / {n} : 0));
}}
static uint64_t {f}(void) {{
  uint64_t all = 0;
#pragma omp parallel reduction(+ : all)
  {{
    uint64_t sum[4] = {{0}};
    {f}_rows(sum);
    all += sum[0] + sum[1];
  }}
  return all;
}}
""", "load_imbalance", "for"),
    "critical": Shape("""
static void {f}_add(uint64_t *sum, int i) {{
  uint64_t own = chain_run({extra} ? {u} / 2 : {u});
#pragma omp critical({f})
  *sum += own + ({extra} ? chain_run({u} / 2 + {extra} / {n}) : (uint64_t)i);
}}
static uint64_t {f}(void) {{
  uint64_t sum = 0;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < {n}; ++i)
    {f}_add(&sum, i);
  return sum;
}}
""", "locks", "critical"),
    "single": Shape("""
static uint64_t {f}(void) {{
  uint64_t sum = 0, once = 0;
#pragma omp parallel reduction(+ : sum)
  {{
#pragma omp for schedule(static)
    for (int i = 0; i < {n}; ++i)
      sum += chain_run({u});
#pragma omp single
    once = chain_run(1 + {extra});
  }}
  return sum + once;
}}
""", "partially_parallelised", "single"),
    "serial": Shape("""
static uint64_t {f}_init(void) {{
  uint64_t sum = 0;
  for (int i = 0; i < 10; ++i)
    sum += chain_run(1 + {extra} / 10);
  return sum;
}}
static uint64_t {f}(void) {{
  uint64_t sum = {f}_init();
#pragma omp parallel for schedule(static) reduction(+ : sum)
  for (int i = 0; i < {n}; ++i)
    sum += chain_run({u});
  return sum;
}}
""", "unparallelised", "call"),
    "sections": Shape("""
static uint64_t {f}(void) {{
  uint64_t a = 0, b = 0;
#pragma omp parallel sections
  {{
#pragma omp section
    for (int i = 0; i < {n} / 2; ++i)
      a += chain_run({u});
#pragma omp section
    {{
      for (int i = 0; i < {n} / 2; ++i)
        b += chain_run({u});
      b += chain_run(1 + {extra});
    }}
  }}
  return a + b;
}}
""", "load_imbalance", "sections"),
}
PROGRAMS = 6
PHASES = 5


@dataclasses.dataclass
class Planted:
    name: str
    text: str
    function: str  # where the plant is: it, or one that starts with its name
    why: str
    kind: str
    phase: str


def planted(program, seed, share):
    """The program of that number with a plant at random that takes about `share` of T_p at p = 2."""
    row = random.Random(program)
    phases = [row.choice(sorted(SHAPES)) for _ in range(PHASES)]
    cuts = [row.choice((40, 200, 800)) for _ in range(PHASES)]
    which = random.Random(seed).randrange(PHASES)
    # What is added on one of two threads makes the other wait as long: half of it is lost, and T_p
    # is PHASES * UNITS / 2 and what was added. (A lock is contended by so much more than the other
    # half of its loop's body takes.)
    extra = int(PHASES * UNITS / 2 * 2 * share / (1 - 2 * share))
    text = '#include "chain.h"\n'
    for number, (phase, n) in enumerate(zip(phases, cuts)):
        text += SHAPES[phase].text.format(f=f"phase_{number}", n=n, u=UNITS // n,
                                          extra=extra if number == which else 0)
    calls = " ^ ".join(f"phase_{number}()" for number in range(PHASES))
    text += f"int main(void) {{\n  return chain_report({calls});\n}}\n"
    shape = SHAPES[phases[which]]
    return Planted(f"program {program}", text, f"phase_{which}", shape.why, shape.kind,
                   phases[which])
