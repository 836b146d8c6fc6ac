#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/core/workload/workload.h"
#include "kernels/emulator/lens/lens.h"
#include "ui/views/lens_view.h"

namespace livewarp {

/// The lines of a text around those that are marked: each with the whole function that it stands
/// in, as far as this is no longer than a screen. Numbers from 1, ascending; 0 where lines are left
/// out.
std::vector<int> lines_around(std::span<const std::string_view> lines,
                              const std::vector<int>& marked);
/// Those of a file of kernels, with their text.
ui::LensFile listing_of(const std::string& path, const std::vector<int>& marked);

/// "512×512": the sizes of a problem alone.
std::string lens_size(const Workload& workload, const Values& problem);

/// Bytes of global memory of the whole step; empty where a kernel reads textures, whose sectors are
/// not counted, or where nothing was looked at.
std::optional<ui::LensTraffic> lens_traffic(const Workload& workload, const Choice& choice,
                                            const emulator::Lens& lens);

/// The same, of a small problem of the choice's kind; or why there is none. Throws `Cancelled`.
struct CountedTraffic {
  std::optional<ui::LensTraffic> traffic;
  std::string refusal;  ///< empty too where kernels read textures
};
CountedTraffic count_traffic(const Workload& workload, const Choice& choice, std::stop_token stop);

/// Requests of warps to global memory and the sectors that they touch, without fetches of textures.
struct SectorSums {
  double load_requests = 0, load_sectors = 0, store_requests = 0, store_sectors = 0;
};
SectorSums sectors_of(const emulator::Lens& lens);
/// "128 loads of 4 sectors, 128 stores of 4"; empty without any.
std::string sectors_text(const SectorSums& sums);

/// What the lens counts of a small problem of the choice's kind, over the whole grid, and what the
/// cost model notes of the same.
struct CountedSectors {
  std::string size, note, counted;
};
/// Nothing where the lens refuses. Throws `Cancelled`.
std::optional<CountedSectors> count_sectors(const Workload& workload, const Choice& choice,
                                            std::stop_token stop);

/// What the panel shows of what was counted, beside the source.
ui::LensView lens_view(const Workload& workload, const Choice& choice, const emulator::Lens& lens);

}  // namespace livewarp
