#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "kernels/core/measure/ab_run.h"

/// Two settings measured in turn until the difference is decided, and what is said of it.
namespace livewarp {

struct Contest {
  InTurn time;
  /// Of the same pairs in SM clock cycles; nothing where the clock is not known.
  std::optional<PairedTest::Result> cycles;
};

/// `items`: of a time step of A, and of B, where what
/// counts is the time of one.
Contest contest(const Contender& a, const Contender& b, InTurnOptions options, std::stop_token stop,
                std::pair<double, double> items = {1, 1});

/// A/B where the result is of B/A.
PairedTest::Result inverted(const PairedTest::Result& result);

/// "faster", as in files; "FASTER", as in texts.
std::string_view name_of(PairedTest::Verdict verdict);
std::string verdict_word(PairedTest::Verdict verdict);
/// "FASTER than naive, block 64".
std::string verdict_words(PairedTest::Verdict verdict, const std::string& other);

}  // namespace livewarp
