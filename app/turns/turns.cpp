#include "app/turns/turns.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <sstream>
#include <system_error>

#include <fmt/format.h>

#include "app/base/platform.h"
#include "app/turns/locked_file.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"

namespace livewarp {

using namespace std::chrono_literals;
using namespace std::string_literals;
namespace fs = std::filesystem;

namespace {

using SteadyClock = std::chrono::steady_clock;

std::string ordinal(int place) {
  const char* ending = place % 100 / 10 == 1 ? "th"
                       : place % 10 == 1     ? "st"
                       : place % 10 == 2     ? "nd"
                       : place % 10 == 3     ? "rd"
                                             : "th";
  return std::to_string(place) + ending;
}

void sleep_for(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

/// Sorts as its time does.
std::string ticket_name() {
  static std::atomic<int> count{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return fmt::format("{:020}-{}-{}",
                     std::chrono::duration_cast<std::chrono::nanoseconds>(now).count(),
                     own_process(), count++);
}

/// A process's place in the queue: a file of its own, which it keeps locked. One that nobody keeps
/// locked is of a process that has ended.
class Ticket {
 public:
  /// It is seen only once it is locked: else it might be taken for that of somebody who has ended.
  explicit Ticket(fs::path path) : path_(std::move(path)) {
    const fs::path hidden = path_.string() + unseen;
    file_ = LockedFile::create(hidden);
    if (!file_) return;
    locked_ = file_.try_lock();
    if (!locked_) return;
    say("waits");
    std::error_code failure;
    fs::rename(hidden, path_, failure);
  }
  ~Ticket() {
    std::error_code ignored;
    if (locked_) fs::remove(path_, ignored);
    if (file_ && !locked_) fs::remove(path_.string() + unseen, ignored);
  }
  Ticket(const Ticket&) = delete;
  Ticket& operator=(const Ticket&) = delete;

  void say(const char* state) {
    if (!file_) return;
    file_.write(fmt::format("{} {} {} {}\n", state, own_process(), seconds_now(), own_command()));
  }
  std::string name() const { return path_.filename().string(); }
  bool made() const { return bool(file_); }
  /// Whether it could be locked: some file systems know no locks.
  bool locked() const { return locked_; }

  static constexpr const char* unseen = ".new";

 private:
  fs::path path_;
  LockedFile file_;
  bool locked_ = false;
};

/// What a ticket says; nothing of one that makes no sense. `holds`: it is that of the present turn.
std::optional<TurnTaker> read_ticket(const LockedFile& file, bool& holds) {
  std::istringstream text(file.read());
  std::string state;
  TurnTaker taker;
  if (!(text >> state >> taker.pid >> taker.since)) return {};
  std::getline(text >> std::ws, taker.command);
  taker.command = printable(taker.command);
  taker.user = printable(file.owner());
  holds = state == "holds";
  return taker;
}

}  // namespace

TurnPlace gpu_place(const Machine& machine, int device) {
  const GpuInfo* gpu = machine.gpu(device);
  const std::string name = gpu && !gpu->pci.empty() ? gpu->pci : std::to_string(device);
  return {"gpu-" + name, machine.gpus.size() > 1 ? "GPU " + std::to_string(device) : "the GPU"};
}

TurnPlace cpu_place() { return {"cpu", "the cores"}; }

std::string taker_text(const TurnTaker& taker) {
  const std::time_t since = taker.since;
  std::tm parts{};
  localtime_r(&since, &parts);
  return fmt::format("{} of {} (pid {}, since {:02}:{:02}:{:02})",
                     taker.command.empty() ? "a process" : taker.command, taker.user, taker.pid,
                     parts.tm_hour, parts.tm_min, parts.tm_sec);
}

std::string waiting_text(const TurnPlace& place, const TurnQueue& queue) {
  std::string text = "waiting for " + place.title;
  if (queue.holder) text += ": " + taker_text(*queue.holder) + " measures";
  return text + (queue.place > 1 ? "; " + ordinal(queue.place) + " in the queue" : "; next");
}

struct Turn::Held {
  LockedFile lock;
  std::unique_ptr<Ticket> ticket;  ///< goes before the lock does
};

Turn::Turn() = default;
Turn::~Turn() = default;
Turn::Turn(Turn&&) noexcept = default;
Turn& Turn::operator=(Turn&&) noexcept = default;
bool Turn::held() const { return held_ != nullptr; }

/// One who stands in the queue of a place.
class Turns::Line {
 public:
  Line(const fs::path& folder, const TurnPlace& place) : folder_(folder), prefix_(place.id + ".") {
    trouble_ = make_common_folder(folder);
    if (!trouble_.empty()) return;
    const fs::path path = folder / (prefix_ + "lock");
    LockedFile::create(path);  // unless it is there; it stays for good
    lock_ = LockedFile::open(path);
    if (lock_) ticket_ = std::make_unique<Ticket>(folder / (prefix_ + ticket_name() + ".ticket"));
    if (!lock_ || !ticket_->made())
      trouble_ = "its files cannot be made or read";
    else if (!ticket_->locked())
      trouble_ = "its files cannot be locked";
  }
  const std::string& trouble() const { return trouble_; }

  /// Who is before this one. Of those who have ended nothing is kept.
  TurnQueue look() const {
    TurnQueue queue;
    std::error_code failure;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder_, failure)) {
      const std::string name = entry.path().filename().string();
      if (!name.starts_with(prefix_) || name == ticket_->name()) continue;
      if (name.ends_with(".ticket"s + Ticket::unseen)) remove_if_left(entry);
      if (!name.ends_with(".ticket")) continue;
      LockedFile file = LockedFile::open(entry.path());
      if (!file) continue;
      if (file.try_lock()) {
        std::error_code ignored;
        fs::remove(entry.path(), ignored);  // another user's stays, and says nothing
        continue;
      }
      bool holds = false;
      const std::optional<TurnTaker> taker = read_ticket(file, holds);
      if (taker && holds)
        queue.holder = taker;
      else if (name < ticket_->name())
        ++queue.place;
    }
    return queue;
  }

  /// Whether it is this one's turn now. Somebody earlier who does not come, since it was stopped
  /// in its tracks, is not waited for longer than a second.
  bool take(const TurnQueue& queue) {
    if (!lock_.try_lock()) {
      free_since_.reset();
      return false;
    }
    const auto now = SteadyClock::now();
    if (!free_since_) free_since_ = now;
    if (queue.place == 1 || now - *free_since_ > 1s) return true;
    lock_.unlock();
    return false;
  }

  Turn turn() {
    Turn turn;
    ticket_->say("holds");
    turn.held_ = std::make_unique<Turn::Held>(Turn::Held{std::move(lock_), std::move(ticket_)});
    return turn;
  }

 private:
  /// A ticket is unseen for some microseconds; one that is so for a minute was left behind.
  static void remove_if_left(const fs::directory_entry& entry) {
    std::error_code failure;
    const auto made = entry.last_write_time(failure);
    if (!failure && fs::file_time_type::clock::now() - made > 1min)
      fs::remove(entry.path(), failure);
  }

  fs::path folder_;
  std::string prefix_, trouble_;
  LockedFile lock_;
  std::unique_ptr<Ticket> ticket_;
  std::optional<SteadyClock::time_point> free_since_;
};

Turns::Turns() {
  const std::string named = environment("LIVEWARP_TURNS");
  // Not the user's own folder for temporary files: all have to see it.
  folder_ = named.empty() ? "/tmp/livewarp-turns" : named == "off" ? "" : named;
}

/// Where none can be taken, with the reason.
Turn Turns::without(const Line& line) const {
  Turn none;
  none.note_ =
      "no turns are taken with other processes: " + folder_.string() + ": " + line.trouble();
  return none;
}

Turn Turns::take(const TurnPlace& place, const std::stop_token& stop,
                 const Waiting& waiting) const {
  if (folder_.empty()) return {};
  Line line(folder_, place);
  if (!line.trouble().empty()) return without(line);
  while (true) {
    if (stop.stop_requested()) throw Cancelled();
    const TurnQueue queue = line.look();
    if (line.take(queue)) return line.turn();
    if (waiting) waiting(queue);
    sleep_for(50ms, stop);
  }
}

std::optional<Turn> Turns::try_take(const TurnPlace& place, TurnQueue& busy) const {
  if (folder_.empty()) return Turn();
  Line line(folder_, place);
  if (!line.trouble().empty()) return without(line);
  busy = line.look();
  if (!line.take(busy)) return {};
  return line.turn();
}

}  // namespace livewarp
