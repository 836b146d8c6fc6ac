// Files of bodies: what they say, and what is said of those that say it wrongly.
#include "kernels/nbody/nbody_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>

#include "kernels/core/base/error.h"
#include "kernels/core/base/text.h"
#include "kernels/nbody/nbody_test_support.h"

namespace livewarp {
namespace {

std::span<const std::uint8_t> bytes(const std::string& text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
std::vector<Body> bodies(const std::string& text) { return parse_bodies(bytes(text), "b.csv"); }

std::string refusal(const std::string& text) {
  try {
    bodies(text);
  } catch (const Error& error) {
    return error.what();
  }
  return "no refusal";
}

std::vector<double> numbers(const Body& b) {
  return {b.x.x, b.x.y, b.x.z, b.v.x, b.v.y, b.v.z, b.mass};
}

TEST(BodyFile, SaysSevenNumbersALineHoweverTheyAreSeparated) {
  const std::vector<double> first{1, -2.5, 3e-3, 0.1, 5, 6, 0.25}, second{7, 8, 9, 10, 11, 12, 0};
  for (const char* text : {
           "1,-2.5,3e-3,.1,5,6,0.25\n7,8,9,10,11,12,0\n",
           "1 -2.5 3e-3 0.1 5 6 0.25\n7 8 9 10 11 12 0",
           "x,y,z,vx,vy,vz,m\n1, -2.5 ,3e-3 , 0.1, +5,6,0.25\n\n7\t8\t9 10,11,12,0\n",
           "# made by hand\r\nX Y Z VX VY VZ Mass # their names\r\n1 -2.5 0.003 0.1 5 6 .25\r\n"
           "  # between\r\n  7 8 9 10 11 12 0 # no mass\r\n",
           "\xEF\xBB\xBF"
           "1,-2.5,3e-3,1e-1,5,6,25e-2\n7,8,9,10,11,12,0\n\n\n",
       }) {
    const std::vector<Body> read = bodies(text);
    ASSERT_EQ(read.size(), 2u) << text;
    EXPECT_EQ(numbers(read[0]), first) << text;
    EXPECT_EQ(numbers(read[1]), second) << text;
    EXPECT_EQ(count_bodies(bytes(text), "b.csv"), 2) << text;
  }
}

TEST(BodyFile, SaysInWhichLineWhatIsWrong) {
  const std::string good = "1,2,3,4,5,6,7\n";
  EXPECT_EQ(refusal(good + "# c\n\n1 2 3 4 5 6\n" + good),
            "b.csv:4: 6 numbers, 7 wanted (x y z vx vy vz m)");
  EXPECT_EQ(refusal(good + "1,2,3,4,5,6,7,8\n"), "b.csv:2: 8 numbers, 7 wanted (x y z vx vy vz m)");
  EXPECT_EQ(refusal(good + "5\n"), "b.csv:2: 1 number, 7 wanted (x y z vx vy vz m)");
  EXPECT_EQ(refusal(good + "1,2,three,4,5,6,7\n"), "b.csv:2: number 3 is \"three\": that is none");
  EXPECT_EQ(refusal(good + "1,2,,4,5,6,7\n"), "b.csv:2: number 3 is missing");
  EXPECT_EQ(refusal(good + "1,2,3,4,5,6,\n"), "b.csv:2: number 7 is missing");
  EXPECT_EQ(refusal("1,nan,3,4,5,6,7\n"), "b.csv:1: y is \"nan\": must be a finite number");
  EXPECT_EQ(refusal("1,2,3,4,-inf,6,7\n"), "b.csv:1: vy is \"-inf\": must be a finite number");
  EXPECT_EQ(refusal("1,2,3,4,5,6,-7\n"), "b.csv:1: m is \"-7\": a mass must not be negative");
  EXPECT_EQ(refusal("1,2,3e20,4,5,6,7\n"), "b.csv:1: z is \"3e20\": must be within \u00b11e12");
  EXPECT_EQ(refusal("1,2,3e999,4,5,6,7\n"),
            "b.csv:1: number 3 is \"3e999\": beyond what fp64 can hold");
  EXPECT_EQ(refusal("m x y z vx vy vz\n" + good), "b.csv:1: neither 7 numbers nor their names (x y "
                                                  "z vx vy vz m), with commas or blanks between");
  EXPECT_EQ(refusal(good + "x,y,z,vx,vy,vz,m\n"), "b.csv:2: number 1 is \"x\": that is none");
}

TEST(BodyFile, RefusesWhatHoldsNone) {
  EXPECT_EQ(refusal(""), "cannot read b.csv: the file is empty");
  EXPECT_EQ(refusal("# nothing\n\n"), "cannot read b.csv: there is no body in it");
  EXPECT_EQ(refusal("x,y,z,vx,vy,vz,m\n"), "cannot read b.csv: there is no body in it");
  EXPECT_EQ(refusal(std::string("\x89PNG\r\n\x1a\n\0\0\0", 11)),
            "cannot read b.csv: it is no text, byte 8 is 0");
}

TEST(BodyFile, ThatIsCutOffIsSuspected) {
  try {
    bodies("1,2,3,4,5,6,7\n1,2,3,4.2");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "b.csv:2: 4 numbers, 7 wanted (x y z vx vy vz m)");
    EXPECT_NE(error.advice().find("cut off"), std::string::npos);
  }
}

TEST(BodyFile, OfTooManyBodiesIsRefusedBeforeTheyAreRead) {
  std::string text;
  for (std::int64_t i = 0; i <= most_bodies_of_file; ++i) text += "1\n";
  EXPECT_EQ(refusal(text),
            "cannot read b.csv: it has 16,777,217 bodies, at most 16,777,216 can be taken");
}

// Many threads read it; lines are counted across what each of them reads.
TEST(BodyFile, OfAMillionLinesIsReadInOrderAndFast) {
  constexpr int count = 1'000'000, wrong = 765'432;
  std::string text = "x,y,z,vx,vy,vz,m\n";
  char line[128];
  for (int i = 0; i < count; ++i) {
    std::snprintf(line, sizeof line, "%d.25,%.9f,%.9f,0.123456789,-0.987654321,1e-3,1e-6\n", i,
                  1.0 / (i + 1), -0.5 * i);
    text += line;
  }
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Body> read = bodies(text);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  ASSERT_EQ(read.size(), std::size_t(count));
  for (int i = 0; i < count; ++i) ASSERT_EQ(read[std::size_t(i)].x.x, i + 0.25);
  EXPECT_LT(took.count(), 20) << "less than half a second where nothing else runs";
  std::size_t at = 0;
  for (int i = 0; i <= wrong; ++i) at = text.find('\n', at) + 1;
  text[at] = 'q';
  EXPECT_EQ(refusal(text).substr(0, 14), "b.csv:765434: ");
}

class NbodyFromFile : public NbodyVariants {
 protected:
  ~NbodyFromFile() override { std::remove(path_.c_str()); }
  void write(const std::string& text) { std::ofstream(path_) << text; }
  Choice from_file(const std::string& variant) const {
    Choice choice = default_choice(workload_, variant, Backend::cpu);
    choice.problem["start"] = std::string("file");
    choice.problem["bodies"] = path_;
    return checked_choice(workload_, choice);
  }
  const std::string path_ =
      testing::TempDir() + "livewarp_bodies_" + std::to_string(std::int64_t(getpid())) + ".csv";
};

TEST_F(NbodyFromFile, BodiesAreThoseOfTheFileAndAsManyInEitherPrecision) {
  write("0,0,0,0,0,0,0.9\n10,0,0,0,0.3,0,0.1\n-20.125,1,2,0,0,0.1,0\n");
  const Choice choice = from_file("vector");
  EXPECT_EQ(get_integer(choice.problem, "n"), 3);
  for (const char* precision : {"fp32", "fp64"}) {
    Choice chosen = choice;
    chosen.launch["precision"] = std::string(precision);
    const auto simulation = workload_.simulate(chosen, Executor::cpu);
    const HostState state = simulation->snapshot();
    EXPECT_EQ(body_of(state, 0, 2), (Double4{-20.125, 1, 2, 0}));
    EXPECT_NEAR(body_of(state, 1, 1).y, 0.3, chosen.launch == choice.launch ? 1e-7 : 0);
    // The picture reaches as far as most bodies, and so does its scale of speeds.
    EXPECT_NEAR(simulation->view().extent, 11, 1e-9);
    EXPECT_NEAR(simulation->view().legend_max, 0.125, 1e-9);
    EXPECT_TRUE(std::isfinite(body_of(stepped(chosen, Executor::cpu, 5), 0, 1).x));
    expect_right(workload_, chosen, Executor::cpu);
  }
}

TEST_F(NbodyFromFile, OneThatChangedSinceIsNotMistaken) {
  write("0,0,0,0,0,0,1\n1,0,0,0,1,0,0\n");
  const Choice choice = from_file("vector");
  write("0,0,0,0,0,0,1\n");
  try {
    workload_.initial_state(choice.problem);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), path_ + " has 1 body now, and had 2");
  }
  EXPECT_EQ(checked_choice(workload_, choice, &choice), choice) << "what is complete stays";
}

TEST_F(NbodyFromFile, WithoutAFileASphereIsThere) {
  Choice choice = default_choice(workload_, "vector", Backend::cpu);
  const HostState sphere = workload_.initial_state(choice.problem);
  choice.problem["start"] = std::string("file");
  EXPECT_EQ(checked_choice(workload_, choice).problem, choice.problem);
  EXPECT_EQ(workload_.initial_state(choice.problem).fields, sphere.fields);
}

}  // namespace
}  // namespace livewarp
