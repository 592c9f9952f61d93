/* SPDX-License-Identifier: Apache-2.0 */
#include "budget.h"
#include "env.h"
#include "log.h"
#include "memory.h"

#include <string.h>

struct tare_budget tare_budget;

/* ---- what is asked for ---- */

static int isDigit(char c) { return c >= '0' && c <= '9'; }

/* A decimal number, and *text behind it; negative: there is none. */
static double decimal(const char **text) {
  const char *at = *text;
  double value = 0, unit = 1;
  int digits = 0;
  for (; isDigit(*at); ++at, ++digits)
    value = value * 10 + (*at - '0');
  if (*at == '.')
    for (++at; isDigit(*at); ++at, ++digits)
      value += (*at - '0') * (unit /= 10);
  *text = at;
  return digits ? value : -1;
}

static uint32_t shareOf(const char *text) {
  double percent = decimal(&text);
  if (percent <= 0 || percent > 100 || strcmp(text, "%") != 0)
    return 0;
  return (uint32_t)(percent * 10000 + 0.5);
}

static int readCosts(struct tare_budget *b, const char *text) {
  enum { MOST_NS = 1000000 };
  double ns[3];
  for (int i = 0; i < 3; ++i) {
    ns[i] = decimal(&text);
    if (ns[i] < 0 || ns[i] > MOST_NS || *text != (i < 2 ? ',' : 0))
      return 0;
    text += i < 2;
  }
  b->entry_ns = ns[0];
  b->segment_ns = ns[1];
  b->region_ns = ns[2];
  return 1;
}

void tare_budget_ask(struct tare_budget *b, const char *share, const char *costs) {
  b->ppm = share ? shareOf(share) : 0;
  if (share && !b->ppm)
    tare_say("TARE_BUDGET='", share, "' is no share such as 2%: measured without a budget");
  b->entry_ns = 25;
  b->segment_ns = 60;
  b->region_ns = 350;
  if (b->ppm && costs && !readCosts(b, costs))
    tare_say("TARE_PROBE_COSTS='", costs, "' are no three numbers of ns: not used");
}

static uint64_t ticksOf(double ns, uint64_t ticks_per_ms) {
  return (uint64_t)(ns * (double)ticks_per_ms * 1e-6 + 0.5);
}

void tare_budget_begin(struct tare_budget *b, uint64_t start, uint32_t threads,
                       uint64_t ticks_per_ms, uint64_t seed) {
  b->share = b->ppm * 1e-6 * (threads ? threads : 1);
  b->entry = ticksOf(b->entry_ns, ticks_per_ms);
  b->segment = ticksOf(b->segment_ns, ticks_per_ms);
  b->region = ticksOf(b->region_ns, ticks_per_ms);
  b->threads = threads ? threads : 1;
  b->start = b->planned = b->plan_until = start;
  b->second = 1000 * ticks_per_ms;
  b->spent = b->slept = 0;
  b->plan_spent = UINT64_MAX;
  b->random = tare_mix(seed ^ 0x62756467657473ull) | 1;
  b->regions = NULL;
}

/* ---- regions ---- */

struct table {
  uint32_t module, node_count;
  struct table *next;
  struct tare_budgeted regions[]; /* by node */
};
static struct table *tables;
static struct tare_budgeted *by_module[TARE_MODULES]; /* untouched pages cost nothing */

static size_t sizeOf(uint32_t node_count) {
  return sizeof(struct table) + node_count * sizeof(struct tare_budgeted);
}

static struct tare_budgeted *makeTable(uint32_t module, uint32_t node_count) {
  struct table *t = tare_memory_reserve(sizeOf(node_count));
  if (!t)
    return NULL;
  t->module = module;
  t->node_count = node_count;
  t->next = tables;
  tables = t;
  return by_module[module] = t->regions;
}

void tare_budget_add(struct tare_budget *b, struct tare_budgeted *r) {
  r->row = 1;
  r->next = b->regions;
  b->regions = r;
}

struct tare_budgeted *tare_budget_region(uint32_t module, uint32_t node_count, uint32_t node) {
  struct tare_budgeted *regions = by_module[module];
  if (TARE_UNLIKELY(!regions) && !(regions = makeTable(module, node_count)))
    return NULL;
  if (TARE_UNLIKELY(!regions[node].row))
    tare_budget_add(&tare_budget, &regions[node]);
  return &regions[node];
}

void tare_budget_forget(void) {
  while (tables) {
    struct table *t = tables;
    by_module[t->module] = NULL;
    tables = t->next;
    tare_memory_return(t, sizeOf(t->node_count));
  }
  memset(&tare_budget, 0, sizeof tare_budget);
}

/* ---- the plan ---- */

enum { REMEMBERED = 32, TELLS_EACH = 8, EXPLORES_EACH = 8, LOOKS_EACH = 16, FOLDED = 8 };

/* What may be spent on measured instances up to `tick`. Left-out ones cost what they cost; a part
 * is for measuring, also where they take more than the budget. */
static double allowance(const struct tare_budget *b, double tick) {
  double all = b->share * (tick - (double)b->start), rest = all - (double)b->slept;
  return rest > all / 4 ? rest : all / 4;
}

double tare_budget_level(const struct tare_budgeted *regions, double may) {
  double level = 0;
  for (int round = 0; round < 64; ++round) { /* lower than it could be after so many */
    double rest = may;
    uint32_t above = 0;
    for (const struct tare_budgeted *r = regions; r; r = r->next) {
      if (r->demand > level)
        ++above;
      else
        rest -= r->demand;
    }
    if (!above || rest / above <= level)
      break;
    level = rest / above;
  }
  return level;
}

static uint32_t rowFor(double demand, double level) {
  if (demand <= level)
    return 1;
  double row = demand / level + 1; /* rounded up */
  return row < TARE_ROW_MOST ? (uint32_t)row : TARE_ROW_MOST;
}

/* Demand will be as it was since the last plan. */
static void foresee(struct tare_budget *b, uint64_t now, double horizon) {
  double passed = now > b->planned ? (double)(now - b->planned) : 1;
  for (struct tare_budgeted *r = b->regions; r; r = r->next) {
    r->demand = (double)(r->forks - r->forks_then) / passed * horizon * r->mean;
    r->forks_then = r->forks;
  }
}

/* A row ends here if it is longer than the coming ones. */
static void setRows(struct tare_budget *b, double may) {
  double level = tare_budget_level(b->regions, may);
  for (struct tare_budgeted *r = b->regions; r; r = r->next) {
    if (r->demand <= 0)
      continue;
    r->row = rowFor(r->demand, level);
    r->explores = r->demand > may / 10 && r->spans[0].count < REMEMBERED;
    if (r->left > r->row)
      r->left = 0;
  }
}

/* For a part of the time that went by; when a quarter of what may be spent is gone there is a new
 * plan, so that a burst does not take all of it. */
TARE_COLD static void plan(struct tare_budget *b, uint64_t now) {
  const double aim = 0.8, least = 0.1;
  double horizon = (double)(now - b->start) / 4 + 1;
  if (horizon > (double)b->second)
    horizon = (double)b->second;
  double may = aim * allowance(b, (double)now + horizon) - (double)b->spent;
  if (may < least * b->share * horizon)
    may = least * b->share * horizon;
  foresee(b, now, horizon);
  setRows(b, may);
  b->planned = now;
  b->plan_until = now + (uint64_t)horizon;
  b->plan_spent = b->spent + (uint64_t)(may / 4) + 1;
}

/* ---- instances ---- */

static uint32_t chance(struct tare_budget *b, uint32_t limit) { /* xorshift64 (Marsaglia 2003) */
  uint64_t x = b->random;
  x ^= x << 13;
  x ^= x >> 7;
  x ^= x << 17;
  b->random = x;
  return (uint32_t)((x >> 32) * limit >> 32);
}

/* A cache line takes as long to go from core to core as many probes: in the long run threads report
 * only some of the instances. */
static uint32_t tells(const struct tare_budgeted *r) {
  return r->measured < REMEMBERED || r->measured % TELLS_EACH == 0;
}

static int isOverdrawn(const struct tare_budget *b, const struct tare_budgeted *r, uint64_t now) {
  return (double)b->spent + r->mean > allowance(b, (double)now);
}

/* Whether it is time for a new plan is asked when an instance may be measured, and of each
 * sixteenth in a row: a plan may be late by 15 instances that are left out. */
int tare_budget_leaves_out(struct tare_budget *b, struct tare_budgeted *r, uint64_t now,
                           int *slow) {
  if (TARE_LIKELY(r->left % LOOKS_EACH != 0 && r->left - 1 != r->place)) {
    --r->left;
    ++r->forks;
    return 1;
  }
  if (TARE_UNLIKELY(now >= b->plan_until || b->spent >= b->plan_spent)) {
    plan(b, now);
    *slow = 1;
  }
  r->tells = tells(r);
  if (TARE_UNLIKELY(!r->forks++))
    return 0;
  if (TARE_UNLIKELY(r->explores && r->row == 1) && !chance(b, EXPLORES_EACH))
    return 1;
  if (!r->left) {
    r->left = r->row;
    r->place = chance(b, r->row);
  }
  return --r->left != r->place || isOverdrawn(b, r, now);
}

static void fold(struct tare_spans *s) {
  s->count = s->count < REMEMBERED ? s->count + FOLDED : REMEMBERED;
  double weight = (double)FOLDED / s->count;
  s->mean += weight * ((double)s->sum / FOLDED - s->mean);
  s->deviation += weight * ((double)s->off / FOLDED - s->deviation);
  s->middle = (uint64_t)s->mean;
  s->sum = s->off = s->fresh = 0;
}

static void remember(struct tare_spans *s, uint64_t span) {
  if (TARE_UNLIKELY(!s->middle))
    s->middle = span;
  s->sum += span;
  s->off += span > s->middle ? span - s->middle : s->middle - span;
  if (++s->fresh == FOLDED)
    fold(s);
}

/* Ticks of all threads by which measured instances take longer than left-out ones, as far as that
 * is no chance: a third of a mean deviation is about two standard errors of such a mean. */
static double observed(const struct tare_budget *b, const struct tare_budgeted *r) {
  const struct tare_spans *out = &r->spans[0], *in = &r->spans[1];
  if (out->count < REMEMBERED || in->count < REMEMBERED)
    return 0;
  return b->threads * (in->mean - out->mean - (in->deviation + out->deviation) / 3);
}

void tare_budget_measured(struct tare_budget *b, struct tare_budgeted *r, uint64_t span) {
  const double most = 8; /* times what is counted: more is not believed */
  ++r->measured;
  if (r->tells) {
    uint64_t cost = __atomic_exchange_n(&r->told, 0, __ATOMIC_RELAXED);
    double of = r->measured < 3             ? 1
                : r->measured <= REMEMBERED ? (double)r->measured - 1
                                            : REMEMBERED;
    r->counted += ((double)cost - r->counted) / of;
  }
  if (r->measured > 1) /* the first is slow for other reasons, and sets up what the others find */
    remember(&r->spans[1], span);
  double longer = observed(b, r);
  r->mean = longer < r->counted          ? r->counted
            : longer < most * r->counted ? longer
                                         : most * r->counted;
  b->spent += (uint64_t)r->mean;
}

void tare_budget_skipped(struct tare_budget *b, struct tare_budgeted *r, uint64_t span) {
  r->asleep += span;
  ++r->asleep_count;
  remember(&r->spans[0], span);
  b->slept += b->entry;
}

int tare_budget_stands_for(struct tare_budgeted *r, uint32_t node, struct tare_pf_spent *record) {
  enum { MOST = 65535 };
  if (!r->asleep_count)
    return 0;
  *record = (struct tare_pf_spent){
      .ticks = r->asleep,
      .node = node,
      .slot = TARE_SLOT_STANDS_FOR,
      .units = r->asleep_count < MOST ? (uint16_t)r->asleep_count : MOST,
  };
  r->asleep = r->asleep_count = 0;
  return 1;
}
