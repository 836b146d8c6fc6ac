#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "app/measure/json_report.h"
#include "app/reports/saved_report.h"
#include "app/testing/test_commands.h"
#include "app/testing/toy_workload.h"
#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

using test::has;

class SavedReportTest : public testing::Test {
 protected:
  /// What a bench, or another command, wrote of the toy.
  Json written(const std::string& command = "bench toy --backend cpu --time 0.02") {
    const auto toy = test::make_toy();
    test::Bench bench({toy.get()});
    EXPECT_EQ(test::run(bench, command + " --json " + folder_.file("written.json")), exit_ok)
        << bench.err.str();
    return Json::parse(test::content_of(folder_.file("written.json")));
  }
  static std::string refusal(const std::string& text) {
    try {
      parse_report(text, "a.json");
    } catch (const Error& error) {
      return error.what();
    }
    return {};
  }

  test::TemporaryFolder folder_;
};

TEST_F(SavedReportTest, WhatBenchWroteIsReadBack) {
  const Json json = written();
  const SavedReport report = read_report(folder_.file("written.json"));
  ASSERT_EQ(report.results.size(), json["results"].size());
  const SavedResult& result = report.results.front();
  const Json& of_json = json["results"][0];
  EXPECT_EQ(result.median_ms, of_json["median_ms"].get<double>());
  EXPECT_EQ(result.rate, of_json["rate"].get<double>());
  EXPECT_EQ(result.rate_unit, of_json["rate_unit"].get<std::string>());
  EXPECT_EQ(std::get<std::int64_t>(result.problem.at("n")), of_json["problem"]["n"]);
  EXPECT_EQ(result.version, json["version"].get<std::string>());
  EXPECT_EQ(result.date.size(), std::string("2026-01-31").size());
  EXPECT_TRUE(result.is_timed());
  EXPECT_TRUE(has(report.machine(), report.cpu)) << report.machine();
}

TEST_F(SavedReportTest, SweepsAndChecksAreReportsToo) {
  written("sweep toy --backend cpu --over size --from 256 --to 1024 --time 0.02");
  EXPECT_GT(read_report(folder_.file("written.json")).results.size(), 1U);
  written("verify toy --backend cpu");
  const SavedReport checked = read_report(folder_.file("written.json"));
  ASSERT_FALSE(checked.results.empty());
  EXPECT_FALSE(checked.results.front().is_timed());
  EXPECT_FALSE(checked.results.front().no_time.empty());
}

TEST_F(SavedReportTest, WhatIsNotVerifiedHasNoNumbers) {
  Json json = written();
  json["results"][0]["verified"] = false;
  const SavedReport report = parse_report(json.dump(), "a.json");
  EXPECT_FALSE(report.results[0].is_timed());
  EXPECT_EQ(report.results[0].rate, 0);
  EXPECT_FALSE(report.results[0].no_time.empty());
}

TEST_F(SavedReportTest, ANameIsShortInTheHeadOfAColumn) {
  Json json = written();
  json["machine"]["cpu"]["name"] = "AMD EPYC 9654 Processor";
  EXPECT_EQ(parse_report(json.dump(), "a.json").short_name(), "EPYC 9654");
  json["machine"]["gpus"] = {{{"name", "NVIDIA GeForce RTX 4090"}}};
  json["results"][0]["executor"] = "cuda";
  EXPECT_EQ(parse_report(json.dump(), "a.json").short_name(), "RTX 4090");
}

TEST_F(SavedReportTest, EachRefusalIsASentenceThatSaysWhatIsWrong) {
  const Json good = written();
  const auto with = [&](const char* key, const Json& value) {
    Json changed = good;
    changed["results"][0][key] = value;
    return refusal(changed.dump());
  };
  EXPECT_EQ(refusal(good.dump()), "");
  EXPECT_TRUE(has(refusal(good.dump().substr(0, 200)), "only the beginning of one"));
  EXPECT_TRUE(has(refusal(""), "is no JSON file"));
  EXPECT_TRUE(has(refusal("\xff\xfe{}"), "is no JSON file"));
  EXPECT_TRUE(has(refusal("[1, 2]"), "it is no object"));
  EXPECT_TRUE(has(refusal("{}"), "\"machine\" is no object"));
  EXPECT_TRUE(has(refusal(R"({"machine": {}})"), "no list \"results\""));
  EXPECT_TRUE(has(with("median_ms", "fast"), "\"median_ms\" is no number"));
  EXPECT_TRUE(has(with("median_ms", -1), "\"median_ms\" is -1, which none can be"));
  EXPECT_TRUE(has(with("variant", 7), "\"variant\" is no text"));
  EXPECT_TRUE(has(with("variant", ""), "\"variant\" is missing"));
  EXPECT_TRUE(has(with("verified", 1), "\"verified\" is neither true nor false"));
  EXPECT_TRUE(has(with("problem", Json{{"n", Json::array()}}), "\"n\" is neither number, text"));
  EXPECT_TRUE(has(with("launch", "block"), "\"launch\" is no object"));
  EXPECT_TRUE(has(with("problem", Json{{"n", std::numeric_limits<std::uint64_t>::max()}}),
                  "\"n\" is larger than any number"));
  // JSON has no NaN, and no number that is none of ours.
  std::string text = good.dump();
  const std::size_t at = text.find("\"median_ms\":") + std::string("\"median_ms\":").size();
  const std::size_t end = text.find(',', at);
  for (const char* value : {"nan", "NaN", "1e999", "-inf"})
    EXPECT_TRUE(has(refusal(text.substr(0, at) + value + text.substr(end)), "is no JSON file"))
        << value;
  Json versionless = good;
  versionless.erase("version");
  EXPECT_TRUE(has(refusal(versionless.dump()), "\"version\" is missing"));
}

TEST_F(SavedReportTest, FilesThatAreNoneAreRefused) {
  const auto refused = [](const std::string& path) {
    try {
      read_report(path);
    } catch (const Error& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_TRUE(has(refused(folder_.file("none.json")), "cannot read"));
  EXPECT_TRUE(has(refused(folder_.file("")), "is a folder"));
  std::ofstream(folder_.file("huge.json")) << std::string(largest_report + 10, ' ');
  EXPECT_TRUE(has(refused(folder_.file("huge.json")), "is larger than 16 MiB"));
  std::ofstream(folder_.file("deep.json")) << std::string(1'000'000, '[');
  EXPECT_TRUE(has(refused(folder_.file("deep.json")), "is no JSON file"));
}

/// Changes a value somewhere, or the bytes.
std::string changed(const std::string& text, std::mt19937& random) {
  const auto below = [&](std::size_t n) { return std::size_t(random() % n); };
  const std::vector<std::string> odd{"null",
                                     "-1",
                                     "1e308",
                                     "1e999",
                                     "NaN",
                                     "[]",
                                     "{}",
                                     "true",
                                     "\"\"",
                                     "\"x\"",
                                     "[[",
                                     "18446744073709551615",
                                     "\"\\u0000\\n\"",
                                     "\"\\ud800\"",
                                     "0"};
  std::string next = text;
  for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
    const std::size_t at = below(next.size());
    if (below(3) == 0) {
      next[at] = char(random());
    } else if (below(6) == 0) {
      next.erase(at, below(200));
    } else if (const std::size_t colon = next.find(':', at); colon != std::string::npos) {
      const std::size_t end = next.find_first_of(",}]", colon);
      if (end != std::string::npos)
        next.replace(colon + 1, end - colon - 1, odd[below(odd.size())]);
    }
    if (next.empty()) next = "{";
  }
  return next;
}

// Whatever stands in a file: it is read, and holds what it promises, or it is refused in one line.
TEST_F(SavedReportTest, AnyBytesAreAReportOrRefusedInOneLine) {
  const std::string good = written().dump();
  std::mt19937 random(20260131);
  int read = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    const std::string text = changed(good, random);
    try {
      const SavedReport report = parse_report(text, "a.json");
      for (const SavedResult& result : report.results) {
        ASSERT_TRUE(std::isfinite(result.median_ms) && result.median_ms >= 0) << text;
        ASSERT_TRUE(std::isfinite(result.rate) && result.rate >= 0) << text;
        ASSERT_TRUE(result.verified || !result.is_timed()) << text;
        ASSERT_FALSE(result.variant.empty() || result.version.empty()) << text;
      }
      ++read;
    } catch (const Error& error) {
      ASSERT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      ++refused;
    }
  }
  EXPECT_GT(read, 200);
  EXPECT_GT(refused, 200);
}

}  // namespace
}  // namespace livewarp
