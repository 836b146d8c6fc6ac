#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include <boost/context/fiber.hpp>

namespace livewarp::emulator {

/// A stack of its own on which code runs until it hands over to another fibre. All fibres that hand
/// over to each other run on one thread of the operating system. Addresses must stay: no moving.
class Fibre {
 public:
  /// Stands for the stack of the thread itself, to hand over from it and back to it.
  Fibre() = default;
  /// Runs `body` on `stack` at the first hand-over to it. `body` returns the fibre to go on with
  /// when it ends; it must not throw.
  Fibre(std::span<std::byte> stack, std::function<Fibre*()> body);
  Fibre(const Fibre&) = delete;
  Fibre& operator=(const Fibre&) = delete;
  /// A fibre must have ended, or never begun.
  ~Fibre();

  /// Leaves `from`, which is running, and goes on in `to`. Returns when somebody hands back to
  /// `from`.
  static void hand_over(Fibre& from, Fibre& to);

 private:
  void leave(Fibre& to);
  void arrive(boost::context::fiber origin);

  boost::context::fiber context_;  ///< where to go on; empty while running
  Fibre* origin_ = nullptr;        ///< who handed over to this one last; null if that one has ended
  // What the address sanitizer wants to know at each hand-over.
  const void* bottom_ = nullptr;
  std::size_t size_ = 0;
  void* fake_stack_ = nullptr;  ///< while suspended, and after the end until destruction
};

/// Stacks for `count` fibres, in one mapping that takes memory only as it is touched.
class StackPool {
 public:
  explicit StackPool(int count);
  ~StackPool();
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;

  /// The stack of that index; to be asked for once.
  std::span<std::byte> take(int index);

 private:
  std::byte* memory_ = nullptr;
  int count_ = 0, taken_ = 0;  ///< taken: one above the highest index asked for
};

}  // namespace livewarp::emulator
