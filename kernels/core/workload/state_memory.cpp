#include "kernels/core/workload/state_memory.h"

#include <algorithm>
#include <utility>

#include "kernels/core/base/error.h"
#include "kernels/core/workload/workload.h"

namespace livewarp {

Transfers transfers_of(const std::vector<FieldSpec>& fields, Precision precision, MemoryMode mode) {
  Transfers moved;
  if (!is_round_trip(mode)) return moved;
  for (const FieldSpec& field : fields) {
    const auto bytes = double(field.stored(precision));
    if (field.role != FieldRole::marks && field.role != FieldRole::result) moved.to_device += bytes;
    if (!field.constant()) moved.to_host += bytes;
  }
  return moved;
}

StateMemory::StateMemory(std::vector<FieldSpec> fields, const HostState& state, Precision precision,
                         MemoryMode mode)
    : fields_(std::move(fields)), mode_(mode) {
  if (state.fields.size() != fields_.size()) throw Error("state does not fit this workload");
  allocate(precision);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const FieldSpec& field = fields_[i];
    if (state.fields[i].size() != field.stored(state.precision))
      throw Error("state does not fit this problem: field " + field.name);
    const bool as_is = field.role != FieldRole::state || state.precision == precision;
    const std::vector<std::byte> bytes =
        as_is ? std::vector<std::byte>() : converted(state.fields[i], state.precision, precision);
    const std::vector<std::byte>& source = as_is ? state.fields[i] : bytes;
    present_[i].write(source.data(), source.size());
    // The mode that is shown must be the one that runs.
    if (field.role == FieldRole::result) next_[i].fill(0);  // not every step writes all of them
    present_[i].check_place();
    next_[i].check_place();
    if (field.role == FieldRole::marks)
      marked_ |= std::ranges::any_of(source, [](std::byte b) { return b != std::byte{}; });
  }
}

StateMemory::StateMemory(std::vector<FieldSpec> fields, Precision precision, MemoryMode mode)
    : fields_(std::move(fields)), mode_(mode) {
  allocate(precision);
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].role == FieldRole::state) continue;
    present_[i].fill(0);
    next_[i].fill(0);
  }
}

/// What steps copy lies side by side, for one copy each way: every copy of its own costs some
/// microseconds.
void StateMemory::allocate(Precision precision) {
  std::vector<std::size_t> moving;
  for (const FieldSpec& field : fields_) {
    const std::size_t bytes = field.stored(precision);
    const bool apart = field.constant() || !is_round_trip(mode_);
    present_.push_back(apart ? Buffer(bytes, mode_) : Buffer());
    next_.push_back(apart && !field.constant() ? Buffer(bytes, mode_) : Buffer());
    moving.push_back(apart ? 0 : bytes);
  }
  for (std::vector<Buffer>* const state : {&present_, &next_}) {
    std::vector<Buffer> together = Buffer::side_by_side(moving, mode_);
    for (std::size_t i = 0; i < moving.size(); ++i)
      if (moving[i] > 0) (*state)[i] = std::move(together[i]);
  }
}

std::vector<void*> StateMemory::in() const {
  std::vector<void*> all;
  for (const Buffer& buffer : present_) all.push_back(buffer.data());
  return all;
}

std::vector<void*> StateMemory::out() const {
  std::vector<void*> all;
  for (std::size_t i = 0; i < fields_.size(); ++i)
    all.push_back(fields_[i].constant() ? present_[i].data() : next_[i].data());
  return all;
}

std::vector<NamedMemory> StateMemory::memory() const {
  std::vector<NamedMemory> all;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    const std::string& name = fields_[i].name;
    const bool twice = !fields_[i].constant();
    all.push_back(
        {twice ? name + " before" : name, present_[i].data(), present_[i].bytes(), false});
    if (twice) all.push_back({name + " after", next_[i].data(), next_[i].bytes(), true});
  }
  return all;
}

void StateMemory::bring_in(Exec& exec) {
  const bool prefetched = mode_ == MemoryMode::prefetch;
  if (!is_round_trip(mode_) && !prefetched) return;
  exec.stage(Stage::upload);
  std::vector<Buffer*> read;
  for (std::size_t i = 0; i < fields_.size(); ++i) {
    if (is_read(fields_[i])) read.push_back(&present_[i]);
    if (prefetched && !fields_[i].constant()) exec.make_ready(next_[i]);
  }
  exec.copy_all_in(read);
}

void StateMemory::bring_out(Exec& exec) {
  if (!ends_on_host(mode_)) return;
  exec.stage(Stage::download);
  std::vector<Buffer*> written;
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (!fields_[i].constant()) written.push_back(&next_[i]);
  exec.copy_all_out(written);
}

void StateMemory::open(Exec& exec) {
  if (is_round_trip(mode_))
    for (Buffer& buffer : present_) exec.copy_in(buffer);
}

void StateMemory::close(Exec& exec) {
  if (is_round_trip(mode_))
    for (Buffer& buffer : present_) exec.copy_out(buffer);
}

void StateMemory::commit() {
  for (std::size_t i = 0; i < fields_.size(); ++i)
    if (!fields_[i].constant()) std::swap(present_[i], next_[i]);
}

void StateMemory::poison_next() {
  for (Buffer& buffer : next_) buffer.fill(0xFF);
}

std::vector<std::vector<std::byte>> StateMemory::read() const {
  std::vector<std::vector<std::byte>> all;
  for (const Buffer& buffer : present_) {
    all.emplace_back(buffer.bytes());
    // One wait is enough: what others enqueue meanwhile writes no state of this run.
    buffer.read(all.back().data(), buffer.bytes(), all.size() > 1);
  }
  return all;
}

std::size_t StateMemory::bytes() const {
  std::size_t all = 0;
  for (const Buffer& buffer : present_) all += buffer.bytes();
  for (const Buffer& buffer : next_) all += buffer.bytes();
  return all;
}

}  // namespace livewarp
