/* Image files and comparisons by the names that programs expect, for host code that is only type-checked. */
#pragma once
#pragma clang system_header
inline namespace __wp_helper { /* a library: src/llvm/host_load.c */
template <class T> bool sdkLoadPGM(const char *, T **, unsigned *, unsigned *);
template <class T> bool sdkSavePGM(const char *, T *, unsigned, unsigned);
template <class T> bool sdkLoadPPM4(const char *, T **, unsigned *, unsigned *);
bool sdkSavePPM4ub(const char *, unsigned char *, unsigned, unsigned), sdkLoadPPM4ub(const char *, unsigned char **, unsigned *, unsigned *);
template <class T> bool sdkReadFile(const char *, T **, unsigned *, bool);
template <class T, class E> bool sdkWriteFile(const char *, const T *, unsigned, const E, bool, bool = false);
template <class T, class E> bool compareData(const T *, const T *, unsigned, E, float);
bool sdkCompareL2fe(const float *, const float *, unsigned, float);
bool sdkComparePPM(const char *, const char *, float, float, bool), sdkCompareBin2BinFloat(const char *, const char *, unsigned, float, float, const char *);
}
