#pragma once

#include <string>

#include "ui/views/blocks_view.h"

/// Blocks of a launch in words, for the tab and the command line alike.
namespace livewarp::ui {

/// "heat_naive<float>: 1,024 blocks of 32x8, 8 warps each"
std::string launch_words(const BlocksView& view);
/// "a block writes 32 x 8 elements of temperature, a warp 32 x 1"; why nobody can tell.
std::string region_words(const BlocksView& view);
/// How that was found: "11 blocks were executed, the others follow their rule".
std::string counted_words(const BlocksView& view);
/// Whose times these are: "measured: ...", "predicted for H100 SXM, 9.0: ...".
std::string source_words(const BlocksView& view);
/// "2.42 waves of 1,056 blocks; blocks per multiprocessor 18 to 20, median 19"
std::string waves_words(const BlockFigures& figures);
/// "tail 12.0 % of the time, imbalance 1.04"
std::string balance_words(const BlockFigures& figures);
/// "first begin to last end 412 us, 0.990 of the traced kernel's 416 us; untraced it takes 402 us";
/// empty of what was predicted.
std::string span_words(const BlockTrace& trace, const BlockFigures& figures);

}  // namespace livewarp::ui
