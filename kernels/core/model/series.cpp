#include "kernels/core/model/series.h"

#include <algorithm>
#include <cmath>

namespace livewarp {

void Series::add(double time, double value) {
  if (!std::isfinite(time) || !std::isfinite(value)) return;
  if (offered_ > 0 && time == latest_) return;
  if (offered_ > 0 && time < latest_) {
    times_.clear();
    values_.clear();
    stride_ = 1;
    offered_ = 0;
  }
  latest_ = time;
  if (offered_++ % stride_ != 0) return;
  times_.push_back(time);
  values_.push_back(value);
  if (times_.size() >= most_points) thin();
}

void Series::thin() {
  const std::size_t left = times_.size() / 2;
  for (std::size_t i = 0; i < left; ++i) {
    times_[i] = times_[2 * i];
    values_[i] = values_[2 * i];
  }
  times_.resize(left);
  values_.resize(left);
  stride_ *= 2;
}

void SeriesRecorder::add(double time, const std::vector<Readout>& readouts) {
  for (const Readout& readout : readouts) {
    if (!readout.plotted) continue;
    auto found = std::ranges::find(all_, readout.id, &Series::id);
    if (found == all_.end()) found = all_.insert(all_.end(), Series(readout));
    found->add(time, readout.value);
  }
}

}  // namespace livewarp
