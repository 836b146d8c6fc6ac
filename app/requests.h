#pragma once

#include <optional>
#include <string>
#include <variant>

#include "app/command_specs.h"
#include "app/context.h"
#include "app/option_list.h"
#include "app/rows.h"
#include "app/sweep.h"
#include "app/window_app.h"

/// What each sub-command asks for, complete and checked.
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
  bool sanitize = false;      ///< CUDA rows on the host, every access checked
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
struct LensRequest {
  const Workload* workload = nullptr;
  Choice choice;
  bool whole_grid = false;
  std::optional<unsigned> warp;
  bool on_gpu = false;  ///< makes the step there, once, and counts nothing
  std::string json;
};
struct TourRequest {
  std::string folder = ".";
  double seconds = 0.5;  ///< for each row
  int width = 1280, height = 720;
};

using Request =
    std::variant<TextRequest, WindowRequest, ListRequest, InfoRequest, BenchRequest, SweepRequest,
                 VerifyRequest, CeilingsRequest, LensRequest, ShotRequest, TourRequest>;

/// What `command` is asked for by options that were parsed. `workload` is the one that was named; the
/// window has one always. Throws `Error` on what is out of range or not offered.
Request request_from(Command command, const Workload* workload, const Given& given,
                     const Machine& machine);

/// The CUDA device asked for; -1: none. Throws `Error` where this machine has no such device.
int device_from(const Given& given, const Machine& machine);

}  // namespace livewarp
