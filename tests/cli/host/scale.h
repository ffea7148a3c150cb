void scale(int *a, int n);
