// Two values that close in on each other, as those of a binary search: what lies between them stays inside.
// RUN: check --only=bounds

__device__ int table[1000];

// expect: lower bounds=proved
__global__ void lower(int x, int n) {
  int lo = 0, hi = n;
  if (n < 0 || n > 1000)
    return;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (table[mid] < x)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo < n)
    table[lo] = x;
}

// It leaves the loop where it is found.
// expect: found bounds=proved
__global__ void found(int x, int n) {
  int lo = 0, hi = n - 1;
  if (n > 1000)
    return;
  while (lo <= hi) {
    int mid = (lo + hi) >> 1;
    if (table[mid] == x)
      break;
    if (table[mid] < x)
      lo = mid + 1;
    else
      hi = mid - 1;
  }
}

// expect: cell bounds=proved
__global__ void cell(int x, int n) {
  int lo = 0, hi = n;
  if (n < 1 || n > 1000)
    return;
  while (hi - lo > 1) {
    int mid = (lo + hi) / 2;
    if (table[mid] <= x)
      lo = mid;
    else
      hi = mid;
  }
  table[lo] = x;
}

// The middle is rounded up.
// expect: above bounds=proved
__global__ void above(int x, int n) {
  int lo = 0, hi = n - 1;
  if (n < 1 || n > 1000)
    return;
  while (lo < hi) {
    int mid = lo + (hi - lo + 1) / 2;
    if (table[mid] <= x)
      lo = mid;
    else
      hi = mid - 1;
  }
  table[lo] = x;
}

// A beginning and a length.
// expect: length bounds=proved
__global__ void length(int x, unsigned n) {
  unsigned first = 0, len = n;
  if (n > 1000)
    return;
  while (len != 0) {
    unsigned half = len >> 1, mid = first + half;
    if (table[mid] < x) {
      first = mid + 1;
      len -= half + 1;
    } else {
      len = half;
    }
  }
  if (first < n)
    table[first] = x;
}

// From the element that is after the last one.
// expect: too_far bounds=refuted|unproved
__global__ void too_far(int x, int n) {
  int lo = 0, hi = n;
  if (n < 0 || n > 1000)
    return;
  while (lo <= hi) {
    int mid = (lo + hi) / 2;
    if (table[mid] < x) // bounds: table [*]; may-unproved: bounds
      lo = mid + 1;
    else
      hi = mid - 1;
  }
}

// The lower one may be all there is.
// expect: after bounds=refuted|unproved
__global__ void after(int x, int n) {
  int lo = 0, hi = n;
  if (n < 0 || n > 1000)
    return;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (table[mid] < x)
      lo = mid + 1;
    else
      hi = mid;
  }
  table[lo] = x; // bounds: table [*]; may-unproved: bounds
}

// It goes one too far down.
// expect: down bounds=refuted|unproved
__global__ void down(int x, int n) {
  int lo = 0, hi = n;
  if (n < 0 || n > 1000)
    return;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (table[mid] < x) // bounds: table [*]; may-unproved: bounds
      lo = mid - 1;
    else
      hi = mid;
  }
}

// It goes two too far up.
// expect: up bounds=refuted|unproved
__global__ void up(int x, int n) {
  int lo = 0, hi = n;
  if (n < 0 || n > 1000)
    return;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (table[mid] < x) // bounds: table [*]; may-unproved: bounds
      lo = mid + 1;
    else
      hi = mid + 2;
  }
}

// Unsigned: below 0 is far above.
// expect: wrapped bounds=refuted|unproved
__global__ void wrapped(int x, unsigned n) {
  unsigned lo = 0, hi = n - 1;
  if (n > 1000)
    return;
  while (lo <= hi) {
    unsigned mid = lo + (hi - lo) / 2;
    if (table[mid] < x) // bounds: table [*]; may-unproved: bounds
      lo = mid + 1;
    else
      hi = mid - 1;
  }
}

// Below the other one from the beginning: the difference of unsigned numbers is large, and the search goes on.
// expect: crossed bounds=refuted|unproved
__global__ void crossed(unsigned from, unsigned to, int x) {
  unsigned lo = from, hi = to;
  if (from >= 1000 || to >= 1000)
    return;
  while (hi - lo > 1u) {
    unsigned mid = lo + (hi - lo) / 2;
    if ((int)mid < x)
      lo = mid;
    else
      hi = mid;
  }
  if ((int)lo < 1000)
    table[(int)lo] = 1; // bounds: table [*]; may-unproved: bounds
}

// The least number less one is the largest one.
// expect: least bounds=refuted|unproved
__global__ void least(int from, int to, int x) {
  int lo = from, hi = to;
  if (from < 0 || from >= 1000)
    return;
  while (lo < (int)((unsigned)hi - 1u)) {
    int mid = lo + (int)((unsigned)hi - (unsigned)lo) / 2;
    if (mid == x)
      lo = mid;
    else
      hi = mid;
  }
  if (lo < 1000)
    table[lo] = 1; // bounds: table [*]; may-unproved: bounds
}

// Negated, unsigned: only without a 0 among them is that the other way round.
// expect: negated bounds=refuted|unproved
__global__ void negated(unsigned from, unsigned to, unsigned x) {
  unsigned lo = from, hi = to;
  if (from >= 1000 || to >= 1000)
    return;
  while (0u - hi < 0u - lo) {
    unsigned mid = lo + (hi - lo) / 2;
    if (mid < x)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo < from)
    table[1000] = 1; // bounds: table [*]; may-unproved: bounds
}
