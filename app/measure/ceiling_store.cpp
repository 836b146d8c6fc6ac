#include "app/measure/ceiling_store.h"

#include <utility>

namespace livewarp {

CeilingKey ceiling_key(Backend backend, const Values& launch, const CostModel& cost) {
  CeilingKey key{backend, 0, copy_load_of(cost)};
  if (backend == Backend::cpu)
    key.threads = launch.contains("threads") ? int(get_integer(launch, "threads")) : 1;
  return key;
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
  return key.backend == Backend::cuda
             ? measure_gpu_ceilings(seconds, std::move(stop), key.copy)
             : measure_host_ceilings(key.threads, seconds, std::move(stop), key.copy);
}

}  // namespace livewarp
