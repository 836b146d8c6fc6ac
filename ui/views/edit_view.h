#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/core/model/choice.h"
#include "ui/views/exercise_view.h"

/// A kernel that the user rewrites, and what was found of it: what the tab Edit shows.
namespace livewarp::ui {

/// Text that several hold and nobody changes: another text is another one.
using SharedText = std::shared_ptr<const std::string>;

/// What the tab asks for as long as it is open.
struct EditRequest {
  Choice choice;      ///< of the CUDA variant, with the launch that its kernel is tried with
  SharedText text;    ///< as it stands in the editor; null before there is any
  std::string watch;  ///< a file whose text is tried at each save instead; empty: none
  std::string exercise = {};  ///< whose kernel it is; empty: the variant's own
};

/// Whose kernel it is: a variant's own, or that of an exercise about it.
inline std::string edit_key(const Choice& choice, const std::string& exercise) {
  return exercise.empty() ? choice.workload + "/" + choice.variant : "exercise " + exercise;
}

/// What a variant's kernel is, and what one begins with.
struct EditStart {
  Choice choice;
  std::string exercise;  ///< whose kernel it is; empty: the variant's own
  std::string refusal;   ///< why it cannot be edited; empty: it can
  std::string kernel;    ///< "heat_naive"
  std::string file;      ///< of the project, that it comes from
  SharedText text;
  /// Which compilers are missing, and what can be done without them, in a sentence; empty: none.
  std::string hindrance;
  std::string advice;     ///< what helps against that
  bool can_check = true;  ///< one of them is there
};

enum class EditMark { error, warning, finding };

/// Something that is said of a line of the text.
struct EditMessage {
  EditMark mark = EditMark::error;
  int line = 0;  ///< from 1; 0: of none
  std::string text;
};

/// A figure of the edited kernel beside the original's.
struct EditFigure {
  std::string label, about;      ///< "sectors a request", and what that is
  std::string original, edited;  ///< with unit; empty: there is none
  bool worse = false;            ///< than the original
};

enum class EditOutcome { right, wrong, unknown };  ///< unknown: nobody could run it

/// What was found of a text.
struct EditVerdict {
  SharedText text;
  std::string file;  ///< as compilers were told; the watched one, or a name for what is typed
  EditOutcome outcome = EditOutcome::unknown;
  std::string head;            ///< "right: every output at 9 check sizes"
  std::string reason, advice;  ///< why it is not; may be empty
  std::vector<EditMessage> messages;
  std::vector<EditFigure> figures;
  std::string compiled;    ///< by whom for a GPU, and what it needs there
  std::string time;        ///< beside the original's; of a verified kernel alone
  std::string no_time;     ///< why there is none
  std::string said;        ///< what the kernel printed
  double seconds = 0;      ///< that it took
  bool measuring = false;  ///< it is being verified and timed on the GPU
};

/// Something that was opened elsewhere: the tab shows it, each once.
struct EditOpening {
  std::uint64_t number = 0;      ///< how many were until now
  std::string watch;             ///< a file; empty: what is typed
  std::optional<Choice> choice;  ///< of the variant that is meant; empty: the one that is looked at
};

struct EditView {
  EditStart start;
  bool checking = false;                         ///< a text is being tried
  std::shared_ptr<const EditVerdict> verdict;    ///< the last one of this kernel; null: none yet
  std::string watched;                           ///< the file; empty: none is
  SharedText watched_text;                       ///< its text as it was saved last; null: none yet
  std::string watched_trouble;                   ///< why it cannot be read; empty: it can
  EditOpening opening;                           ///< what the tab is to show
  std::shared_ptr<const ExerciseView> exercise;  ///< that is open; null: none
};

}  // namespace livewarp::ui
