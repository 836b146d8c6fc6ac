// Files that are named on the command line, opened beside the frames, and looked for in a dialog.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <thread>

#include "app/base/file_dialog.h"
#include "app/base/file_opener.h"
#include "app/base/platform.h"
#include "app/options/choice_options.h"
#include "app/program/command_line.h"
#include "app/program/run_program.h"
#include "app/testing/test_context.h"
#include "app/testing/window_command_test.h"

namespace livewarp {
namespace {

using namespace std::chrono_literals;
using test::TemporaryFolder;

class Files : public testing::Test {
 protected:
  std::string picture(const std::string& name) const {
    std::string path = folder.file(name);
    std::ofstream(path) << "P2 2 1 255 0 255";
    return path;
  }
  Choice parsed(std::vector<std::string> args) const {
    args.insert(args.begin(), "heat");
    return test::window(parse_command_line(workloads, machine, args)).choice();
  }

  Registry registry;
  std::vector<const Workload*> workloads = workloads_of(registry);
  const Workload& heat = *registry.find("heat");
  TemporaryFolder folder;
  Machine machine = test::machine_without_gpu();
};

TEST_F(Files, NamingOneSelectsWhatItIsFor) {
  const std::string path = picture("a.pgm");
  const Choice choice = parsed({"--image", path});
  EXPECT_EQ(get_text(choice.problem, "image"), path);
  EXPECT_EQ(get_text(choice.problem, "start"), "image");
  EXPECT_EQ(get_text(parsed({"--image", path, "--start", "disc"}).problem, "start"), "disc");
  EXPECT_EQ(get_text(parsed({}).problem, "start"), "random");
}

TEST_F(Files, ARelativePathIsKeptFromTheRoot) {
  const std::string path = picture("b.pgm");
  const std::string relative = std::filesystem::relative(path).string();
  EXPECT_EQ(get_text(parsed({"--image", relative}).problem, "image"),
            std::filesystem::absolute(path).lexically_normal().string());
}

TEST_F(Files, CommandLinesReadBack) {
  for (const char* name : {"plain.pgm", "two words.pgm", "it's.pgm", "$HOME & co;.pgm"})
    for (const char* start : {"random", "disc", "image"}) {
      Choice choice = parsed({"--image", picture(name)});
      choice.problem["start"] = std::string(start);
      // A shell makes the words, one a line.
      const std::string line = to_command_line(heat, choice, "printf '%s\\n'");
      FILE* shell = popen(line.c_str(), "r");
      std::string text;
      for (int c = 0; (c = std::fgetc(shell)) != EOF;) text += char(c);
      pclose(shell);
      std::istringstream lines(text);
      std::vector<std::string> args;
      for (std::string word; std::getline(lines, word);) args.push_back(word);
      EXPECT_EQ(test::window(parse_command_line(workloads, machine, args)).choice(), choice)
          << line;
    }
}

TEST_F(Files, OneThatIsCalledLikeAWorkloadIsAFile) {
  const std::filesystem::path before = std::filesystem::current_path();
  picture("nbody");
  std::filesystem::current_path(folder.file(""));
  const Invocation invocation =
      parse_command_line(workloads, machine, {"--image", "nbody", "heat"});
  std::filesystem::current_path(before);
  EXPECT_EQ(get_text(test::window(invocation).choice().problem, "image"), folder.file("nbody"));
}

TEST_F(Files, WhatCannotBeOpenedIsABadRequestOfEveryCommand) {
  const std::string missing = folder.file("none.png"), text = folder.file("text.png");
  std::ofstream(text) << "Dear all";
  for (const std::string& path : {missing, text, folder.file("")})
    for (const std::string command : {"bench heat", "verify heat", "shot heat", "heat"}) {
      std::vector<std::string> args = test::words(command);
      args.insert(args.end(), {"--start", "image", "--image", path});
      if (command == "shot heat") args.push_back(folder.file("out.png"));
      std::ostringstream out, err;
      EXPECT_EQ(run_program(args, out, err), exit_bad_request) << command;
      EXPECT_TRUE(err.str().starts_with("livewarp: cannot read " + path)) << err.str();
      EXPECT_TRUE(out.str().empty()) << out.str();
      EXPECT_FALSE(std::filesystem::exists(folder.file("out.png")));
    }
}

TEST_F(Files, BenchAndVerifyRunFromAPicture) {
  const std::string path = picture("c.pgm");
  std::ostringstream out, err;
  EXPECT_EQ(run_program({"verify", "heat", "--variant", "scalar", "--nx", "40", "--ny", "30",
                         "--image", path},
                        out, err),
            exit_ok)
      << err.str();
  EXPECT_NE(out.str().find("verified"), std::string::npos) << out.str();
  EXPECT_EQ(run_program({"bench", "heat", "--variant", "scalar", "--nx", "40", "--ny", "30",
                         "--time", "0.05", "--image", path},
                        out, err),
            exit_ok)
      << err.str();
}

TEST_F(Files, BodiesComeFromOneAndAreCounted) {
  const std::string path = folder.file("three.csv");
  std::ofstream(path) << "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,0,0,0,1,0,0\n0,2,0,0.7,0,0,0\n";
  const Invocation invocation = parse_command_line(workloads, machine, {"nbody", "--bodies", path});
  const Choice choice = test::window(invocation).choice();
  EXPECT_EQ(get_text(choice.problem, "start"), "file");
  EXPECT_EQ(get_integer(choice.problem, "n"), 3);
  std::ostringstream out, err;
  EXPECT_EQ(run_program({"verify", "nbody", "--variant", "scalar", "--bodies", path}, out, err),
            exit_ok)
      << err.str();
}

TEST_F(Files, WhatContradictsAFileIsRefused) {
  const std::string path = folder.file("two.csv");
  std::ofstream(path) << "x,y,z,vx,vy,vz,m\n0,0,0,0,0,0,1\n1,0,0,0,1,0,0\n";
  const auto refusal = [&](const std::string& options) {
    std::vector<std::string> args = test::words("bench nbody --backend cpu --time 0.01 " + options);
    std::ostringstream out, err;
    EXPECT_EQ(run_program(args, out, err), exit_bad_request) << options;
    return err.str();
  };
  EXPECT_NE(refusal("--bodies " + path + " --n 100").find("--n 100: in the file it is 2"),
            std::string::npos);
  EXPECT_NE(refusal("--start file").find("name one with --bodies"), std::string::npos);
  EXPECT_NO_THROW(parse_command_line(workloads, machine, {"nbody", "--bodies", path, "--n", "2"}));
}

TEST_F(Files, AWrongLineIsABadRequestInOneLine) {
  const std::string path = folder.file("wrong.csv");
  std::ofstream(path) << "0 0 0 0 0 0 1\n1 0 0 0 1 0\n";
  for (const std::string command : {"bench nbody", "verify nbody", "nbody"}) {
    std::vector<std::string> args = test::words(command);
    args.insert(args.end(), {"--bodies", path});
    std::ostringstream out, err;
    EXPECT_EQ(run_program(args, out, err), exit_bad_request) << command;
    EXPECT_EQ(err.str(), "livewarp: " + path + ":2: 6 numbers, 7 wanted (x y z vx vy vz m)\n");
    EXPECT_TRUE(out.str().empty()) << out.str();
  }
}

/// What the opener says within ten seconds.
std::optional<FileOpener::Opened> outcome(FileOpener& opener) {
  const auto end = std::chrono::steady_clock::now() + 10s;
  while (std::chrono::steady_clock::now() < end) {
    if (auto opened = opener.take()) return opened;
    std::this_thread::sleep_for(1ms);
  }
  return {};
}

TEST_F(Files, AreOpenedBesideTheFrames) {
  FileOpener opener;
  EXPECT_FALSE(opener.take());
  opener.open({&heat, "image", picture("d.pgm"), false});
  ASSERT_TRUE(opener.reading());
  const auto good = outcome(opener);
  ASSERT_TRUE(good);
  EXPECT_FALSE(good->refusal);
  EXPECT_FALSE(opener.reading());
  opener.open({&heat, "image", folder.file("none.png"), false});
  const auto bad = outcome(opener);
  ASSERT_TRUE(bad && bad->refusal);
  EXPECT_EQ(std::string(bad->refusal->what()),
            "cannot read " + folder.file("none.png") + ": there is no such file");
}

TEST_F(Files, TheLastOneThatWasNamedCounts) {
  FileOpener opener;
  for (const char* name : {"e.pgm", "f.pgm", "g.pgm"})
    opener.open({&heat, "image", picture(name), false});
  const auto last = outcome(opener);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->named.path, folder.file("g.pgm"));
  EXPECT_FALSE(opener.reading());
}

/// A program of that name that does what `script` says, found before all others.
void put_program(const TemporaryFolder& folder, const std::string& name,
                 const std::string& script) {
  const std::string path = folder.file(name);
  std::ofstream(path) << "#!/bin/sh\n" << script << "\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  setenv("PATH", (folder.file("") + ":" + environment("PATH")).c_str(), 1);
}

std::optional<std::string> chosen_in(FileDialog& dialog) {
  const auto end = std::chrono::steady_clock::now() + 20s;
  while (std::chrono::steady_clock::now() < end) {
    if (auto chosen = dialog.take()) return chosen;
    std::this_thread::sleep_for(5ms);
  }
  return {};
}

TEST_F(Files, TheDialogGivesWhatWasChosen) {
  put_program(folder, "zenity", "echo \"/home/a/two words.png\"");
  FileDialog dialog;
  EXPECT_EQ(dialog.unavailable(), "");
  EXPECT_FALSE(dialog.take());
  dialog.open("Open a picture", "/home/a", {"png"});
  EXPECT_EQ(dialog.unavailable(), "the dialog is open");
  EXPECT_EQ(chosen_in(dialog), "/home/a/two words.png");
  EXPECT_EQ(dialog.unavailable(), "");
}

TEST_F(Files, ACancelledDialogChoosesNothing) {
  put_program(folder, "zenity", "exit 1");
  FileDialog dialog;
  dialog.open("Open a picture", "", {"png"});
  EXPECT_EQ(chosen_in(dialog), "");
}

TEST_F(Files, AnOpenDialogIsClosedWithItsWindow) {
  put_program(folder, "zenity", "exec sleep 60");
  const auto start = std::chrono::steady_clock::now();
  {
    FileDialog dialog;
    dialog.open("Open a picture", "", {"png"});
    std::this_thread::sleep_for(300ms);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
}

TEST_F(Files, WithoutADialogProgramItSaysSo) {
  setenv("PATH", folder.file("").c_str(), 1);
  const FileDialog dialog;
  EXPECT_NE(dialog.unavailable().find("install zenity or kdialog"), std::string::npos);
}

}  // namespace
}  // namespace livewarp
