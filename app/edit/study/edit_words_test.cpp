#include "app/edit/study/edit_words.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/edit/verdict_stream.h"

namespace livewarp {
namespace {

class EditWords : public testing::Test {
 protected:
  static Json line(const char* space, double requests, double cost, double ideal) {
    return {{"space", space},
            {"requests", requests},
            {"sectors", cost},
            {"ideal_sectors", ideal},
            {"wavefronts", cost},
            {"ideal_wavefronts", ideal},
            {"findings", Json::array()},
            {"file", "my.cuh"},
            {"line", 7}};
  }
  static Json counted(double sectors, double lanes) {
    Json kernel{{"kernel", "scale<float>"},
                {"warps", 4},
                {"active_lanes", lanes},
                {"lines", {line("global", 10, sectors, 40)}}};
    return {{"kernels", {kernel}}};
  }
  EditWords() {
    subject.origin.kernel = "scale";
    study.file = "my.cuh";
    study.code.hindrance = "there is no NVRTC here";
    study.no_gpu = "no CUDA device";
  }
  KernelVerdict& host(KernelOutcome outcome) {
    study.host.emplace();
    study.host->outcome = outcome;
    return *study.host;
  }
  ui::EditVerdict verdict() const { return edit_verdict(subject, study, text); }
  static const ui::EditFigure* figure(const ui::EditVerdict& shown, const std::string& label) {
    const auto found = std::ranges::find(shown.figures, label, &ui::EditFigure::label);
    return found == shown.figures.end() ? nullptr : &*found;
  }

  EditSubject subject;
  EditStudy study;
  ui::SharedText text = std::make_shared<const std::string>("text");
};

// By hand: 80 sectors over 10 requests are 8, of the original 40 over 10 are 4.
TEST_F(EditWords, CountsStandBesideTheOriginals) {
  host(KernelOutcome::right).scope = "every output";
  study.host->counted = counted(80, 16);
  study.original = counted(40, 32);
  const ui::EditVerdict shown = verdict();
  EXPECT_EQ(shown.outcome, ui::EditOutcome::right);
  EXPECT_EQ(shown.head, "right: every output");
  ASSERT_TRUE(figure(shown, "sectors a request"));
  EXPECT_EQ(figure(shown, "sectors a request")->original, "4.00");
  EXPECT_EQ(figure(shown, "sectors a request")->edited, "8.00");
  EXPECT_TRUE(figure(shown, "sectors a request")->worse);
  EXPECT_EQ(figure(shown, "active lanes")->edited, "16.0");
  EXPECT_TRUE(figure(shown, "active lanes")->worse);
  EXPECT_FALSE(figure(shown, "global requests")->worse) << "as many as before";
  EXPECT_FALSE(figure(shown, "wavefronts a request")) << "it has no shared memory";
  EXPECT_EQ(shown.time, "");
  EXPECT_EQ(shown.no_time, "no CUDA device");
  EXPECT_FALSE(shown.measuring);
}

TEST_F(EditWords, AReasonStandsAtItsLine) {
  host(KernelOutcome::wrong).text = "my.cuh:12: row 3 is wrong";
  ui::EditVerdict shown = verdict();
  ASSERT_EQ(shown.messages.size(), 1u);
  EXPECT_EQ(shown.messages[0].line, 12);
  EXPECT_EQ(shown.messages[0].text, "row 3 is wrong");
  EXPECT_EQ(shown.reason, "");
  host(KernelOutcome::misused).text = "kernel scale, block (0, 0, 0), my.cuh:9: writes 4 bytes";
  shown = verdict();
  ASSERT_EQ(shown.messages.size(), 1u);
  EXPECT_EQ(shown.messages[0].line, 9);
  EXPECT_EQ(shown.messages[0].text, "kernel scale, block (0, 0, 0), line 9: writes 4 bytes");
  host(KernelOutcome::stopped).text = "all launches together take longer than a check may";
  shown = verdict();
  EXPECT_TRUE(shown.messages.empty());
  EXPECT_EQ(shown.reason, "all launches together take longer than a check may");
  for (const KernelOutcome outcome :
       {KernelOutcome::wrong, KernelOutcome::misused, KernelOutcome::stopped,
        KernelOutcome::refused, KernelOutcome::not_compiled}) {
    host(outcome);
    EXPECT_EQ(verdict().outcome, ui::EditOutcome::wrong) << name_of(outcome);
    EXPECT_TRUE(verdict().figures.empty());
  }
}

TEST_F(EditWords, OnlyWhatIsVerifiedOnAGpuHasATime) {
  host(KernelOutcome::right);
  study.no_gpu.clear();
  EXPECT_TRUE(verdict().measuring) << "it can run there, and has not";
  EXPECT_EQ(verdict().no_time, "");
  study.gpu.emplace();
  study.gpu->outcome = KernelOutcome::wrong;
  study.gpu->times = EditedTimes{2, 1, {}};
  EXPECT_EQ(verdict().time, "");
  EXPECT_EQ(verdict().outcome, ui::EditOutcome::wrong);
  EXPECT_EQ(verdict().head, "wrong result on the GPU");
  study.gpu->outcome = KernelOutcome::right;
  EXPECT_TRUE(verdict().time.starts_with("1.000 ms a step, edited; 2.000 ms, the original"))
      << verdict().time;
  EXPECT_FALSE(verdict().measuring);
}

TEST_F(EditWords, WhatNobodyRanIsNotCalledRight) {
  study.no_host = "there is no g++";
  study.code.hindrance.clear();
  study.code.cubin.resize(1);
  ui::EditVerdict shown = verdict();
  EXPECT_EQ(shown.outcome, ui::EditOutcome::unknown);
  EXPECT_EQ(shown.head, "compiles for a GPU, and nobody has compared its result");
  study.code.cubin.clear();
  study.code.messages = {{true, "my.cuh", 4, 1, "expected a ;"}};
  shown = verdict();
  EXPECT_EQ(shown.outcome, ui::EditOutcome::wrong);
  EXPECT_EQ(shown.head, "does not compile");
  ASSERT_EQ(shown.messages.size(), 1u);
  EXPECT_EQ(shown.messages[0].line, 4);
}

TEST(MissingTools, SayInASentenceWhatCanBeDone) {
  EXPECT_EQ(missing_tools_text("", "", false), "");
  const auto says = [](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  says(missing_tools_text("", "no NVRTC", false), "checked on the emulator");
  says(missing_tools_text("no g++", "", false), "errors at their lines, nothing run");
  says(missing_tools_text("no g++", "", true), "verified and timed on the GPU");
  says(missing_tools_text("no g++", "no NVRTC", true), "written and saved here, and not tried");
}

// What nobody has compared elsewhere is compared at all sizes on the GPU.
TEST_F(EditWords, AGpuComparesSomeSizesOnceTheEmulatorHasComparedAll) {
  EXPECT_EQ(study.sizes_on_gpu(), CheckDepth::all) << "nobody has compiled it for the emulator";
  host(KernelOutcome::right);
  EXPECT_EQ(study.sizes_on_gpu(), CheckDepth::some);
  for (const KernelOutcome outcome :
       {KernelOutcome::wrong, KernelOutcome::stopped, KernelOutcome::misused}) {
    host(outcome);
    EXPECT_EQ(study.sizes_on_gpu(), CheckDepth::all);
  }
}

}  // namespace
}  // namespace livewarp
