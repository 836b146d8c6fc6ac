#pragma once

#include <span>

#include "ui/model/lens_figure.h"
#include "ui/widgets/widgets.h"

/// Figures of a warp's lanes and of the memory that they go to (widgets_lens.cpp).
namespace livewarp::ui {

/// What becomes of a word of memory: lanes ask for it, it is moved beside such words, or neither.
enum class WordUse { asked, moved, none };
/// A cell of the figures, at the left end of the box.
void put_word_sample(const Look& look, const Box& box, WordUse use);

/// 32 lanes in a row, those of the mask filled, each in the colour of its words. Returns the mask
/// of the one under the mouse, else 0.
unsigned put_lanes(const Look& look, const Box& box, unsigned active);

/// Cache lines, a row of 32 words each, as many as have room: words that a lane asks for are
/// filled, others of their sectors only shaded, and what is not moved is left empty. Words of the
/// lanes `lit` are framed. Hovered, a word says who asks for it. Returns the rows that were drawn,
/// and where they end.
struct RowsDrawn {
  int rows = 0;
  float bottom = 0;
};
RowsDrawn put_rows(const Look& look, const Box& box, std::span<const CacheLine> lines,
                   unsigned lit);

/// The same for turns of the 32 banks, a row each, a bank a column: filled where a bank gives its
/// word.
RowsDrawn put_rows(const Look& look, const Box& box, std::span<const BankTurn> turns, unsigned lit);

}  // namespace livewarp::ui
