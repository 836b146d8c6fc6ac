#pragma once

#include <cstddef>
#include <cstdint>

/// CUPTI's range profiler as far as it is used here, from the public documentation of CUPTI 12.8 to
/// 13: "Range Profiling API", "Profiler Host API". Its headers come with a toolkit, which may be
/// absent where this is built; a test compares where they are not.
namespace livewarp::cupti {

/// What a call returns; others are named by cuptiGetResultString.
enum Status : int {
  success = 0,
  invalid_device = 2,
  out_of_memory = 8,
  hardware = 9,
  api_not_implemented = 11,
  not_compatible = 14,
  not_initialized = 15,
  invalid_metric_name = 17,
  hardware_busy = 26,
  not_supported = 27,
  virtualized_device_not_supported = 33,
  insufficient_privileges = 35,
  old_profiler_api_initialized = 36,
  multiple_subscribers_not_supported = 39,
  virtualized_device_insufficient_privileges = 40,
  confidential_computing_not_supported = 41,
  cmp_device_not_supported = 42,
  mig_device_not_supported = 43,
  sli_device_not_supported = 44,
  wsl_device_not_supported = 45,
  invalid_chip_name = 46,
  unknown_error = 999
};

enum ProfilerType : int { range_profiler = 0 };
enum RangeMode : int { auto_range = 1, user_range = 2 };
enum ReplayMode : int { kernel_replay = 2, user_replay = 3 };

// Of the Activity API, which tells of managed memory's pages.
enum ActivityKind : int { unified_memory_counter = 25 };
enum PageCounterKind : int { bytes_to_gpu = 1, bytes_to_host = 2, gpu_page_fault = 4 };
enum PageCounterScope : int { of_this_process = 1 };
inline constexpr std::uint32_t flush_all_of_it = 1;

struct PageCounter {
  PageCounterScope scope;
  PageCounterKind counter;
  std::uint32_t device, enable;
};
/// The beginning of a record, which is the same in all versions of it.
struct PageRecord {
  ActivityKind kind;
  PageCounterKind counter;
  std::uint64_t value;  ///< bytes, or faults of one page
};

using HostObject = struct OpaqueHostObject*;
using RangeObject = struct OpaqueRangeObject*;
using Context = void*;  ///< a CUcontext

// Each begins with its own size, and with a pointer that stays null.

struct Initialize {
  std::size_t size;
  void* reserved;
};
using Deinitialize = Initialize;

struct ChipName {
  std::size_t size;
  void* reserved;
  std::size_t device;
  const char* name;  ///< out
};

struct Availability {
  std::size_t size;
  void* reserved;
  Context context;
  std::size_t bytes;    ///< in and out
  std::uint8_t* image;  ///< null: only its size is asked for
};

struct HostInitialize {
  std::size_t size;
  void* reserved;
  ProfilerType type;
  const char* chip;
  const std::uint8_t* availability;
  HostObject host;  ///< out
};

struct HostDeinitialize {
  std::size_t size;
  void* reserved;
  HostObject host;
};

struct MetricProperties {
  std::size_t size;
  void* reserved;
  HostObject host;
  const char* metric;
  const char *description, *hardware_unit, *dimension;  ///< out
  int type;                                             ///< out
};

struct AddMetrics {
  std::size_t size;
  void* reserved;
  HostObject host;
  const char** metrics;
  std::size_t count;
};

struct ConfigSize {
  std::size_t size;
  void* reserved;
  HostObject host;
  std::size_t bytes;  ///< out
};

struct ConfigImage {
  std::size_t size;
  void* reserved;
  HostObject host;
  std::size_t bytes;
  std::uint8_t* image;
};

struct PassCount {
  std::size_t size;
  void* reserved;
  std::size_t bytes;
  std::uint8_t* image;
  std::size_t passes;  ///< out
};

struct Evaluate {
  std::size_t size;
  void* reserved;
  HostObject host;
  const std::uint8_t* data;
  std::size_t data_bytes, range;
  const char** metrics;
  std::size_t count;
  double* values;
};

struct Enable {
  std::size_t size;
  void* reserved;
  Context context;
  RangeObject profiler;  ///< out
};

/// Of Disable, Start and PopRange.
struct OfProfiler {
  std::size_t size;
  void* reserved;
  RangeObject profiler;
};

struct SetConfig {
  std::size_t size;
  void* reserved;
  RangeObject profiler;
  std::size_t config_bytes;
  const std::uint8_t* config;
  std::size_t data_bytes;
  std::uint8_t* data;
  RangeMode range;
  ReplayMode replay;
  std::size_t most_ranges;
  std::uint16_t nesting_levels, first_level;
  std::size_t pass;
  std::uint16_t target_level;
};

struct Stop {
  std::size_t size;
  void* reserved;
  RangeObject profiler;
  std::size_t pass, target_level;    ///< out
  std::uint8_t all_passes_are_done;  ///< out
};

struct PushRange {
  std::size_t size;
  void* reserved;
  RangeObject profiler;
  const char* name;
};

struct Decode {
  std::size_t size;
  void* reserved;
  RangeObject profiler;
  std::size_t dropped;  ///< out: ranges
};

struct DataSize {
  std::size_t size;
  void* reserved;
  RangeObject profiler;
  const char** metrics;
  std::size_t count, most_ranges;
  std::uint32_t most_nodes;
  std::size_t bytes;  ///< out
};

struct DataInitialize {
  std::size_t size;
  void* reserved;
  RangeObject profiler;
  std::size_t bytes;
  std::uint8_t* data;
};

struct DataInfo {
  std::size_t size;
  void* reserved;
  const std::uint8_t* data;
  std::size_t bytes, ranges;  ///< the latter is out
};

/// The size that CUPTI asks for: up to the end of the last field, without what fills the struct up.
template <class Parameters>
inline constexpr std::size_t size_of = sizeof(Parameters);
template <>
inline constexpr std::size_t size_of<MetricProperties> = offsetof(MetricProperties, type) +
                                                         sizeof(MetricProperties::type);
template <>
inline constexpr std::size_t size_of<SetConfig> = offsetof(SetConfig, target_level) +
                                                  sizeof(SetConfig::target_level);
template <>
inline constexpr std::size_t size_of<Stop> = offsetof(Stop, all_passes_are_done) +
                                             sizeof(Stop::all_passes_are_done);

/// Empty parameters of a call that know their size.
template <class Parameters>
Parameters parameters() {
  Parameters empty{};
  empty.size = size_of<Parameters>;
  return empty;
}

}  // namespace livewarp::cupti
