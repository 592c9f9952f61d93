/* SPDX-License-Identifier: Apache-2.0
 *
 * One loop a function.  What it does in one iteration stands in analyzer/primitives/shapes.cpp, and
 * a test holds the two together. */
#include "loops.h"

#include <math.h>

enum { STRIDE = 8 }; /* doubles: a line of the cache each */

#define LOOP(name) static double name(const struct operands *with)
#define COUNT const long n = with->count
#define INPUT(x) const double *restrict x = with->x
#define OUTPUT double *restrict out = with->out

/* ---- sums: each iteration waits for the one before ---- */

LOOP(sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

LOOP(dot) {
  COUNT;
  INPUT(a);
  INPUT(b);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[i];
  return s;
}

LOOP(product) {
  COUNT;
  INPUT(a);
  double s = 1;
  for (long i = 0; i < n; ++i)
    s *= a[i];
  return s;
}

LOOP(strided_sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; i += STRIDE)
    s += a[i];
  return s;
}

LOOP(gather) {
  COUNT;
  INPUT(a);
  INPUT(b);
  const int *restrict index = with->index;
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i] * b[index[i]];
  return s;
}

LOOP(divided_sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += 1 / a[i];
  return s;
}

LOOP(root_sum) {
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i < n; ++i)
    s += 1 / (a[i] * sqrt(a[i]));
  return s;
}

LOOP(single_sum) {
  COUNT;
  const float *restrict a = with->single_a;
  float s = 0;
  for (long i = 0; i < n; ++i)
    s += a[i];
  return s;
}

LOOP(integer_sum) {
  COUNT;
  const int *restrict index = with->index;
  long s = 0;
  for (long i = 0; i < n; ++i)
    s += index[i];
  return (double)s;
}

LOOP(maximum) {
  COUNT;
  INPUT(a);
  double most = a[0];
  for (long i = 0; i < n; ++i)
    if (a[i] > most)
      most = a[i];
  return most;
}

/* ---- streams: iterations know nothing of each other ---- */

LOOP(copy) {
  COUNT;
  INPUT(a);
  OUTPUT;
  for (long i = 0; i < n; ++i)
    out[i] = a[i];
  return out[n / 2];
}

LOOP(scale) {
  COUNT;
  INPUT(a);
  OUTPUT;
  for (long i = 0; i < n; ++i)
    out[i] = 3 * a[i];
  return out[n / 2];
}

LOOP(triad) {
  COUNT;
  INPUT(a);
  INPUT(b);
  OUTPUT;
  for (long i = 0; i < n; ++i)
    out[i] = a[i] + 3 * b[i];
  return out[n / 2];
}

LOOP(update) {
  COUNT;
  INPUT(a);
  OUTPUT;
  for (long i = 0; i < n; ++i)
    out[i] += 1e-9 * a[i];
  return out[n / 2];
}

LOOP(add_four) {
  COUNT;
  INPUT(a);
  INPUT(b);
  INPUT(c);
  INPUT(d);
  OUTPUT;
  for (long i = 0; i < n; ++i)
    out[i] = a[i] + b[i] + c[i] + d[i];
  return out[n / 2];
}

LOOP(cubic) {
  COUNT;
  INPUT(a);
  OUTPUT;
  for (long i = 0; i < n; ++i) {
    double x = a[i];
    out[i] = ((x * 0.5 + 1) * x + 2) * x + 3;
  }
  return out[n / 2];
}

LOOP(divide) {
  COUNT;
  INPUT(a);
  OUTPUT;
  for (long i = 0; i < n; ++i)
    out[i] = 1 / a[i];
  return out[n / 2];
}

LOOP(root) {
  COUNT;
  INPUT(a);
  OUTPUT;
  for (long i = 0; i < n; ++i)
    out[i] = sqrt(a[i]);
  return out[n / 2];
}

LOOP(single_triad) {
  COUNT;
  const float *restrict a = with->single_a, *restrict b = with->single_b;
  float *restrict out = with->single_out;
  for (long i = 0; i < n; ++i)
    out[i] = a[i] + 3 * b[i];
  return out[n / 2];
}

LOOP(integer_triad) {
  COUNT;
  const int *restrict index = with->index;
  int *restrict counter = with->counter;
  for (long i = 0; i < n; ++i)
    counter[i] = counter[i] + 3 * index[i];
  return counter[n / 2];
}

/* ---- neighbours, and places that data tell ---- */

LOOP(stencil) {
  COUNT;
  INPUT(a);
  INPUT(b);
  INPUT(c);
  OUTPUT;
  for (long i = 1; i < n - 1; ++i)
    out[i] = 0.25 * (a[i - 1] + a[i + 1] + b[i] + c[i]);
  return out[n / 2];
}

LOOP(scatter) {
  COUNT;
  const int *restrict index = with->index;
  int *restrict counter = with->counter;
  for (long i = 0; i < n; ++i)
    counter[index[i]]++;
  return counter[n / 2];
}

/* ---- the mathematical library ---- */

#define LIBRARY(name, call)                                                                        \
  LOOP(name) {                                                                                     \
    COUNT;                                                                                         \
    INPUT(a);                                                                                      \
    double s = 0;                                                                                  \
    for (long i = 0; i < n; ++i)                                                                   \
      s += call;                                                                                   \
    return s;                                                                                      \
  }

LIBRARY(exponential, exp(a[i]))
LIBRARY(logarithm, log(a[i]))
LIBRARY(sine, sin(a[i]))
LIBRARY(cosine, cos(a[i]))
LIBRARY(power, pow(a[i], 1.5))

/* ---- loops that are short: what it takes to begin one ---- */

LOOP(short_loops) {
  enum { LENGTH = 8 };
  COUNT;
  INPUT(a);
  double s = 0;
  for (long i = 0; i + LENGTH <= n; i += LENGTH) {
    double own = 0;
    for (long j = i; j < i + LENGTH + (a[i] < 0); ++j)
      own += a[j];
    s += own;
  }
  return s;
}

const struct primitive primitives[] = {
    {"sum", sum, 8, 0},
    {"dot", dot, 16, 0},
    {"product", product, 8, 0},
    {"strided_sum", strided_sum, 8, 0},
    {"gather", gather, 20, 1},
    {"divided_sum", divided_sum, 8, 0},
    {"root_sum", root_sum, 8, 0},
    {"single_sum", single_sum, 4, 0},
    {"integer_sum", integer_sum, 4, 1},
    {"maximum", maximum, 8, 0},
    {"copy", copy, 16, 0},
    {"scale", scale, 16, 0},
    {"triad", triad, 24, 0},
    {"update", update, 16, 0},
    {"add_four", add_four, 40, 0},
    {"cubic", cubic, 16, 0},
    {"divide", divide, 16, 0},
    {"root", root, 16, 0},
    {"single_triad", single_triad, 12, 0},
    {"integer_triad", integer_triad, 8, 1},
    {"stencil", stencil, 32, 0},
    {"scatter", scatter, 8, 1},
    {"exponential", exponential, 8, 0},
    {"logarithm", logarithm, 8, 0},
    {"sine", sine, 8, 0},
    {"cosine", cosine, 8, 0},
    {"power", power, 8, 0},
    {"short_loops", short_loops, 8, 0},
};
const int primitive_count = sizeof primitives / sizeof *primitives;
