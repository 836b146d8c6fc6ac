// What is said, written and drawn of transfers, of points that a test makes up.
#include "app/lab/experiment.h"
#include "app/lab/transfer_report.h"

#include <gtest/gtest.h>

#include <sstream>

#include "kernels/core/base/error.h"

namespace livewarp {
namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

TransferPoint timed_point(TransferKind kind, TransferWay way, std::size_t bytes, double gbs) {
  TransferPoint point{.kind = kind, .way = way, .bytes = bytes};
  const double ms = double(bytes) * (way == TransferWay::both ? 2 : 1) / (gbs * 1e9) * 1000;
  point.ms = summarize(std::vector<double>{ms, ms, ms});
  return point;
}

/// A curve that rises to 50 GB/s, one that is wrong, one that is left out.
TransferResults some_results() {
  TransferResults results;
  for (const auto& [mib, gbs] : {std::pair{1, 20.0}, {2, 26.0}, {4, 50.0}, {8, 49.0}})
    results.points.push_back(
        timed_point(TransferKind::pinned, TransferWay::to_gpu, std::size_t(mib) * mebibyte, gbs));
  results.points.push_back(timed_point(TransferKind::pinned, TransferWay::both, 8 * mebibyte, 90));
  TransferPoint wrong{.kind = TransferKind::mapped, .way = TransferWay::from_gpu, .bytes = 1024};
  wrong.why_not = "byte 8 is not what was sent";
  wrong.wrong = true;
  results.points.push_back(wrong);
  for (const std::size_t bytes : {1024 * mebibyte, 2048 * mebibyte, 4096 * mebibyte}) {
    TransferPoint out{.kind = TransferKind::managed, .way = TransferWay::to_gpu, .bytes = bytes};
    out.why_not = "more, please";
    results.points.push_back(out);
  }
  results.points.push_back(timed_point(TransferKind::touch, TransferWay::host, mebibyte, 3));
  results.points.back().page_faults = 256;
  results.link.link = PciLink{5, 16};
  return results;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(TransferReport, SizesAreReadInAllTheirForms) {
  for (const char* text : {"64K", "64k", "64KiB", "64 KiB", "65536", "65,536", "65536b"})
    EXPECT_EQ(parse_transfer_size(text, "from"), 65536u) << text;
  EXPECT_EQ(parse_transfer_size("1G", "to"), std::size_t{1} << 30);
  for (const char* text : {"", "K", "3K", "512", "2G", "64Q", "-1K", "1.5M", "1Ki B", "6 4K", "0",
                           "99999999999999999999", "17179869184G"})
    try {
      parse_transfer_size(text, "from");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_TRUE(contains(error.what(), "--from")) << error.what();
      EXPECT_TRUE(contains(error.what(), "a power of two, 1K \u2026 1G")) << error.what();
    }
}

TEST(TransferReport, NamesAreReadOnce) {
  EXPECT_EQ(parse_transfer_kinds("pinned,memcpy,pinned"),
            (std::vector{TransferKind::pinned, TransferKind::copy}));
  EXPECT_EQ(parse_transfer_ways("both,to-gpu"),
            (std::vector{TransferWay::both, TransferWay::to_gpu}));
  EXPECT_THROW(parse_transfer_kinds("pinned,floppy"), Error);
  EXPECT_THROW(parse_transfer_kinds(","), Error);
  EXPECT_THROW(parse_transfer_kinds(""), Error);
  EXPECT_THROW(parse_transfer_ways("host"), Error) << "no way of a GPU";
}

TEST(TransferReport, TheKneeIsWhereHalfOfTheBestIsReached) {
  const TransferResults results = some_results();
  const TransferKnee knee =
      knee_of(curve_of(results.points, TransferKind::pinned, TransferWay::to_gpu));
  ASSERT_TRUE(knee.best && knee.half);
  EXPECT_EQ(knee.best->bytes, 4 * mebibyte);
  EXPECT_EQ(knee.half->bytes, 2 * mebibyte) << "26 of 50, not 20";
  const TransferKnee none =
      knee_of(curve_of(results.points, TransferKind::managed, TransferWay::to_gpu));
  EXPECT_FALSE(none.best || none.half);
}

TEST(TransferReport, TextTellsTablesLimitAndWhatIsMissing) {
  TransferResults results = some_results();
  const std::string text = findings_text(transfer_findings(results));
  for (const char* part :
       {"pinned: cudaMemcpyAsync of page-locked memory", "4 MiB     83.9 \u00b5s  50.0",
        "8 MiB      171 \u00b5s  49.0        186 \u00b5s  90.0",
        "Link: PCIe 5.0 x16, 63.0 GB/s each way at most", "79.3 %", "71.4 %",
        "Wrong: mapped, 1 KiB: from the GPU: byte 8 is not what was sent\n",
        "Left out: managed, by faults, 1 GiB \u2026 4 GiB: more, please\n", "256"})
    EXPECT_TRUE(contains(text, part)) << part << "\n" << text;
  results.link = {{}, "nobody tells"};
  EXPECT_TRUE(
      contains(findings_text(transfer_findings(results)), "Link: not known: nobody tells\n"));
  TransferResults none;
  none.no_gpu = "no CUDA device";
  none.without_gpu = {TransferKind::pinned, TransferKind::mapped};
  EXPECT_EQ(findings_text(transfer_findings(none)), "Need a GPU: pinned, mapped: no CUDA device\n");
}

TEST(TransferReport, FilesHoldEveryPointAndNullWhereThereIsNoTime) {
  const TransferResults results = some_results();
  const Json json = to_json(results);
  ASSERT_EQ(json["points"].size(), results.points.size());
  EXPECT_EQ(json["link"]["name"], "PCIe 5.0 x16");
  EXPECT_NEAR(json["link"]["bytes_per_second"].get<double>(), 63.0e9, 0.1e9);
  EXPECT_NEAR(json["points"][2]["bytes_per_second"].get<double>(), 50e9, 1);
  EXPECT_EQ(json["points"][2]["bytes"], 4 * mebibyte);
  EXPECT_TRUE(json["points"][5]["median_ms"].is_null());
  EXPECT_TRUE(json["points"][5]["wrong"]);
  EXPECT_EQ(json["points"].back()["page_faults"], 256);
  std::istringstream csv(transfer_csv(results));
  std::vector<std::string> lines;
  for (std::string line; std::getline(csv, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), results.points.size() + 1);
  EXPECT_EQ(lines[0],
            "kind,way,bytes,pieces,bytes_per_second,median_ms,min_ms,p95_ms,count,in_a_row,held,"
            "page_faults,why_not\r");
  EXPECT_EQ(lines[3].find("pinned,to-gpu,4194304,1,"), 0u) << lines[3];
  EXPECT_EQ(lines[6], "mapped,from-gpu,1024,1,,,,,0,1,false,,byte 8 is not what was sent\r");
  EXPECT_TRUE(lines[7].ends_with(",\"more, please\"\r")) << lines[7];
}

TEST(TransferReport, GraphsAreRatesWithTheLinkAsALine) {
  const std::vector<Graph> graphs = transfer_graphs(some_results());
  ASSERT_EQ(graphs.size(), 3u) << "to the GPU, both, the host's";
  EXPECT_EQ(graphs[0].title, "Bandwidth to the GPU");
  EXPECT_EQ(graphs[0].rate_unit, "GB/s");
  ASSERT_EQ(graphs[0].curves.size(), 2u);
  EXPECT_EQ(graphs[0].curves[0].points.size(), 4u);
  EXPECT_NEAR(graphs[0].curves[0].points[2].median, 50, 1e-9);
  EXPECT_EQ(graphs[0].curves[0].points[2].setting, "4M");
  const Curve& limit = graphs[0].curves[1];
  EXPECT_EQ(limit.kind, CurveKind::bound);
  ASSERT_EQ(limit.points.size(), 2u);
  EXPECT_EQ(limit.points[0].x, double(mebibyte));
  EXPECT_EQ(limit.points[1].x, 8.0 * double(mebibyte));
  EXPECT_NEAR(limit.points[0].median, 63.0, 0.1);
  EXPECT_NEAR(graphs[1].curves.back().points[0].median, 126.0, 0.1) << "both ways together";
  EXPECT_EQ(graphs[2].curves.size(), 1u) << "no link on the host";
  EXPECT_TRUE(transfer_graphs({}).empty());
}

}  // namespace
}  // namespace livewarp
