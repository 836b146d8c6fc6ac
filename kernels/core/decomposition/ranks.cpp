#include "kernels/core/decomposition/ranks.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <mutex>
#include <type_traits>
#include <variant>

#include "kernels/core/base/error.h"

namespace livewarp {

namespace {

constexpr int command_tag = 1, build_tag = 2;

/// An MPI has tags up to 32,767 at least; each thread of rank 0 waits for an answer of its own.
constexpr std::int64_t first_data_tag = 16, data_tags = 8192, answer_tags = 16'384;
int answer_tag(std::int64_t command) {
  return int(first_data_tag + data_tags + command % answer_tags);
}

/// Writes what a `Reading` of the same build reads.
class Writing {
 public:
  std::vector<std::byte> bytes;

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void put(const T& value) {
    const auto* const first = reinterpret_cast<const std::byte*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  }
  void put(const std::string& text) {
    put(text.size());
    const auto* const first = reinterpret_cast<const std::byte*>(text.data());
    bytes.insert(bytes.end(), first, first + text.size());
  }
  void put(const Values& values) {
    put(values.size());
    for (const auto& [id, value] : values) {
      put(id);
      put(value.index());
      std::visit([this](const auto& held) { put(held); }, value);
    }
  }
};

class Reading {
 public:
  explicit Reading(std::span<const std::byte> bytes) : left_(bytes) {}

  template <class T>
  requires std::is_trivially_copyable_v<T>
  void get(T& value) { std::memcpy(&value, take(sizeof value).data(), sizeof value); }
  void get(std::string& text) {
    const auto bytes = take(length());
    text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  }
  void get(Values& values) {
    for (std::size_t count = length(); count > 0; --count) {
      std::string id;
      get(id);
      std::size_t kind = 0;
      get(kind);
      values[id] = value_of(kind);
    }
  }

 private:
  template <class T>
  Value read() {
    T value{};
    get(value);
    return value;
  }
  Value value_of(std::size_t kind) {
    switch (kind) {
    case 0: return read<bool>();
    case 1: return read<std::int64_t>();
    case 2: return read<double>();
    case 3: return read<std::string>();
    default: throw Error("a rank was told a value of no known kind");
    }
  }
  /// Never more than there are bytes: each element takes one at least.
  std::size_t length() {
    std::size_t count = 0;
    get(count);
    if (count > left_.size()) throw Error("a rank was told less than it was promised");
    return count;
  }
  std::span<const std::byte> take(std::size_t count) {
    if (count > left_.size()) throw Error("a rank was told less than it was promised");
    const auto taken = left_.first(count);
    left_ = left_.subspan(count);
    return taken;
  }

  std::span<const std::byte> left_;
};

/// What is sent of a command, in this order.
template <class Command, class Use>
void each_field(Command& command, const Use& use) {
  use(command.what);
  use(command.number);
  use(command.simulation);
  use(command.commits);
  use(command.marked);
  use(command.primed);
  use(command.executor);
  use(command.choice.workload);
  use(command.choice.variant);
  use(command.choice.launch);
  use(command.choice.memory);
  use(command.choice.problem);
  use(command.choice.view);
}

std::span<const std::byte> bytes_of_text(const std::string& text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}
std::string text_of_bytes(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Ranks*& registered_ranks() {
  static Ranks* ranks = nullptr;
  return ranks;
}

}  // namespace

int rank_tag(std::int64_t simulation, RankTag kind) {
  constexpr std::int64_t kinds = 4;
  return int(first_data_tag + simulation % (data_tags / kinds) * kinds + std::int64_t(kind));
}

std::vector<std::byte> to_bytes(const RankCommand& command) {
  Writing out;
  each_field(command, [&](const auto& field) { out.put(field); });
  return out.bytes;
}

RankCommand command_of(std::span<const std::byte> bytes) {
  Reading in(bytes);
  RankCommand command;
  each_field(command, [&](auto& field) { in.get(field); });
  return command;
}

Ranks::Ranks(const std::string& build, std::stop_token stop) : mpi_(std::move(stop)) {
  const auto told = [](const char* variable, int otherwise) {
    const char* const text = std::getenv(variable);
    return text ? std::atoi(text) : otherwise;
  };
  on_this_machine_ = std::max(1, told("OMPI_COMM_WORLD_LOCAL_SIZE", size()));
  local_rank_ = told("OMPI_COMM_WORLD_LOCAL_RANK", 0);
  // What this process starts is no rank.
  for (const char* const variable : {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"})
    unsetenv(variable);
  // Each hears of rank 0, and rank 0 of each: all know whether all are alike.
  std::string& trouble = disagreement_;
  if (leads()) {
    for (int rank = 1; rank < size(); ++rank)
      if (const std::string other = text_of_bytes(mpi_.receive(rank, build_tag)); other != build)
        trouble = "rank " + std::to_string(rank) + " runs " + other + ", rank 0 " + build +
                  ": all must be the same build";
    for (int rank = 1; rank < size(); ++rank) mpi_.send(rank, build_tag, bytes_of_text(trouble));
  } else {
    mpi_.send(0, build_tag, bytes_of_text(build));
    trouble = text_of_bytes(mpi_.receive(0, build_tag));
  }
}

Ranks::~Ranks() {
  if (!leads() || !disagreement_.empty()) return;
  try {
    tell({.what = RankCommand::What::end});
  } catch (const Error&) {
    // Who cannot be told has ended already.
  }
}

void Ranks::tell(const RankCommand& command) const {
  const std::vector<std::byte> bytes = to_bytes(command);
  // One command after another, so that all hear them in the same order.
  const std::lock_guard lock(telling_);
  for (int rank = 1; rank < size(); ++rank) mpi_.send(rank, command_tag, bytes);
}

void Ranks::hear(const RankCommand& command) const {
  std::string trouble;
  for (int rank = 1; rank < size(); ++rank) {
    const std::string answer = text_of_bytes(mpi_.receive(rank, answer_tag(command.number)));
    if (!answer.empty() && trouble.empty())
      trouble = "rank " + std::to_string(rank) + ": " + answer;
  }
  if (!trouble.empty()) throw Error(trouble);
}

RankCommand Ranks::listen() const { return command_of(mpi_.receive(0, command_tag)); }

void Ranks::answer(const RankCommand& command, const std::string& trouble) const {
  mpi_.send(0, answer_tag(command.number), bytes_of_text(trouble));
}

void Ranks::give_up(const std::string& why) const {
  std::cerr << "livewarp: rank " << rank() << ": " << why << std::endl;
  mpi_.abort();
  std::abort();
}

Ranks* present_ranks() { return registered_ranks(); }

PresentRanks::PresentRanks(Ranks& ranks) { registered_ranks() = &ranks; }
PresentRanks::~PresentRanks() { registered_ranks() = nullptr; }

}  // namespace livewarp
