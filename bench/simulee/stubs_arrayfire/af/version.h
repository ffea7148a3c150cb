// Generated when ArrayFire is configured.
#pragma once
#define AF_VERSION "3"
#define AF_VERSION_MAJOR 3
#define AF_VERSION_MINOR 3
#define AF_VERSION_PATCH 0
#define AF_API_VERSION_CURRENT 33
