#include "kernels/core/counters/cupti_abi.h"

#include <gtest/gtest.h>

// Where a toolkit with CUPTI is installed, its headers are asked.
#if __has_include(<cupti_range_profiler.h>) && __has_include(<cupti_profiler_host.h>)
  #include <cupti_profiler_host.h>
  #include <cupti_profiler_target.h>
  #include <cupti_range_profiler.h>
  #include <cupti_target.h>
  #define LIVEWARP_HAS_CUPTI_HEADERS 1
#else
  #define LIVEWARP_HAS_CUPTI_HEADERS 0
#endif

namespace livewarp {
namespace {

#if LIVEWARP_HAS_CUPTI_HEADERS
  #define LIVEWARP_SAME_SIZE(ours, theirs)                                                         \
    static_assert(cupti::size_of<cupti::ours> == theirs##_STRUCT_SIZE)
  #define LIVEWARP_SAME_PLACE(ours, field, theirs, their_field)                                    \
    static_assert(offsetof(cupti::ours, field) == offsetof(theirs, their_field))

LIVEWARP_SAME_SIZE(Initialize, CUpti_Profiler_Initialize_Params);
LIVEWARP_SAME_SIZE(Deinitialize, CUpti_Profiler_DeInitialize_Params);
LIVEWARP_SAME_SIZE(ChipName, CUpti_Device_GetChipName_Params);
LIVEWARP_SAME_SIZE(Availability, CUpti_Profiler_GetCounterAvailability_Params);
LIVEWARP_SAME_SIZE(HostInitialize, CUpti_Profiler_Host_Initialize_Params);
LIVEWARP_SAME_SIZE(HostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params);
LIVEWARP_SAME_SIZE(MetricProperties, CUpti_Profiler_Host_GetMetricProperties_Params);
LIVEWARP_SAME_SIZE(AddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params);
LIVEWARP_SAME_SIZE(ConfigSize, CUpti_Profiler_Host_GetConfigImageSize_Params);
LIVEWARP_SAME_SIZE(ConfigImage, CUpti_Profiler_Host_GetConfigImage_Params);
LIVEWARP_SAME_SIZE(PassCount, CUpti_Profiler_Host_GetNumOfPasses_Params);
LIVEWARP_SAME_SIZE(Evaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
LIVEWARP_SAME_SIZE(Enable, CUpti_RangeProfiler_Enable_Params);
LIVEWARP_SAME_SIZE(OfProfiler, CUpti_RangeProfiler_Disable_Params);
LIVEWARP_SAME_SIZE(OfProfiler, CUpti_RangeProfiler_Start_Params);
LIVEWARP_SAME_SIZE(OfProfiler, CUpti_RangeProfiler_PopRange_Params);
LIVEWARP_SAME_SIZE(SetConfig, CUpti_RangeProfiler_SetConfig_Params);
LIVEWARP_SAME_SIZE(Stop, CUpti_RangeProfiler_Stop_Params);
LIVEWARP_SAME_SIZE(PushRange, CUpti_RangeProfiler_PushRange_Params);
LIVEWARP_SAME_SIZE(Decode, CUpti_RangeProfiler_DecodeData_Params);
LIVEWARP_SAME_SIZE(DataSize, CUpti_RangeProfiler_GetCounterDataSize_Params);
LIVEWARP_SAME_SIZE(DataInitialize, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
LIVEWARP_SAME_SIZE(DataInfo, CUpti_RangeProfiler_GetCounterDataInfo_Params);

LIVEWARP_SAME_PLACE(ChipName, name, CUpti_Device_GetChipName_Params, pChipName);
LIVEWARP_SAME_PLACE(Availability, image, CUpti_Profiler_GetCounterAvailability_Params,
                    pCounterAvailabilityImage);
LIVEWARP_SAME_PLACE(HostInitialize, type, CUpti_Profiler_Host_Initialize_Params, profilerType);
LIVEWARP_SAME_PLACE(HostInitialize, chip, CUpti_Profiler_Host_Initialize_Params, pChipName);
LIVEWARP_SAME_PLACE(HostInitialize, availability, CUpti_Profiler_Host_Initialize_Params,
                    pCounterAvailabilityImage);
LIVEWARP_SAME_PLACE(MetricProperties, metric, CUpti_Profiler_Host_GetMetricProperties_Params,
                    pMetricName);
LIVEWARP_SAME_PLACE(AddMetrics, count, CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics);
LIVEWARP_SAME_PLACE(PassCount, bytes, CUpti_Profiler_Host_GetNumOfPasses_Params, configImageSize);
LIVEWARP_SAME_PLACE(PassCount, image, CUpti_Profiler_Host_GetNumOfPasses_Params, pConfigImage);
LIVEWARP_SAME_PLACE(Evaluate, range, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex);
LIVEWARP_SAME_PLACE(Evaluate, metrics, CUpti_Profiler_Host_EvaluateToGpuValues_Params,
                    ppMetricNames);
LIVEWARP_SAME_PLACE(Evaluate, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params,
                    pMetricValues);
LIVEWARP_SAME_PLACE(Enable, profiler, CUpti_RangeProfiler_Enable_Params, pRangeProfilerObject);
LIVEWARP_SAME_PLACE(SetConfig, config, CUpti_RangeProfiler_SetConfig_Params, pConfig);
LIVEWARP_SAME_PLACE(SetConfig, data, CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage);
LIVEWARP_SAME_PLACE(SetConfig, range, CUpti_RangeProfiler_SetConfig_Params, range);
LIVEWARP_SAME_PLACE(SetConfig, replay, CUpti_RangeProfiler_SetConfig_Params, replayMode);
LIVEWARP_SAME_PLACE(SetConfig, most_ranges, CUpti_RangeProfiler_SetConfig_Params, maxRangesPerPass);
LIVEWARP_SAME_PLACE(SetConfig, nesting_levels, CUpti_RangeProfiler_SetConfig_Params,
                    numNestingLevels);
LIVEWARP_SAME_PLACE(SetConfig, first_level, CUpti_RangeProfiler_SetConfig_Params, minNestingLevel);
LIVEWARP_SAME_PLACE(SetConfig, pass, CUpti_RangeProfiler_SetConfig_Params, passIndex);
LIVEWARP_SAME_PLACE(Stop, pass, CUpti_RangeProfiler_Stop_Params, passIndex);
LIVEWARP_SAME_PLACE(DataSize, most_ranges, CUpti_RangeProfiler_GetCounterDataSize_Params,
                    maxNumOfRanges);
LIVEWARP_SAME_PLACE(DataSize, most_nodes, CUpti_RangeProfiler_GetCounterDataSize_Params,
                    maxNumRangeTreeNodes);
LIVEWARP_SAME_PLACE(DataInitialize, data, CUpti_RangeProfiler_CounterDataImage_Initialize_Params,
                    pCounterData);
LIVEWARP_SAME_PLACE(DataInfo, data, CUpti_RangeProfiler_GetCounterDataInfo_Params,
                    pCounterDataImage);
LIVEWARP_SAME_PLACE(DataInfo, ranges, CUpti_RangeProfiler_GetCounterDataInfo_Params,
                    numTotalRanges);
#endif

TEST(CuptiAbi, IsThatOfNvidiasHeaders) {
#if LIVEWARP_HAS_CUPTI_HEADERS
  EXPECT_EQ(int(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES), cupti::insufficient_privileges);
  EXPECT_EQ(int(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES),
            cupti::virtualized_device_insufficient_privileges);
  EXPECT_EQ(int(CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED),
            cupti::virtualized_device_not_supported);
  EXPECT_EQ(int(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED),
            cupti::multiple_subscribers_not_supported);
  EXPECT_EQ(int(CUPTI_ERROR_HARDWARE_BUSY), cupti::hardware_busy);
  EXPECT_EQ(int(CUPTI_ERROR_NOT_SUPPORTED), cupti::not_supported);
  EXPECT_EQ(int(CUPTI_ERROR_NOT_COMPATIBLE), cupti::not_compatible);
  EXPECT_EQ(int(CUPTI_ERROR_INVALID_CHIP_NAME), cupti::invalid_chip_name);
  EXPECT_EQ(int(CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED), cupti::wsl_device_not_supported);
  EXPECT_EQ(int(CUPTI_UserRange), cupti::user_range);
  EXPECT_EQ(int(CUPTI_UserReplay), cupti::user_replay);
  EXPECT_EQ(int(CUPTI_PROFILER_TYPE_RANGE_PROFILER), cupti::range_profiler);
#else
  GTEST_SKIP() << "no CUDA toolkit with CUPTI's headers is installed here";
#endif
}

}  // namespace
}  // namespace livewarp
