// An access beyond an allocation: by a number that is given, and by one that host code keeps small in a way that is not followed.
__global__ void last(int *a, int count) {
    a[(count & 0xfff) ^ 3] = 1;
}
__global__ void last_computed(int *a, int count) {
    a[(count & 0xfff) ^ 3] = 1;
}
void run(int n, int count) {
    int *a;
    cudaMalloc(&a, 4096);
    last<<<1, 1>>>(a, count);
}
void run_computed(const int *table, int n) {
    int *a, most = 0;
    cudaMalloc(&a, 4096);
    for (int i = 0; i < n; i++)
        most = table[i] > most && table[i] <= 1024 ? table[i] : most;
    last_computed<<<1, 1>>>(a, most);
}
