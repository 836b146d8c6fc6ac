#include "app/measure/ceiling_store.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace livewarp {

CeilingKey ceiling_key(Backend backend, const Values& launch, const CostModel& cost) {
  CeilingKey key{backend, 0, copy_load_of(cost)};
  if (backend == Backend::cpu)
    key.threads = launch.contains("threads") ? int(get_integer(launch, "threads")) : 1;
  return key;
}

CeilingKey roof_key(Backend backend, int threads) {
  return {backend, backend == Backend::cpu ? threads : 0, {}, true};
}

bool CeilingStore::knows(const CeilingKey& key) const {
  std::lock_guard lock(mutex_);
  return known_.contains(key);
}

Ceilings CeilingStore::find(const CeilingKey& key) const {
  std::lock_guard lock(mutex_);
  const auto found = known_.find(key);
  return found == known_.end() ? Ceilings() : found->second;
}

Ceilings CeilingStore::measured(const CeilingKey& key, const std::function<Ceilings()>& measure) {
  if (!knows(key)) {
    Ceilings found = measure();
    std::lock_guard lock(mutex_);
    known_.insert_or_assign(key, std::move(found));
  }
  return find(key);
}

Ceilings CeilingStore::all() const {
  std::lock_guard lock(mutex_);
  Ceilings all;
  for (const auto& [key, some] : known_)
    all.all.insert(all.all.end(), some.all.begin(), some.all.end());
  return all;
}

Ceilings measure_ceilings(const CeilingKey& key, double seconds, std::stop_token stop) {
  const bool cuda = key.backend == Backend::cuda;
  const double each = key.roofs ? seconds / 2 : seconds;
  Ceilings found = cuda ? measure_gpu_ceilings(each, stop, key.copy)
                        : measure_host_ceilings(key.threads, each, stop, key.copy);
  if (!key.roofs) return found;
  Ceilings roofs = cuda ? measure_gpu_roofs(each, std::move(stop))
                        : measure_host_roofs(key.threads, each, std::move(stop));
  std::ranges::move(roofs.all, std::back_inserter(found.all));
  const auto place = [](const Ceiling& ceiling) { return find_ceiling_kind(ceiling.id); };
  std::ranges::stable_sort(found.all, std::less<>(), place);  // as the table has them
  return found;
}

}  // namespace livewarp
