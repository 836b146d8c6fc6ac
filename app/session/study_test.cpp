// A variant that cannot run here, studied beside the run.
#include "app/session/study.h"

#include "app/testing/session_fixture.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;

class StudiedVariant : public test::SessionTest {
 protected:
  Choice running(const std::string& workload = "nbody", const std::string& variant = "vector") {
    return default_choice(*registry_.find(workload), variant, Backend::cpu);
  }
  static Choice wanted(Session& session, Study& study, const std::string& variant) {
    return study.choice_of(session, *session.workload().find(variant));
  }
};

TEST_F(StudiedVariant, EachVariantKeepsItsOwnSettingAndTheRunIsNotTouched) {
  Session session(registry_, machine_, running());
  const Choice before = session.choice();
  Study study;
  Choice naive = wanted(session, study, "naive");
  EXPECT_EQ(naive.problem, before.problem);
  naive.launch["block"] = std::string("64");
  naive.memory = MemoryMode::mapped;
  study.want(session, naive);
  ASSERT_TRUE(study.choice());
  EXPECT_EQ(study.choice()->memory, MemoryMode::mapped);
  study.want(session, wanted(session, study, "shared"));
  EXPECT_EQ(study.choice()->variant, "shared");
  EXPECT_NE(get_text(study.choice()->launch, "block"), "64");
  EXPECT_EQ(get_text(wanted(session, study, "naive").launch, "block"), "64");
  study.want(session, {});
  EXPECT_FALSE(study.choice());
  EXPECT_EQ(session.choice(), before);
}

TEST_F(StudiedVariant, WhatCannotBeLeavesTheSettingBefore) {
  Session session(registry_, machine_, running());
  Study study;
  Choice wrong = wanted(session, study, "naive");
  const std::string block = get_text(wrong.launch, "block");
  wrong.launch["block"] = std::string("4096");
  study.want(session, wrong);
  EXPECT_EQ(get_text(study.choice()->launch, "block"), block);
  study.want(session, session.choice());
  EXPECT_FALSE(study.choice()) << "what runs is not studied";
  Choice elsewhere = wanted(session, study, "naive");
  elsewhere.workload = "heat";
  study.want(session, elsewhere);
  EXPECT_FALSE(study.choice());
}

TEST_F(StudiedVariant, TheEmulatorFindsASoundVariantRight) {
  Session session(registry_, machine_, running("transpose", "blocked"));
  Study study;
  study.want(session, wanted(session, study, "naive"));
  ASSERT_TRUE(study.choice());
  ASSERT_EQ(study.emulator_reason(session.workload(), *study.choice()), "");
  EXPECT_FALSE(study.found(*study.choice()));
  study.verify(session);
  EXPECT_TRUE(study.verifying());
  EXPECT_NE(study.strip().name.find(session.workload().find("naive")->title), std::string::npos);
  const auto end = std::chrono::steady_clock::now() + 120s;
  while (study.verifying() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(1ms);
    study.poll();
  }
  ASSERT_TRUE(study.found(*study.choice()));
  EXPECT_EQ(study.found(*study.choice())->verdict, Verdict::at_check_sizes);
  study.verify(session);
  study.cancel();
  EXPECT_FALSE(study.verifying());
}

TEST_F(StudiedVariant, WhatTheEmulatorCannotDoIsSaid) {
  Session session(registry_, machine_,
                  running("scaling", registry_.find("scaling")->info().default_cpu));
  Study study;
  EXPECT_NE(study.emulator_reason(session.workload(), wanted(session, study, "npp")), "");
  EXPECT_NE(study.emulator_reason(session.workload(), session.choice()), "");
}

}  // namespace
}  // namespace livewarp
