/* Timers by the names that programs expect, for host code that is only type-checked. */
#pragma once
#pragma clang system_header
class StopWatchInterface {
 public:
  virtual ~StopWatchInterface() {}
  virtual void start() = 0, stop() = 0, reset() = 0;
  virtual float getTime() = 0, getAverageTime() = 0;
};
inline namespace __wp_helper { /* a library: src/llvm/host_load.c */
bool sdkCreateTimer(StopWatchInterface **), sdkDeleteTimer(StopWatchInterface **), sdkStartTimer(StopWatchInterface **);
bool sdkStopTimer(StopWatchInterface **), sdkResetTimer(StopWatchInterface **);
float sdkGetAverageTimerValue(StopWatchInterface **), sdkGetTimerValue(StopWatchInterface **);
}
