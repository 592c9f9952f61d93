/* SPDX-License-Identifier: Apache-2.0
 *
 * What a budget leaves out, for programs that are played: their clock is what the test says, and so
 * is what probes take.
 */
#include "budget.h"

#include <stdio.h>
#include <string.h>

enum { A_MS = 1000000, THREADS = 2, REGIONS = 3 }; /* ticks of a nanosecond */

static struct tare_budget b;
static struct tare_budgeted regions[REGIONS];
static uint64_t now;
static int failed;

#define CHECK(what)                                                                                \
  do {                                                                                             \
    if (!(what)) {                                                                                 \
      printf("%s:%d: %s\n", __FILE__, __LINE__, #what);                                            \
      failed = 1;                                                                                  \
    }                                                                                              \
  } while (0)

/* What was played of each region. */
static struct {
  uint64_t forks, measured, left_out;          /* instances */
  uint64_t asleep, stood_for, stood_for_count; /* ticks, ticks, instances */
  uint64_t dearest;
} seen[REGIONS];

static void start(const char *share, uint64_t seed) {
  memset(&b, 0, sizeof b);
  memset(regions, 0, sizeof regions);
  memset(seen, 0, sizeof seen);
  now = 5 * A_MS;
  tare_budget_ask(&b, share, NULL);
  tare_budget_begin(&b, now, THREADS, A_MS, seed);
  for (int i = 0; i < REGIONS; ++i)
    tare_budget_add(&b, &regions[i]);
}

static uint32_t random32(void) { /* of the program, not of the budget */
  static uint64_t state = 1;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (uint32_t)(state >> 33);
}

static uint64_t spent(void) { return b.spent; }

/* Never more than what may be spent by now, but for first instances and one that took more than
 * those before it. */
static int isWithin(void) {
  double may = b.share * (double)(now - b.start);
  for (int i = 0; i < REGIONS; ++i)
    may += 2 * (double)seen[i].dearest;
  return (double)spent() <= may;
}

/* One instance of so many ticks, with probes that count as so many on both threads together and
 * make it so much longer. 1: measured. */
static int playLonger(int region, uint64_t span, uint64_t cost, uint64_t longer) {
  struct tare_budgeted *r = &regions[region];
  struct tare_pf_spent record;
  int slow = 0;
  ++seen[region].forks;
  if (tare_budget_leaves_out(&b, r, now, &slow)) {
    now += span;
    ++seen[region].left_out;
    seen[region].asleep += span;
    tare_budget_skipped(&b, r, span);
    return 0;
  }
  now += span + longer;
  ++seen[region].measured;
  if (cost > seen[region].dearest)
    seen[region].dearest = cost;
  if (tare_budget_stands_for(r, (uint32_t)region, &record)) {
    CHECK(record.slot == TARE_SLOT_STANDS_FOR && record.node == (uint32_t)region);
    CHECK(record.entries == 0 && record.units > 0);
    seen[region].stood_for += record.ticks;
    seen[region].stood_for_count += record.units;
  }
  if (r->tells) {
    tare_budget_tell(r, cost / 2);
    tare_budget_tell(r, cost - cost / 2);
  }
  tare_budget_measured(&b, r, span + longer);
  return 1;
}

static int play(int region, uint64_t span, uint64_t cost) {
  return playLonger(region, span, cost, cost / THREADS);
}

static void serial(uint64_t ticks) { now += ticks; }

/* ---- what is asked for ---- */

static uint32_t asked(const char *share, const char *costs) {
  memset(&b, 0, sizeof b);
  tare_budget_ask(&b, share, costs);
  return b.ppm;
}

static void texts(void) {
  CHECK(asked(NULL, NULL) == 0);
  CHECK(asked("2%", NULL) == 20000 && b.entry_ns == 25 && b.segment_ns == 60 && b.region_ns == 350);
  CHECK(asked("0.5%", NULL) == 5000);
  CHECK(asked("100%", NULL) == 1000000);
  CHECK(asked("0.0001%", NULL) == 1);
  CHECK(asked("12.75%", "1,20.5,300") == 127500);
  CHECK(b.entry_ns == 1 && b.segment_ns == 20.5 && b.region_ns == 300);
  const char *const wrong[] = {"2",    "%",    "0%",   "-1%", "101%", "2 %",      "2%%", "two%",
                               "1e1%", "0x2%", "2,5%", "2%x", "nan%", "0.00001%", ".%",  "100.1%"};
  for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    CHECK(asked(wrong[i], NULL) == 0);
    if (b.ppm)
      printf("  for '%s'\n", wrong[i]);
  }
  const char *const costs[] = {"1,2",   "1,2,3,4", "1,2,-3", "1;2;3",
                               "a,b,c", "1,2,3 ",  "1,,3",   "1,2,1000001"};
  for (unsigned i = 0; i < sizeof costs / sizeof *costs; ++i)
    CHECK(asked("1%", costs[i]) == 10000 && b.entry_ns == 25 && b.region_ns == 350);
}

/* ---- levels ---- */

static double levelOf(double first, double second, double third, double may) {
  struct tare_budgeted r[3] = {
      {.demand = first, .next = &r[1]}, {.demand = second, .next = &r[2]}, {.demand = third}};
  return tare_budget_level(r, may);
}

static void levels(void) {
  CHECK(levelOf(1, 2, 100, 13) == 10);  /* 1 + 2 + 10 */
  CHECK(levelOf(100, 2, 1, 13) == 10);  /* in any order */
  CHECK(levelOf(50, 50, 50, 30) == 10); /* each the same */
  CHECK(levelOf(1, 20, 20, 11) == 5);
  CHECK(levelOf(1, 2, 3, 100) >= 3); /* enough for all */
  CHECK(levelOf(0, 0, 8, 4) == 4);   /* who wants nothing, gets nothing */
  for (int i = 0; i < 1000; ++i) {
    double demand[3], sum = 0, all = 0, may = 1 + random32() % 1000;
    for (int k = 0; k < 3; ++k)
      all += demand[k] = random32() % 1000;
    double level = levelOf(demand[0], demand[1], demand[2], may);
    for (int k = 0; k < 3; ++k)
      sum += demand[k] < level ? demand[k] : level;
    CHECK(sum <= may * (1 + 1e-12));
    CHECK(sum >= (all < may ? all : may) * (1 - 1e-12));
  }
}

/* ---- rows ---- */

/* One of each row, and each place as often as any other. */
static void chances(uint32_t row_length) {
  enum { MOST = 64, MEASURED = 20000 };
  uint32_t at[MOST] = {0};
  start("100%", 42);
  b.plan_until = b.plan_spent = UINT64_MAX;
  regions[0].row = row_length;
  serial(1000 * A_MS);
  CHECK(play(0, 10, 1)); /* the first one */
  for (int row = 0; row < MEASURED; ++row) {
    int measured = 0;
    for (uint32_t place = 0; place < row_length; ++place)
      if (play(0, 10, 0)) {
        ++at[place];
        ++measured;
      }
    CHECK(measured == 1);
  }
  double each = (double)MEASURED / row_length;
  for (uint32_t place = 0; place < row_length; ++place) /* five standard deviations */
    CHECK((at[place] - each) * (at[place] - each) < 25 * each);
}

/* However long the row is. */
static void plansComeSoon(void) {
  int late = 0, slow = 0;
  start("1%", 1);
  serial(A_MS);
  CHECK(play(0, 10, 1));
  regions[0].left = regions[0].row = 1000;
  regions[0].place = 0;
  b.plan_spent = UINT64_MAX;
  b.plan_until = now;
  while (!slow && ++late < 1000)
    tare_budget_leaves_out(&b, &regions[0], now, &slow);
  CHECK(late < 16);
  CHECK(regions[0].forks == (uint64_t)late + 1);
}

/* What the first instance sets up is spent once, and expected of no other. */
static void setUpIsSpentOnce(void) {
  start("100%", 1);
  serial(1000 * A_MS);
  CHECK(play(0, 1000, A_MS));
  for (int i = 0; i < 100; ++i)
    CHECK(play(0, 1000, 100));
  CHECK(regions[0].counted > 99 && regions[0].counted < 101);
  CHECK(spent() >= A_MS && spent() < A_MS + 101 * 100);
}

/* ---- whole programs ---- */

/* A region that is forked all the time, one that is not, and a long one. */
static void mixed(const char *share, uint64_t seed, int forks) {
  start(share, seed);
  serial(A_MS);
  for (int i = 0; i < forks; ++i) {
    play(0, 2000 + random32() % 1000, 1500 + random32() % 300);
    if (i % 100 == 0)
      play(1, 20000, 2000);
    if (i % 1000 == 0)
      play(2, 500000 + random32() % 100000, 5000 + random32() % 1000);
    serial(500);
    if (!isWithin())
      break;
  }
  CHECK(isWithin());
}

static void costsStayWithin(void) {
  const char *const shares[] = {"0.1%", "1%", "2%", "10%"};
  for (unsigned i = 0; i < sizeof shares / sizeof *shares; ++i)
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      mixed(shares[i], seed, 50000);
      for (int k = 0; k < REGIONS; ++k) {
        CHECK(seen[k].measured >= 1 && seen[k].measured + seen[k].left_out == seen[k].forks);
        CHECK(regions[k].forks == seen[k].forks && regions[k].measured == seen[k].measured);
        CHECK(seen[k].stood_for + regions[k].asleep == seen[k].asleep);
        CHECK(seen[k].stood_for_count + regions[k].asleep_count == seen[k].left_out);
      }
    }
}

/* What is cheap is measured always; what is not takes most of what may be spent. */
static void cheapOnesAreMeasured(void) {
  mixed("2%", 3, 200000);
  CHECK(seen[0].measured * 5 < seen[0].forks);
  CHECK(seen[1].measured * 10 > seen[1].forks * 9);
  CHECK(seen[2].measured * 10 > seen[2].forks * 9);
  double share = (double)(spent() + b.slept) / (b.share * (double)(now - b.start));
  CHECK(share > 0.7 && share <= 1);
}

static void nothingIsLeftOutForNothing(void) {
  start("10%", 1);
  serial(A_MS);
  for (int i = 0; i < 10000; ++i) {
    play(0, 100000, 1000); /* 0.5 % */
    serial(1000);
  }
  CHECK(seen[0].left_out == 0);
}

/* Every second instance is long: as many of them as of the others. */
static void periodsDoNotShow(void) {
  uint64_t measured[2] = {0, 0}, ticks = 0, weighted = 0;
  start("1%", 9);
  serial(A_MS);
  for (int i = 0; i < 400000; ++i) {
    uint64_t span = i % 2 ? 6000 : 1000;
    measured[i % 2] += (uint64_t)play(0, span, 2000);
    ticks += span;
    serial(200);
  }
  weighted = measured[0] * 1000 + measured[1] * 6000;
  double all = (double)(measured[0] + measured[1]);
  CHECK(all > 1000);
  CHECK((double)measured[0] > 0.45 * all && (double)measured[0] < 0.55 * all);
  CHECK((double)weighted / all > 0.9 * (double)ticks / 400000);
  CHECK((double)weighted / all < 1.1 * (double)ticks / 400000);
}

/* Whatever was planned: what is spent must be earned again. */
static void whatIsSpentMustBeEarned(void) {
  start("1%", 1);
  b.plan_until = b.plan_spent = UINT64_MAX;
  serial(A_MS); /* 20000 ticks of probes may be spent by now */
  CHECK(play(0, 0, 15000));
  CHECK(!play(0, 0, 15000));
  serial(2 * A_MS / 5);
  CHECK(!play(0, 0, 15000)); /* 28000 */
  serial(A_MS / 5);
  CHECK(play(0, 0, 15000)); /* 32000 */
}

/* Between bursts of another one. */
static void rareOnesAreMeasured(void) {
  start("1%", 7);
  serial(A_MS);
  for (int i = 0; i < 500; ++i) {
    for (int k = 0; k < 2000; ++k)
      play(k == 50 + i, 1000, 2000);
    serial(10 * A_MS);
  }
  CHECK(seen[0].measured * 2 < seen[0].forks);
  CHECK(seen[1].measured * 10 > seen[1].forks * 9);
}

/* When regions that were too dear become rare, they are measured again. */
static void phases(void) {
  start("1%", 4);
  serial(A_MS);
  for (int i = 0; i < 300000; ++i)
    play(0, 1000, 200000);
  CHECK(regions[0].row > 1000);
  uint64_t then = now;
  while (now < then + 2 * b.second)
    play(0, 10 * A_MS, 2000);
  CHECK(regions[0].row == 1);
  for (int i = 0; i < 100; ++i)
    CHECK(play(0, 10 * A_MS, 2000));
  CHECK(isWithin());
}

/* What was earned before the first region is not all spent on its first instances. */
static void burstsAreSpread(void) {
  enum { FORKS = 20000 };
  uint64_t half = 0;
  int last = 0;
  start("2%", 8);
  serial(100 * A_MS);
  for (int i = 0; i < FORKS; ++i) {
    if (play(0, 1000, 2000))
      last = i;
    if (i == FORKS / 2)
      half = seen[0].measured;
  }
  CHECK(half < seen[0].measured * 9 / 10); /* and more later */
  CHECK(last > FORKS * 9 / 10);
  CHECK((double)seen[0].stood_for > 0.9 * (double)seen[0].asleep);
}

/* A region so dear that one instance takes what a second may spend. */
static void dearOnes(void) {
  start("1%", 5);
  serial(A_MS);
  for (int i = 0; i < 3000; ++i)
    play(0, 10 * A_MS, 20 * A_MS);
  CHECK(isWithin());
  CHECK(seen[0].measured > 10 && seen[0].measured < 40);
}

/* What left-out instances cost is spent too, but a part remains for measuring. */
static void sleepersCost(void) {
  start("1%", 6);
  serial(A_MS);
  for (int i = 0; i < 500000; ++i)
    play(0, 300, 1500);
  double may = b.share * (double)(now - b.start);
  CHECK((double)b.slept > may);
  CHECK((double)spent() <= may / 4 + 2 * 1500);
  CHECK((double)spent() > may / 10);
}

/* Probes that take four times what they count as: 8 % by counts, 32 % in fact. */
static void whatIsSeenCounts(void) {
  uint64_t longer = 0;
  start("10%", 2);
  serial(A_MS);
  for (int i = 0; i < 100000; ++i) {
    uint64_t span = 9000 + random32() % 2000;
    longer += (uint64_t)playLonger(0, span, 1600, 3200) * 3200;
    serial(100);
  }
  CHECK((double)longer < 0.1 * (double)(now - b.start));
  CHECK((double)longer > 0.06 * (double)(now - b.start));
}

/* A long region whose instances differ by more than probes can take is measured always. */
static void noiseDoesNotCount(void) {
  start("2%", 2);
  serial(A_MS);
  for (int i = 0; i < 5000; ++i)
    play(0, A_MS / 2 + random32() % A_MS, 20000); /* 1 % */
  CHECK(seen[0].measured * 10 > seen[0].forks * 9);
}

static void counts(void) {
  struct tare_pf_spent record;
  start("1%", 1);
  for (int i = 0; i < 70000; ++i)
    tare_budget_skipped(&b, &regions[0], 3);
  CHECK(tare_budget_stands_for(&regions[0], 7, &record));
  CHECK(record.ticks == 210000 && record.units == 65535);
  CHECK(!tare_budget_stands_for(&regions[0], 7, &record));
}

int main(void) {
  texts();
  levels();
  chances(8);
  chances(40);
  plansComeSoon();
  setUpIsSpentOnce();
  costsStayWithin();
  cheapOnesAreMeasured();
  nothingIsLeftOutForNothing();
  periodsDoNotShow();
  whatIsSpentMustBeEarned();
  rareOnesAreMeasured();
  phases();
  burstsAreSpread();
  dearOnes();
  sleepersCost();
  whatIsSeenCounts();
  noiseDoesNotCount();
  counts();
  puts(failed ? "FAILED" : "ok");
  return failed;
}
