// RUN: check --only=race,assert --budget=400000
// Assertions are not left over because pairs of accesses used up the budget.

// expect: stated race=refuted|unproved assert=unproved
__global__ void stated(int *a, int n, int m, int k) {
  assert(n % 4 == 0); // assert: [warning]; unproved: assert needs-precondition
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i * n / m * k] = i;              // may-race: * *; may-unproved: race; @first
  a[(i + 1) * m / k * n % 1000] = i; // may-race: * *; may-race: * * @first; may-unproved: race
}

// expect: false_of_some race=refuted|unproved assert=refuted
__global__ void false_of_some(int *a, int n, int m, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(n % 4 == i % 4);            // assert:
  a[i * n / m * k] = i;              // may-race: * *; may-unproved: race; @second
  a[(i + 1) * m / k * n % 1000] = i; // may-race: * *; may-race: * * @second; may-unproved: race
}
