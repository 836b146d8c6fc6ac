#include "app/serve/frame_slots.h"

#include <algorithm>
#include <utility>

namespace livewarp {

void FrameSlots::set_codec(Codec codec) {
  if (codec == codec_) return;
  codec_ = codec;
  waiting_.reset();
  chain_broken_ = true;
}

void FrameSlots::set_hidden(bool hidden) {
  hidden_ = hidden;
  if (!hidden) return;
  waiting_.reset();
  chain_broken_ = true;
}

FrameSlots::Frame FrameSlots::begin(Frame frame, Time now) {
  if (on_their_way_.empty()) heard_ = now;
  on_their_way_.push_back({frame->number, now});
  return frame;
}

FrameSlots::Frame FrameSlots::offer(Frame frame, Time now) {
  if (hidden_ || frame->codec != codec_) return nullptr;
  const bool alone = frame->codec == Codec::jpeg || frame->key;
  if (!alone && chain_broken_) {
    ++dropped_;
    return nullptr;
  }
  if (has_room() && !waiting_) {
    chain_broken_ = false;
    return begin(std::move(frame), now);
  }
  if (waiting_) ++dropped_;
  if (waiting_ && !alone) {
    chain_broken_ = true;  // what waits can be decoded still, this one never
    return nullptr;
  }
  chain_broken_ = false;
  waiting_ = std::move(frame);
  return nullptr;
}

FrameSlots::Frame FrameSlots::next(Time now) {
  if (!waiting_ || !has_room()) return nullptr;
  return begin(std::exchange(waiting_, nullptr), now);
}

std::optional<std::chrono::duration<double>> FrameSlots::shown(std::uint32_t number, Time now) {
  const auto frame = std::ranges::find_if(
      on_their_way_, [&](const OnItsWay& one) { return one.number == number && !one.shown; });
  if (frame == on_their_way_.end()) return std::nullopt;
  const auto took = now - frame->since;
  std::for_each(on_their_way_.begin(), frame + 1, [](OnItsWay& one) { one.shown = true; });
  heard_ = now;
  freed_ = false;
  forget_done();
  return took;
}

void FrameSlots::written(std::uint32_t number) {
  const auto frame = std::ranges::find_if(
      on_their_way_, [&](const OnItsWay& one) { return one.number == number && !one.written; });
  if (frame == on_their_way_.end()) return;
  frame->written = true;
  forget_done();
}

void FrameSlots::forget_done() {
  std::erase_if(on_their_way_, [](const OnItsWay& one) { return one.written && one.shown; });
}

FrameSlots::State FrameSlots::look(Time now) {
  if (on_their_way_.empty() || now - heard_ < patience) return State::fine;
  if (freed_) return State::lost;
  freed_ = true;
  heard_ = now;
  for (OnItsWay& one : on_their_way_) one.shown = true;
  forget_done();
  return State::freed;
}

}  // namespace livewarp
