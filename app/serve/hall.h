#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/serve/frame_server.h"

namespace livewarp {

/// Who is there, who of them steers, who would like to, and their votes. At most one steers: the
/// first who came with the steering link, until it gives that to somebody, somebody else with the
/// link takes it, or it leaves; then it falls to whoever with the link is there the longest.
class Hall {
 public:
  /// The number of the one who comes; they count from 1, and none is given twice.
  int come(bool has_steering_link);
  void leave(int id);

  bool give(int from, int to);  ///< false: `from` does not steer, or there is no `to`
  bool take(int id);            ///< false: came without the steering link, or steers already
  bool ask(int id);             ///< false: steers, or has asked already

  int size() const { return int(present_.size()); }
  std::optional<int> steering() const { return steering_; }
  bool steers(int id) const { return steering_ == id; }
  bool may_take(int id) const;                                ///< now
  const std::vector<int>& asking() const { return wishes_; }  ///< who asked first is the first

  /// Another one than before: there is no vote yet. Empty: nobody can vote.
  void set_question(const std::string& question);
  /// The last one of a viewer counts, also when it has left. False: there is no question.
  bool vote(int id, double value);
  HallVotes votes() const;

 private:
  void let_steer(int id);

  std::map<int, bool> present_;  // whether it came with the steering link
  std::optional<int> steering_;
  std::vector<int> wishes_;
  std::string question_;
  std::map<int, double> votes_;
  int last_id_ = 0;
};

}  // namespace livewarp
