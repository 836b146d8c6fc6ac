#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/choice_options.h"
#include "app/context.h"
#include "app/rows.h"
#include "app/sweep.h"
#include "app/window_app.h"

namespace livewarp {

/// --help and --version: nothing to do but to print this.
struct TextRequest {
  std::string text;
};
struct WindowRequest {
  Choice choice;
  LiveOptions options;
};
struct ListRequest {
  const Workload* workload = nullptr;  ///< null: all
  std::string json;
};
struct InfoRequest {
  std::string json;
};
struct BenchRequest {
  RowRequest rows;
  double seconds = 3;  ///< for each row
  bool cold = false;
  std::string json, csv;
};
struct SweepRequest {
  RowRequest rows;
  SweepOver over;
  double seconds = 1;  ///< for each point, and the longest step that is measured
  bool cold = false;
  std::string json, csv, png;
};
struct VerifyRequest {
  RowRequest rows;
  bool all_launches = false;  ///< every offered value of every axis, not only the outermost
  std::string json, csv;
};
struct CeilingsRequest {
  std::optional<Backend> backend;
  int threads = 0;  ///< 0: all cores
  double seconds = 1;
  std::string json;
};
struct ShotRequest {
  const Workload* workload = nullptr;
  Choice choice;
  int frames = 200;
  int width = 1280, height = 720;
  bool result = false;  ///< the workload's own picture, instead of one that is drawn
  std::string out;
};
struct TourRequest {
  std::string folder = ".";
  double seconds = 0.5;  ///< for each row
  int width = 1280, height = 720;
};

using Request =
    std::variant<TextRequest, WindowRequest, ListRequest, InfoRequest, BenchRequest, SweepRequest,
                 VerifyRequest, CeilingsRequest, ShotRequest, TourRequest>;

struct Invocation {
  int device = -1;  ///< CUDA device asked for; -1: none
  Request request;
};

/// Understands the arguments after the program's name. Which options exist depends on sub-command,
/// workload and variants, so these are looked for first. Throws `Error` (exit code 2) on anything
/// that is unknown, out of range or not offered, before any work is done.
Invocation parse_command_line(const std::vector<const Workload*>& workloads, const Machine& machine,
                              const std::vector<std::string>& args);

/// Names of the sub-commands, as typed.
const std::vector<std::string>& command_names();

/// Ids of all options that belong to commands, not to workloads: no parameter may have one of them.
std::vector<std::string> reserved_options();

/// Reads "1280x720"; sides 16 ... 16,384. Throws `Error`.
void read_size(const std::string& text, int& width, int& height);

}  // namespace livewarp
