#pragma once

#include "kernels/core/model/findings.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// So wide that nothing of it is elided.
float findings_table_width(const Look& look, const FindingsTable& table);
/// The table in the box, headings above; it scrolls where there are more rows than room. Texts are
/// elided where all columns together are too wide; numbers never are. `id` is unique within the
/// window.
void put_findings_table(const Look& look, const char* id, const FindingsTable& table,
                        const Box& box);

}  // namespace livewarp::ui
