#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/core/base/fault.h"
#include "kernels/core/counters/cupti_abi.h"

namespace livewarp {

/// NVIDIA's library of hardware counters, found at run time. It sets hooks into the driver once it
/// is used, and is therefore never unloaded.
class Cupti {
 public:
  /// What the environment variable LIVEWARP_CUPTI names; else what the loader finds, that of an
  /// installed toolkit, or of a Python wheel beside this program or in the present environment.
  Cupti();
  explicit Cupti(const std::vector<std::string>& libraries);
  ~Cupti();
  Cupti(const Cupti&) = delete;
  Cupti& operator=(const Cupti&) = delete;

  /// Why it cannot be used, and what helps; empty if it is ready.
  const std::string& reason() const { return reason_; }
  const std::string& advice() const { return advice_; }
  /// The file or the name that was opened.
  const std::string& opened() const { return name_; }
  /// "13.0", "12.9"; empty where it does not say.
  std::string version() const;
  /// CUPTI_ERROR_..., as the library names a status.
  std::string name_of(int status) const;

  /// A function of the library under the name that tests let fail.
  template <class Parameters>
  struct Function {
    const char* name = "";
    int (*call)(Parameters*) = nullptr;

    int operator()(Parameters& parameters) const {
      return fault_at(name) ? fault_status() : call(&parameters);
    }
  };

  struct Functions {
    Function<cupti::Initialize> initialize;
    Function<cupti::Deinitialize> deinitialize;
    Function<cupti::ChipName> chip_name;
    Function<cupti::Availability> availability;
    Function<cupti::HostInitialize> host_initialize;
    Function<cupti::HostDeinitialize> host_deinitialize;
    Function<cupti::MetricProperties> metric_properties;
    Function<cupti::AddMetrics> add_metrics;
    Function<cupti::ConfigSize> config_size;
    Function<cupti::ConfigImage> config_image;
    Function<cupti::PassCount> pass_count;
    Function<cupti::Evaluate> evaluate;
    Function<cupti::Enable> enable;
    Function<cupti::OfProfiler> disable, start, pop_range;
    Function<cupti::SetConfig> set_config;
    Function<cupti::Stop> stop;
    Function<cupti::PushRange> push_range;
    Function<cupti::Decode> decode;
    Function<cupti::DataSize> data_size;
    Function<cupti::DataInitialize> data_initialize;
    Function<cupti::DataInfo> data_info;
  };
  /// Only where there is no reason against it.
  const Functions& functions() const { return functions_; }

  /// Records of what the driver does, which any CUPTI has.
  struct Activity {
    using GiveBuffer = void(std::uint8_t** buffer, std::size_t* bytes, std::size_t* most_records);
    using TakeBuffer = void(void* context, std::uint32_t stream, std::uint8_t* buffer,
                            std::size_t bytes, std::size_t valid);
    using NextRecord = int(std::uint8_t* buffer, std::size_t valid, void** record);

    int (*register_callbacks)(GiveBuffer*, TakeBuffer*) = nullptr;
    int (*configure)(cupti::PageCounter*, std::uint32_t count) = nullptr;
    int (*enable)(cupti::ActivityKind) = nullptr;
    int (*disable)(cupti::ActivityKind) = nullptr;
    int (*flush_all)(std::uint32_t flag) = nullptr;
    NextRecord* next_record = nullptr;

    bool complete() const {
      return register_callbacks && configure && enable && disable && flush_all && next_record;
    }
  };
  const Activity& activity() const { return activity_; }

 private:
  bool find_functions();
  void find_activity();

  void* library_ = nullptr;
  std::string name_, reason_, advice_;
  Functions functions_;
  Activity activity_;
  int (*version_)(std::uint32_t*) = nullptr;
  int (*result_name_)(int, const char**) = nullptr;
};

/// Where a CUPTI may be, by names and by paths, the newest first.
std::vector<std::string> usual_cupti_libraries();

}  // namespace livewarp
