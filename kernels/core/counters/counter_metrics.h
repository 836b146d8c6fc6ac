#pragma once

#include <array>
#include <optional>
#include <span>

#include "kernels/core/telemetry/counter_reading.h"

namespace livewarp {

/// A metric of CUPTI that a field of a reading is made of, times `factor`.
struct CounterMetric {
  const char* name;
  std::optional<double> CounterReading::*field;
  double factor;
};

inline constexpr double sector_bytes = 32;

/// All that is asked for; the metrics of one field are added up. `srcunit_tex` is what
/// multiprocessors ask of the second cache: without what its halves ask one another on large chips,
/// and without copies. The last is a mean over cycles in which a multiprocessor works: of several
/// launches the longer one counts more. Whatever goes to memory by way of the first cache is added
/// up: loads, with asynchronous copies into shared memory among them, stores, atomics and textures.
inline constexpr std::array counter_metrics{
    CounterMetric{"dram__bytes.sum", &CounterReading::dram_bytes, 1},
    CounterMetric{"lts__t_sectors_srcunit_tex.sum", &CounterReading::l2_bytes, sector_bytes},
    CounterMetric{"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", &CounterReading::global_bytes,
                  sector_bytes},
    CounterMetric{"l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", &CounterReading::global_bytes,
                  sector_bytes},
    CounterMetric{"l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum", &CounterReading::global_bytes,
                  sector_bytes},
    CounterMetric{"l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum", &CounterReading::global_bytes,
                  sector_bytes},
    CounterMetric{"l1tex__t_sectors_pipe_tex.sum", &CounterReading::global_bytes, sector_bytes},
    CounterMetric{"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
                  &CounterReading::shared_wavefronts, 1},
    CounterMetric{"smsp__inst_executed.sum", &CounterReading::instructions, 1},
    CounterMetric{"sm__warps_active.avg.pct_of_peak_sustained_active",
                  &CounterReading::achieved_occupancy, 0.01}};

/// What the values mean, one for each metric; empty: this chip lacks it. A field of which a part is
/// lacking, or no number, is absent.
CounterReading reading_of(std::span<const std::optional<double>, counter_metrics.size()> values);

}  // namespace livewarp
