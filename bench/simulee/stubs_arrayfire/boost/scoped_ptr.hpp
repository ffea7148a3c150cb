// Host code holds memory with it.
#pragma once
namespace boost {
template <typename T> struct scoped_ptr {
  scoped_ptr(T *pointer = 0) : held(pointer) {}
  void reset(T *pointer) { held = pointer; }
  T *get() const { return held; }
  T &operator*() const { return *held; }
  T *operator->() const { return held; }
  T *held;
};
}
