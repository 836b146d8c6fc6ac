#include "app/serve/hall.h"

#include <algorithm>
#include <cstddef>

namespace livewarp {

namespace {

/// Who comes again and again may vote again and again; this is where it ends.
constexpr std::size_t most_votes = 4096;

}  // namespace

int Hall::come(bool has_steering_link) {
  const int id = ++last_id_;
  present_[id] = has_steering_link;
  if (has_steering_link && !steering_) let_steer(id);
  return id;
}

void Hall::leave(int id) {
  present_.erase(id);
  std::erase(wishes_, id);
  if (!steers(id)) return;
  steering_.reset();
  // Numbers count up: the first has been there the longest.
  const auto next =
      std::ranges::find_if(present_, [](const auto& viewer) { return viewer.second; });
  if (next != present_.end()) let_steer(next->first);
}

void Hall::let_steer(int id) {
  steering_ = id;
  std::erase(wishes_, id);
}

bool Hall::give(int from, int to) {
  if (!steers(from) || from == to || !present_.contains(to)) return false;
  let_steer(to);
  return true;
}

bool Hall::may_take(int id) const {
  const auto viewer = present_.find(id);
  return viewer != present_.end() && viewer->second && !steers(id);
}

bool Hall::take(int id) {
  if (!may_take(id)) return false;
  let_steer(id);
  return true;
}

bool Hall::ask(int id) {
  if (!present_.contains(id) || steers(id) || std::ranges::find(wishes_, id) != wishes_.end())
    return false;
  wishes_.push_back(id);
  return true;
}

void Hall::set_question(const std::string& question) {
  if (question == question_) return;
  question_ = question;
  votes_.clear();
}

bool Hall::vote(int id, double value) {
  if (question_.empty() || !present_.contains(id)) return false;
  if (votes_.size() >= most_votes && !votes_.contains(id)) return false;
  votes_[id] = value;
  return true;
}

HallVotes Hall::votes() const {
  HallVotes all{size(), {}};
  for (const auto& [id, value] : votes_) all.votes.push_back(value);
  return all;
}

}  // namespace livewarp
