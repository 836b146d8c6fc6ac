#include "kernels/core/transfer/transfer_clock.h"

#if LIVEWARP_HAS_CUDA  // empty in a build without CUDA

  #include <algorithm>
  #include <exception>

namespace livewarp {

namespace {

using Issue = TransferPath::Issue;

bool any_is(const TransferClock::Load& load, Issue issue) {
  return std::ranges::any_of(load.paths,
                             [&](const TransferPath* path) { return path->issue() == issue; });
}

/// The i-th of all pieces that one path moves.
void move_piece(TransferPath& path, const TransferClock::Load& load, int i, cudaStream_t stream) {
  const int piece = i % load.pieces;
  const std::size_t first = piece_begin(load.bytes, load.pieces, piece);
  path.move(first, piece_begin(load.bytes, load.pieces, piece + 1) - first, stream);
}

void move_all(TransferPath& path, const TransferClock::Load& load, cudaStream_t stream) {
  for (int i = 0; i < load.in_a_row * load.pieces; ++i) move_piece(path, load, i, stream);
}

}  // namespace

TransferClock::~TransferClock() { finish(); }

void TransferClock::finish() noexcept {
  gate_.open();
  cudaStreamSynchronize(beside_.get());
  cudaStreamSynchronize(main_.get());
  cudaGetLastError();
}

double TransferClock::sample(const Load& load) {
  try {
    for (TransferPath* path : load.paths) path->reset(main_.get());
    if (any_is(load, Issue::blocking) && load.paths.size() > 1) {
      held_ = false;
      issue_on_two_threads(load);
    } else {
      issue(load);
    }
    check_cuda(LIVEWARP_CUDA(cudaStreamSynchronize, main_.get()), "waiting for a transfer");
    return end_.since(begin_) / load.in_a_row;
  } catch (...) {
    finish();
    throw;
  }
}

void TransferClock::issue(const Load& load) {
  const bool two = load.paths.size() > 1;
  const bool hold = !any_is(load, Issue::blocking) && !any_is(load, Issue::called);
  if (hold) gate_.close();
  if (two) there_.let_follow(beside_.get(), main_.get());
  begin_.record(main_.get());
  // In turn, so that neither stream runs dry where the gate had to open before all was issued.
  for (int i = 0; i < load.in_a_row * load.pieces; ++i)
    for (std::size_t k = 0; k < load.paths.size(); ++k) {
      move_piece(*load.paths[k], load, i, k == 0 ? main_.get() : beside_.get());
      if (hold) gate_.passed();
    }
  if (two) back_.let_follow(main_.get(), beside_.get());
  end_.record(main_.get());
  gate_.open();
  const std::size_t commands =
      load.paths.size() * std::size_t(load.in_a_row) * std::size_t(load.pieces);
  held_ = hold && gate_.works() && commands <= std::size_t{most_held_commands};
}

void TransferClock::issue_on_two_threads(const Load& load) {
  if (!second_) second_ = std::make_unique<ReadyThread>();
  second_->prepare([&] {
    use_cuda_device();
    move_all(*load.paths[1], load, beside_.get());
  });
  try {
    there_.let_follow(beside_.get(), main_.get());
    begin_.record(main_.get());
  } catch (...) {
    second_->cancel();
    throw;
  }
  second_->begin();
  std::exception_ptr failed;
  try {
    move_all(*load.paths[0], load, main_.get());
  } catch (...) {
    failed = std::current_exception();  // the other one still uses what is here
  }
  second_->join();
  if (failed) std::rethrow_exception(failed);
  back_.let_follow(main_.get(), beside_.get());
  end_.record(main_.get());
}

}  // namespace livewarp

#endif
