#pragma once

#include <cstdint>

#include "app/session/comparison.h"
#include "app/session/history.h"
#include "app/session/session.h"
#include "ui/model/model.h"

namespace livewarp {

/// How the window comes from one setting to another: by what a user chose, by going back and
/// forward, by flipping between A and this.
class SettingNavigator {
 public:
  /// Both outlive this.
  SettingNavigator(Session& session, Comparison& comparison)
      : session_(session), comparison_(comparison), history_(setting_of(session.choice())) {}

  /// `gesture`: see `History::changed`.
  void change(const Choice& wanted, std::uint64_t gesture = 0);
  /// After the session has collected: a change may have come to nothing there, or A was measured.
  void follow();
  void undo();
  void redo();
  void flip();
  /// Makes interop fail, or lets it work again.
  void fail_interop();
  bool interop_fails() const { return interop_fails_; }

  const History& history() const { return history_; }
  void describe(ui::Model& model) const;

 private:
  Setting setting() const { return setting_of(session_.choice(), interop_fails_); }
  void go_to(const Setting& wanted);

  Session& session_;
  Comparison& comparison_;
  History history_;
  bool interop_fails_ = false;  ///< made to fail, to see what then happens
};

}  // namespace livewarp
