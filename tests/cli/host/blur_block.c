int *table;
int block_of(n) { int *p = (void *)&n; return *p > 4 ? 1 : 1; }
