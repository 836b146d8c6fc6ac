#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ui/views/edit_view.h"
#include "ui/widgets/widgets.h"

namespace livewarp::ui {

/// CUDA C++ in an editor: keywords, brackets, undo (Ctrl Z), find (Ctrl F). It keeps its text while
/// it is not drawn.
class CodeEditor {
 public:
  CodeEditor();
  ~CodeEditor();
  CodeEditor(const CodeEditor&) = delete;
  CodeEditor& operator=(const CodeEditor&) = delete;

  /// Another text; what was typed is forgotten.
  void begin_with(SharedText text);
  /// Another text in its place, which undo takes back.
  void replace_by(std::string_view text);
  const SharedText& text() const;
  /// Lines that something is said of, instead of those before.
  void mark(const Look& look, const std::vector<EditMessage>& messages);
  /// The cursor stands at that line, from 1, and typing goes there.
  void go_to(int line);
  /// The same line is in sight; typing goes where it went.
  void show_line(int line);
  /// Typing goes there, wherever its cursor stands.
  void take_keyboard();
  void allow_typing(bool allowed);
  void draw(const Look& look, const char* id, const Box& box);
  /// What is typed goes into it, as of the last frame that drew it.
  bool has_keyboard() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// What turns one text into another, line by line.
class TextDifference {
 public:
  TextDifference();
  ~TextDifference();
  TextDifference(const TextDifference&) = delete;
  TextDifference& operator=(const TextDifference&) = delete;

  void draw(const Look& look, const char* id, const Box& box, const SharedText& from,
            const SharedText& to);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace livewarp::ui
