#include "app/turns/turns.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <mutex>
#include <thread>

#include "app/testing/test_context.h"
#include "app/turns/locked_file.h"
#include "app/turns/turn_keeper.h"
#include "kernels/core/base/error.h"
#include "kernels/core/base/fault.h"

/// Descriptors of one process lock one another out as those of two do; where a process ends or
/// stands still, there are two.
namespace livewarp {
namespace {

using namespace std::chrono_literals;

class TurnsTest : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
  Turns turns_{folder_.file("turns")};
  TurnPlace place_{"gpu-0000:17:00.0", "the GPU"};

  Turn take() const { return turns_.take(place_, {}, {}); }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.file("turns")))
      count += std::size_t(entry.is_regular_file());
    return count;
  }
};

/// A process that takes a turn and keeps it until it is killed. It says on a pipe when it has it.
class OtherProcess {
 public:
  explicit OtherProcess(const std::function<Turn()>& take) {
    if (pipe(pipe_.data()) != 0) throw Error("no pipe");
    id_ = fork();
    if (id_ != 0) return;
    const Turn turn = take();
    if (write(pipe_[1], "!", 1) != 1) _exit(1);
    while (true) pause();
  }
  ~OtherProcess() {
    end();
    for (const int end : pipe_) close(end);
  }
  OtherProcess(const OtherProcess&) = delete;
  OtherProcess& operator=(const OtherProcess&) = delete;

  int id() const { return id_; }
  void wait_until_it_has_it() {
    char said = 0;
    while (read(pipe_[0], &said, 1) != 1) {
    }
  }
  void stop() const { kill(id_, SIGSTOP); }
  void end() {
    if (id_ <= 0) return;
    kill(id_, SIGKILL);
    waitpid(id_, nullptr, 0);
    id_ = 0;
  }

 private:
  std::array<int, 2> pipe_{};
  pid_t id_ = 0;
};

TEST_F(TurnsTest, WhereNobodyMeasuresNobodyIsWaitedFor) {
  for (int i = 0; i < 3; ++i) {
    const Turn turn =
        turns_.take(place_, {}, [](const TurnQueue&) { ADD_FAILURE() << "nobody is there"; });
    EXPECT_TRUE(turn.held());
    EXPECT_EQ(turn.note(), "");
  }
  EXPECT_EQ(files(), 1u) << "the lock alone stays";
}

TEST_F(TurnsTest, AnotherPlaceIsFree) {
  const Turn turn = take();
  TurnQueue busy;
  EXPECT_TRUE(turns_.try_take(cpu_place(), busy));
  EXPECT_FALSE(turns_.try_take(place_, busy));
}

TEST_F(TurnsTest, WhoWaitsSeesWhoHasIt) {
  Turn first = take();
  std::atomic<bool> waits = false, has = false;
  TurnQueue seen;
  std::jthread other([&] {
    const Turn second = turns_.take(place_, {}, [&](const TurnQueue& queue) {
      if (!waits) seen = queue;
      waits = true;
    });
    has = second.held();
  });
  while (!waits) std::this_thread::yield();
  EXPECT_FALSE(has);
  first = {};
  other.join();
  EXPECT_TRUE(has);
  ASSERT_TRUE(seen.holder);
  EXPECT_EQ(seen.holder->pid, getpid());
  EXPECT_FALSE(seen.holder->user.empty());
  EXPECT_NE(seen.holder->command.find("livewarp_app_test"), std::string::npos);
  EXPECT_GT(seen.holder->since, 0);
  EXPECT_EQ(seen.place, 1);
}

TEST_F(TurnsTest, TheyComeInTheirOrder) {
  Turn first = take();
  std::mutex mutex;
  std::vector<int> order;
  std::array<std::atomic<int>, 4> place{};
  std::vector<std::jthread> waiting;
  for (int number = 0; number < 4; ++number) {
    waiting.emplace_back([&, number] {
      const Turn turn =
          turns_.take(place_, {}, [&](const TurnQueue& queue) { place.at(number) = queue.place; });
      const std::lock_guard lock(mutex);
      order.push_back(number);
    });
    while (place.at(number) == 0) std::this_thread::yield();
    EXPECT_EQ(place.at(number), number + 1);
  }
  first = {};
  waiting.clear();
  EXPECT_EQ(order, (std::vector{0, 1, 2, 3}));
}

TEST_F(TurnsTest, AStopEndsTheWait) {
  const Turn first = take();
  std::stop_source stop;
  int told = 0;
  EXPECT_THROW(turns_.take(place_, stop.get_token(),
                           [&](const TurnQueue&) {
                             if (++told == 3) stop.request_stop();
                           }),
               Cancelled);
  EXPECT_EQ(told, 3);
  EXPECT_EQ(files(), 2u) << "the lock, and the one who has it";
}

TEST_F(TurnsTest, WhatAKilledProcessHadIsFree) {
  OtherProcess other([this] { return take(); });
  other.wait_until_it_has_it();
  TurnQueue busy;
  EXPECT_FALSE(turns_.try_take(place_, busy));
  ASSERT_TRUE(busy.holder);
  EXPECT_EQ(busy.holder->pid, other.id());
  other.end();
  EXPECT_TRUE(take().held());
  EXPECT_EQ(files(), 1u) << "nothing of it is left";
}

TEST_F(TurnsTest, OneWhoStandsStillHoldsNobodyUp) {
  Turn first = take();
  OtherProcess other([this] { return take(); });
  TurnQueue busy;
  while (busy.place == 1) EXPECT_FALSE(turns_.try_take(place_, busy));
  other.stop();
  first = {};
  int places = 0;
  const Turn turn = turns_.take(place_, {}, [&](const TurnQueue& queue) { places = queue.place; });
  EXPECT_TRUE(turn.held());
  EXPECT_EQ(places, 2) << "it was waited for at first";
}

TEST_F(TurnsTest, WithoutAFolderOneGoesOnWithANote) {
  std::ofstream(folder_.file("file")) << "no folder";
  for (const char* name : {"file", "file/in", "no/where"}) {
    const Turn turn = Turns(folder_.file(name)).take(place_, {}, {});
    EXPECT_FALSE(turn.held());
    EXPECT_TRUE(turn.note().starts_with("no turns are taken with other processes: "))
        << turn.note();
    TurnQueue busy;
    const std::optional<Turn> unwaited = Turns(folder_.file(name)).try_take(place_, busy);
    ASSERT_TRUE(unwaited);
    EXPECT_EQ(unwaited->note(), turn.note()) << "whoever does not wait is told too";
  }
  const Fault fault("open", 0, Fault::unknown, 100);
  EXPECT_NE(take().note(), "");
}

TEST_F(TurnsTest, WhereFilesCannotBeLockedOneGoesOnWithANote) {
  const Fault fault("flock", 0, Fault::unknown, 100);
  const Turn turn = take();
  EXPECT_FALSE(turn.held());
  EXPECT_TRUE(turn.note().ends_with(": its files cannot be locked")) << turn.note();
  EXPECT_EQ(files(), 1u) << "nothing is left but the lock";
}

// As one that stands in the lock's place: to open it would wait for whoever writes.
TEST_F(TurnsTest, APipeIsNotWaitedFor) {
  std::filesystem::create_directory(folder_.file("turns"));
  ASSERT_EQ(mkfifo(folder_.file("turns/" + place_.id + ".lock").c_str(), 0600), 0);
  EXPECT_FALSE(take().held());
}

TEST_F(TurnsTest, WhatWasLeftBeforeItWasSeenIsRemoved) {
  take();
  const std::string left = folder_.file("turns/" + place_.id + ".0.ticket.new");
  const std::string fresh = folder_.file("turns/" + place_.id + ".1.ticket.new");
  for (const std::string& name : {left, fresh}) std::ofstream(name) << "waits";
  using FileClock = std::filesystem::file_time_type::clock;
  std::filesystem::last_write_time(left, FileClock::now() - 2min);
  take();
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(fresh)) << "somebody may be about to take it";
}

TEST_F(TurnsTest, NoneAreTakenWhereThatIsAskedFor) {
  setenv("LIVEWARP_TURNS", "off", 1);
  const Turn turn = Turns().take(place_, {}, {});
  unsetenv("LIVEWARP_TURNS");
  EXPECT_FALSE(turn.held());
  EXPECT_EQ(turn.note(), "");
}

// The folder is everybody's: what others left there must not lead out of it.
TEST_F(TurnsTest, ALinkIsNotFollowed) {
  std::filesystem::create_directory(folder_.file("turns"));
  std::ofstream(folder_.file("precious")) << "text";
  std::filesystem::create_symlink(folder_.file("precious"),
                                  folder_.file("turns/" + place_.id + ".lock"));
  EXPECT_FALSE(take().held());
  EXPECT_EQ(test::content_of(folder_.file("precious")), "text");
}

TEST_F(TurnsTest, WhatOthersWroteHasNoControlCharacters) {
  take();
  const std::string ticket = folder_.file("turns/" + place_.id + ".0.ticket");
  LockedFile file = LockedFile::create(ticket);
  ASSERT_TRUE(file.try_lock());
  file.write("holds 1 0 evil\x1b[2J" + std::string(1000, 'x') + "\n");
  LockedFile lock = LockedFile::open(folder_.file("turns/" + place_.id + ".lock"));
  ASSERT_TRUE(lock.try_lock());
  TurnQueue busy;
  EXPECT_FALSE(turns_.try_take(place_, busy));
  ASSERT_TRUE(busy.holder);
  EXPECT_TRUE(busy.holder->command.starts_with("evil [2Jxxx")) << busy.holder->command;
  EXPECT_LT(busy.holder->command.size(), 200u);
  file.write("nonsense");
  EXPECT_FALSE(turns_.try_take(place_, busy));
  EXPECT_FALSE(busy.holder);
}

TEST_F(TurnsTest, WordsOfAQueue) {
  EXPECT_EQ(waiting_text(place_, {}), "waiting for the GPU; next");
  EXPECT_EQ(waiting_text(place_, {{}, 2}), "waiting for the GPU; 2nd in the queue");
  EXPECT_EQ(waiting_text(place_, {{}, 11}), "waiting for the GPU; 11th in the queue");
  EXPECT_EQ(waiting_text(place_, {{}, 23}), "waiting for the GPU; 23rd in the queue");
  const TurnTaker anna{"anna", "livewarp bench nbody", 4711, 0};
  const std::string text = waiting_text(place_, {anna, 1});
  EXPECT_TRUE(
      text.starts_with("waiting for the GPU: livewarp bench nbody of anna (pid 4711, since "))
      << text;
  EXPECT_TRUE(text.ends_with(") measures; next"));
}

TEST_F(TurnsTest, AKeeperHasWhatItNeedsAndNothingElse) {
  const auto free = [&](const TurnPlace& place) {
    TurnQueue busy;
    return turns_.try_take(place, busy).has_value();
  };
  TurnKeeper keeper(&turns_, {}, {});
  keeper.need({place_});
  keeper.need({place_, place_});
  EXPECT_FALSE(free(place_));
  EXPECT_TRUE(free(cpu_place()));
  keeper.need({place_, cpu_place()});
  EXPECT_FALSE(free(place_) || free(cpu_place()));
  keeper.need({cpu_place()});
  EXPECT_FALSE(free(place_)) << "it has enough";
  keeper.release();
  keeper.need({cpu_place()});
  EXPECT_TRUE(free(place_));
  keeper.need({place_});
  EXPECT_TRUE(free(cpu_place())) << "it lets go before it waits";
  keeper.release();
  EXPECT_TRUE(free(place_));
  EXPECT_TRUE(free(cpu_place()));
  TurnKeeper none(nullptr, {}, {});
  none.need({place_});
  EXPECT_TRUE(free(place_));
}

TEST_F(TurnsTest, AKeeperMayRefuseToWait) {
  TurnKeeper first(&turns_, {}, {}), second(&turns_, {}, {});
  second.refuse_to_wait();
  first.need({place_});
  try {
    second.need({place_});
    ADD_FAILURE() << "somebody has it";
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("somebody else measures on the GPU: "))
        << error.what();
  }
  first.release();
  EXPECT_NO_THROW(second.need({place_}));
}

}  // namespace
}  // namespace livewarp
