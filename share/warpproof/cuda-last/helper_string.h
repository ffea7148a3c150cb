/* Command-line helpers by the names that programs expect, for host code that is only type-checked. */
#pragma once
#pragma clang system_header
#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, length, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(result) (result == 0)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif
inline namespace __wp_helper { /* a library: src/llvm/host_load.c */
bool checkCmdLineFlag(int, const char **, const char *);
int getCmdLineArgumentInt(int, const char **, const char *);
float getCmdLineArgumentFloat(int, const char **, const char *);
bool getCmdLineArgumentString(int, const char **, const char *, char **);
template <class T> bool getCmdLineArgumentValue(int, const char **, const char *, T *);
char *sdkFindFilePath(const char *, const char *);
int stringRemoveDelimiter(char, const char *), getFileExtension(char *, char **);
}
