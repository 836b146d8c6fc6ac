#pragma once

#include <cstdint>
#include <vector>

#include "kernels/core/model/choice.h"

namespace livewarp {

/// What Ctrl+Z brings back.
struct Setting {
  Choice choice;
  bool interop_fails = false;  ///< made to fail, to see what then happens
  bool operator==(const Setting&) const = default;
};

/// Pausing is none of it: what is brought back runs or is paused as the run before it.
Setting setting_of(Choice choice, bool interop_fails = false);

/// The settings that the user has been at, to go back to and forward again.
class History {
 public:
  explicit History(Setting start) : present_(std::move(start)) {}

  /// The user has come to `now`. All changes of one gesture (one press of a mouse button, say) are
  /// one step; 0: a step of its own.
  void changed(const Setting& now, std::uint64_t gesture = 0);
  /// The setting has become another one than the user chose: a change failed, or a device did.
  void replaced(const Setting& now);

  const Setting& present() const { return present_; }
  /// Where going back or forward leads; null at the end.
  const Setting* previous() const { return past_.empty() ? nullptr : &past_.back(); }
  const Setting* next() const { return future_.empty() ? nullptr : &future_.back(); }
  /// That way was gone.
  void went_back();
  void went_forward();

 private:
  static constexpr std::size_t most_steps = 200;
  std::vector<Setting> past_, future_;
  Setting present_;
  std::uint64_t gesture_ = 0;
};

}  // namespace livewarp
