/* SPDX-License-Identifier: Apache-2.0
 *
 * Streams: loops whose iterations know nothing of each other.  This file is included twice: once as
 * the flags compile it, and once kept from vector instructions, for loops that the compiler leaves
 * without them.  STREAM is the head of a function, EACH stands before its loop. */

STREAM(copy) {
  COUNT;
  INPUT(a);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] = a[i];
  return out[n / 2];
}

STREAM(scale) {
  COUNT;
  INPUT(a);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] = 3 * a[i];
  return out[n / 2];
}

STREAM(triad) {
  COUNT;
  INPUT(a);
  INPUT(b);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] = a[i] + 3 * b[i];
  return out[n / 2];
}

STREAM(update) {
  COUNT;
  INPUT(a);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] += 1e-9 * a[i];
  return out[n / 2];
}

STREAM(add_four) {
  COUNT;
  INPUT(a);
  INPUT(b);
  INPUT(c);
  INPUT(d);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] = a[i] + b[i] + c[i] + d[i];
  return out[n / 2];
}

STREAM(cubic) {
  COUNT;
  INPUT(a);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) {
    double x = a[i];
    out[i] = ((x * 0.5 + 1) * x + 2) * x + 3;
  }
  return out[n / 2];
}

STREAM(divide) {
  COUNT;
  INPUT(a);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] = 1 / a[i];
  return out[n / 2];
}

STREAM(root) {
  COUNT;
  INPUT(a);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] = sqrt(a[i]);
  return out[n / 2];
}

STREAM(stencil) {
  COUNT;
  INPUT(a);
  INPUT(b);
  INPUT(c);
  OUTPUT;
  EACH for (long i = 1; i < n - 1; ++i) out[i] = 0.25 * (a[i - 1] + a[i + 1] + b[i] + c[i]);
  return out[n / 2];
}

STREAM(pair) {
  COUNT;
  INPUT(a);
  INPUT(b);
  OUTPUT;
  double *restrict other = with->d;
  EACH for (long i = 0; i < n; ++i) {
    out[i] = a[i] + b[i];
    other[i] = a[i] - b[i];
  }
  return out[n / 2] + other[n / 2];
}

STREAM(polynomial) {
  COUNT;
  INPUT(a);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) {
    double x = a[i];
    out[i] = (((((((x * 0.5 + 1) * x + 2) * x + 3) * x + 4) * x + 5) * x + 6) * x + 7) * x + 8;
  }
  return out[n / 2];
}

STREAM(squares) {
  COUNT;
  INPUT(a);
  INPUT(b);
  INPUT(c);
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) {
    double x = a[i] - 1, y = b[i] - 2, z = c[i] - 3;
    out[i] = (x * y + z) * (y * z + x) * (z * x + y);
  }
  return out[n / 2];
}

STREAM(change) {
  COUNT;
  OUTPUT;
  EACH for (long i = 0; i < n; ++i) out[i] = 3 - out[i];
  return out[n / 2];
}

STREAM(exchange) {
  COUNT;
  OUTPUT;
  double *restrict other = with->d;
  EACH for (long i = 0; i < n; ++i) {
    double kept = out[i];
    out[i] = other[i];
    other[i] = kept;
  }
  return out[n / 2] + other[n / 2];
}

STREAM(rotate) {
  COUNT;
  OUTPUT;
  double *restrict other = with->d;
  EACH for (long i = 0; i < n; ++i) {
    double x = out[i], y = other[i];
    out[i] = 0.8 * x + 0.6 * y;
    other[i] = 0.8 * y - 0.6 * x;
  }
  return out[n / 2] + other[n / 2];
}
