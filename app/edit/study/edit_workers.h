#pragma once

#include <memory>
#include <string>

#include "app/code/look_worker.h"
#include "app/edit/study/edit_study.h"
#include "app/edit/study/edit_tools.h"
#include "ui/views/edit_view.h"

/// What a window has done beside its frames for a kernel that is rewritten in it.
namespace livewarp {

/// What a rewritten kernel is tried on.
struct EditGround {
  const Machine* machine = nullptr;  ///< outlives it
  int device = 0;
  std::shared_ptr<EditTools> tools;
};

/// Which kernel is rewritten.
struct EditAim {
  Choice choice;              ///< whose step launches it
  std::string kernel;         ///< empty: its main one
  ui::SharedText starter;     ///< what it begins with; null: as the project has it
  std::string exercise = {};  ///< whose it is; may be empty
  bool operator==(const EditAim&) const = default;
};

/// What a kernel begins with, and where the project has it.
struct EditBeginning {
  EditAim aim;
  ui::EditStart start;
  KernelOrigin origin;
  std::string plain_kernel;  ///< the main one with the problem at its defaults; empty: none
};

/// Looks up the kernel of a variant.
class EditStartWorker : public LookWorker<EditAim, EditBeginning> {
 public:
  explicit EditStartWorker(const EditGround& ground);
};

/// A text that is to be tried. `number` tells one trial from another of the same text.
struct EditTask {
  static constexpr std::uint64_t warms_up = 0;  ///< number of one whose result nobody reads
  EditAim aim;
  ui::SharedText text;
  std::string file;
  std::uint64_t number = 0;
  bool operator==(const EditTask&) const = default;
};

/// What was found of it, without what a GPU has to run.
struct EditFinding {
  EditTask task;
  EditSubject subject;
  EditStudy study;
  std::shared_ptr<const ui::EditVerdict> verdict;
};

/// Tries one text after another; a newer one ends the older one's trial.
class EditWorker : public LookWorker<EditTask, EditFinding> {
 public:
  explicit EditWorker(const EditGround& ground);
};

}  // namespace livewarp
