#pragma once

#include <functional>
#include <map>
#include <mutex>

#include "kernels/core/measure/ceilings.h"
#include "kernels/core/model/param.h"

namespace livewarp {

/// What a measured ceiling holds for.
struct CeilingKey {
  Backend backend = Backend::cpu;
  int threads = 0;  ///< CPU only
  CopyLoad copy;
  bool roofs = false;  ///< with all that a roofline has beside those that times are compared with
  // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the operator for a comparison with 0
  auto operator<=>(const CeilingKey&) const = default;
};

/// For a variant with these axes that does this work.
CeilingKey ceiling_key(Backend backend, const Values& launch, const CostModel& cost);

/// All ceilings of a backend, for a roofline: of main memory.
CeilingKey roof_key(Backend backend, int threads);

/// The ceilings that this run of the program has measured. Any thread may ask.
class CeilingStore {
 public:
  bool knows(const CeilingKey& key) const;
  /// Empty if they have not been measured.
  Ceilings find(const CeilingKey& key) const;
  /// Those of `key`, by `measure` where it does not know them.
  Ceilings measured(const CeilingKey& key, const std::function<Ceilings()>& measure);
  /// All, one after another.
  Ceilings all() const;

 private:
  mutable std::mutex mutex_;
  std::map<CeilingKey, Ceilings> known_;
};

/// Measures what `key` asks for, on the current GPU or on the host's cores, for about `seconds`.
Ceilings measure_ceilings(const CeilingKey& key, double seconds, std::stop_token stop);
/// Of each, where shares of them are told beside times.
inline constexpr double ceiling_seconds = 0.5;
/// Of all of a backend.
inline constexpr double roof_seconds = 1.5;

}  // namespace livewarp
