#include "kernels/core/telemetry/gpu_conditions.h"

#include <algorithm>
#include <utility>

namespace livewarp {

namespace {

ReadingRange range_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::ranges::sort(values);
  const std::size_t middle = values.size() / 2;
  const double median =
      values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  return {values.size(), values.front(), median, values.back()};
}

template <class T>
void keep(const std::optional<T>& value, std::vector<double>& values) {
  if (value) values.push_back(double(*value));
}

template <class T>
void add_new(const std::vector<T>& from, std::vector<T>& to) {
  for (const T& each : from)
    if (std::ranges::find(to, each) == to.end()) to.push_back(each);
}

std::string of_samples(std::size_t some, std::size_t samples) {
  return some >= samples ? std::string("all samples")
                         : std::to_string(some) + " of " + std::to_string(samples) + " samples";
}

}  // namespace

std::string throttled_text(const GpuConditions& conditions, std::size_t samples) {
  if (conditions.throttle == 0) return {};
  return throttle_text(conditions.throttle) + " in " +
         of_samples(conditions.throttled_samples, samples);
}

std::string shared_text(const GpuConditions& conditions, std::size_t samples) {
  if (conditions.others.empty()) return {};
  std::string who = process_text(conditions.others.front());
  if (conditions.others.size() > 1)
    who += " and " + std::to_string(conditions.others.size() - 1) + " more";
  return who + " computed in " + of_samples(conditions.shared_samples, samples);
}

void GpuLog::add(const GpuReading& reading, std::size_t new_samples) {
  if (!reading.unknown.empty()) {
    unknown_ = reading.unknown;
    last_ = {};
    return;
  }
  ++found_.readings;
  keep(reading.sm_mhz, sm_);
  keep(reading.memory_mhz, memory_);
  keep(reading.power_w, power_);
  keep(reading.temperature_c, temperature_);
  found_.throttle |= reading.throttle.value_or(0);
  add_new(reading.not_told, found_.not_told);
  if (reading.others)
    for (const GpuProcess& other : *reading.others) {
      // Its memory grows and shrinks; it is the same process.
      const bool known = std::ranges::any_of(
          found_.others, [&](const GpuProcess& each) { return each.pid == other.pid; });
      if (!known) found_.others.push_back(other);
    }
  const Marks now{reading.throttled(), reading.shared()};
  if (now.throttled || last_.throttled) found_.throttled_samples += new_samples;
  if (now.shared || last_.shared) found_.shared_samples += new_samples;
  last_ = now;
  any_ = true;
}

GpuConditions GpuLog::conditions() const {
  GpuConditions conditions = found_;
  if (any_)
    conditions.unknown.clear();
  else if (!unknown_.empty())
    conditions.unknown = unknown_;
  conditions.sm_mhz = range_of(sm_);
  conditions.memory_mhz = range_of(memory_);
  conditions.power_w = range_of(power_);
  conditions.temperature_c = range_of(temperature_);
  return conditions;
}

void GpuLooks::look(double spent, std::size_t samples, bool at_end) {
  constexpr double every_seconds = 0.05;
  if (!*read_ || (spent < next_ && !at_end)) return;
  next_ = spent + every_seconds;
  log_.add((*read_)(), samples - std::exchange(marked_, samples));
}

void EnergyMeter::add(double joules, double seconds, double steps) {
  seconds_ += seconds;
  since_.seconds += seconds;
  since_.steps += steps;
  if (counter_ && joules == *counter_) return;
  if (counter_ && joules < *counter_) {
    reset_ = true;
    moved_ = false;
    span_ = {};
  } else if (counter_ && moved_) {
    span_.joules += joules - *counter_;
    span_.seconds += since_.seconds;
    span_.steps += since_.steps;
  } else if (counter_) {
    moved_ = true;  // here it begins
  }
  counter_ = joules;
  since_ = {};
}

std::optional<double> EnergyMeter::joules_a_step() const {
  if (!done() || span_.steps <= 0) return {};
  return span_.joules / span_.steps;
}

}  // namespace livewarp
