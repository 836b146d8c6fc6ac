#include "ui/edit/code_editor.h"

#include <TextDiff.h>
#include <TextEditor.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <utility>

#include "ui/theme/colors.h"

namespace livewarp::ui {

namespace {

using Paint = TextEditor::Color;

constexpr std::size_t indentation = 2;
constexpr double line_tint = 0.22;  // of a line that something is said of

/// C++ with what CUDA adds to it, and what the kernels' one header offers.
const TextEditor::Language& cuda_language() {
  static const TextEditor::Language language = [] {
    TextEditor::Language cuda = *TextEditor::Language::Cpp();
    cuda.name = "CUDA C++";
    for (const char* word :
         {"__global__", "__device__", "__host__", "__shared__", "__constant__", "__forceinline__",
          "__launch_bounds__", "__restrict__", "__grid_constant__", "LIVEWARP_KERNELS_BEGIN",
          "LIVEWARP_KERNELS_END", "LIVEWARP_UNROLL"})
      cuda.keywords.insert(word);
    for (const char* word : {"float2", "float3", "float4", "int2", "int3", "int4", "uint2", "uint3",
                             "uint4", "uchar4", "double2", "double4", "dim3"})
      cuda.declarations.insert(word);
    for (const char* word : {"threadIdx",       "blockIdx",
                             "blockDim",        "gridDim",
                             "warpSize",        "__syncthreads",
                             "__syncwarp",      "__shfl_sync",
                             "__shfl_up_sync",  "__shfl_down_sync",
                             "__shfl_xor_sync", "__ballot_sync",
                             "__any_sync",      "__all_sync",
                             "__activemask",    "__popc",
                             "__ffs",           "__clz",
                             "__ldg",           "__fmaf_rn",
                             "__threadfence",   "__threadfence_block",
                             "atomicAdd",       "atomicSub",
                             "atomicMin",       "atomicMax",
                             "atomicExch",      "atomicCAS",
                             "atomicAnd",       "atomicOr",
                             "dynamic_shared",  "fast_rsqrt",
                             "tex1D",           "tex2D",
                             "tex3D",           "make_float2",
                             "make_float4",     "make_uchar4"})
      cuda.identifiers.insert(word);
    return cuda;
  }();
  return language;
}

TextEditor::Palette palette_of(const Tokens& tokens) {
  TextEditor::Palette palette;
  palette.fill(packed(tokens.text));
  const auto paint = [&](Color color, std::initializer_list<Paint> uses) {
    for (const Paint use : uses) palette[std::size_t(use)] = packed(color);
  };
  paint(tokens.accent,
        {Paint::keyword, Paint::declaration, Paint::cursor, Paint::matchingBracketActive});
  paint(tokens.ok, {Paint::knownIdentifier, Paint::string});
  paint(tokens.muted, {Paint::comment, Paint::preprocessor, Paint::lineNumber});
  paint(tokens.field, {Paint::matchingBracketBackground});
  paint(tokens.divider, {Paint::whitespace});
  paint(tokens.error, {Paint::matchingBracketError});
  paint(tokens.selected, {Paint::selection});
  paint(tokens.panel, {Paint::background});
  paint(faded(tokens.field, 0.5), {Paint::currentLineHighlight});
  paint(faded(tokens.field, 0), {Paint::currentLineHighlightBorder});
  return palette;
}

/// The face of source text, while it lives.
class SourceFace {
 public:
  explicit SourceFace(const Look& look) {
    ImGui::PushFont(look.fonts.mono, ImGui::GetStyle().FontSizeBase);
  }
  ~SourceFace() { ImGui::PopFont(); }
  SourceFace(const SourceFace&) = delete;
  SourceFace& operator=(const SourceFace&) = delete;
};

Color color_of(const Look& look, EditMark mark) {
  return mark == EditMark::error ? look.tokens.error : look.tokens.warn;
}

}  // namespace

struct CodeEditor::Impl {
  TextEditor editor;
  SharedText text = std::make_shared<const std::string>();
  const Tokens* tokens = nullptr;  ///< that it is painted with
  bool has_keyboard = false;
  ImGuiID window = 0;  ///< that it stood in,
  int frame = 0;       ///< and when
  std::vector<EditMessage> marked;

  /// The same text stays the same one.
  void take_text() {
    std::string now = editor.GetText();
    if (now != *text) text = std::make_shared<const std::string>(std::move(now));
  }
  /// What is said of the line under the mouse.
  void explain(const Look& look, const Box& box) const {
    const ImVec2 mouse = ImGui::GetMousePos();
    const bool over =
        mouse.x >= box.x0 && mouse.x < box.x1 && mouse.y >= box.y0 && mouse.y < box.y1;
    if (marked.empty() || !over) return;
    const std::size_t line = editor.GetDocPosAtMousePos(mouse).line;
    std::string said;
    for (const EditMessage& message : marked)
      if (std::size_t(message.line) == line + 1) said += (said.empty() ? "" : "\n") + message.text;
    const float y = editor.DocPos2ScreenPos({line, 0}).y;
    hover_text(look, {box.x0, y, box.x1, y + editor.GetLineHeight()}, said);
  }
};

CodeEditor::CodeEditor() : impl_(std::make_unique<Impl>()) {
  TextEditor& editor = impl_->editor;
  editor.SetLanguage(&cuda_language());
  editor.SetTabSize(indentation);
  editor.SetInsertSpacesOnTabs(true);
  editor.SetShowWhitespacesEnabled(false);
  editor.SetShowScrollbarMiniMapEnabled(false);
  editor.SetCompletePairedGlyphs(false);
}

CodeEditor::~CodeEditor() = default;

void CodeEditor::begin_with(SharedText text) {
  impl_->editor.SetText(std::string_view(*text));
  impl_->text = std::move(text);
  impl_->take_text();
  impl_->marked.clear();
}

void CodeEditor::replace_by(std::string_view text) {
  TextEditor& editor = impl_->editor;
  const std::size_t last = editor.GetLineCount() - 1;
  editor.ReplaceSectionText({0, 0}, {last, editor.GetLineText(last).size()}, text);
  editor.SetCursor({0, 0});
  impl_->take_text();
}

const SharedText& CodeEditor::text() const { return impl_->text; }

void CodeEditor::mark(const Look& look, const std::vector<EditMessage>& messages) {
  impl_->editor.ClearMarkers();
  impl_->marked = messages;
  for (const EditMessage& message : messages) {
    if (message.line <= 0 || std::size_t(message.line) > impl_->editor.GetLineCount()) continue;
    const ImU32 tint = packed(faded(color_of(look, message.mark), line_tint));
    impl_->editor.AddMarker(std::size_t(message.line - 1), tint, tint, {}, {});
  }
}

void CodeEditor::show_line(int line) {
  const auto at = std::size_t(std::max(line, 1) - 1);
  impl_->editor.SetCursor({at, 0});
  impl_->editor.ScrollToLine(at);
}

void CodeEditor::go_to(int line) {
  show_line(line);
  impl_->editor.SetFocus();
}

void CodeEditor::take_keyboard() { impl_->editor.SetFocus(); }

void CodeEditor::allow_typing(bool allowed) { impl_->editor.SetReadOnlyEnabled(!allowed); }

void CodeEditor::draw(const Look& look, const char* id, const Box& box) {
  Impl& own = *impl_;
  if (own.tokens != &look.tokens) own.editor.SetPalette(palette_of(look.tokens));
  own.tokens = &look.tokens;
  const ImGuiID window = ImGui::GetCurrentWindow()->ID;
  // The tab was laid out anew, maybe over the whole window: whoever types goes on typing.
  const bool moved = std::exchange(own.window, window) != window;
  const int frame = ImGui::GetFrameCount(), before = std::exchange(own.frame, frame);
  if (moved && own.has_keyboard && frame - before <= 2) own.editor.SetFocus();
  const SourceFace face(look);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  const bool changed =
      own.editor.Render(id, {box.width(), box.height()}, ImGuiChildFlags_None,
                        ImGuiWindowFlags_NoMove | ImGuiWindowFlags_HorizontalScrollbar |
                            ImGuiWindowFlags_NoSavedSettings);
  if (changed) own.take_text();
  const bool had_keyboard = own.has_keyboard;
  const ImGuiWindow* const child = ImGui::GetCurrentContext()->NavWindow;
  own.has_keyboard = child && ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
                     std::string_view(child->Name).find(id) != std::string_view::npos;
  // Dear ImGui's Esc leads to the panel around, and shows its ring there.
  if (had_keyboard && !own.has_keyboard && ImGui::IsKeyPressed(ImGuiKey_Escape, false))
    ImGui::SetNavCursorVisible(false);
  own.explain(look, box);
}

bool CodeEditor::has_keyboard() const { return impl_->has_keyboard; }

struct TextDifference::Impl {
  TextDiff diff;
  SharedText from, to;
  const Tokens* tokens = nullptr;
};

TextDifference::TextDifference() : impl_(std::make_unique<Impl>()) {
  impl_->diff.SetLanguage(&cuda_language());
  impl_->diff.SetTabSize(indentation);
  impl_->diff.SetShowWhitespacesEnabled(false);
  impl_->diff.SetShowScrollbarMiniMapEnabled(false);
}

TextDifference::~TextDifference() = default;

void TextDifference::draw(const Look& look, const char* id, const Box& box, const SharedText& from,
                          const SharedText& to) {
  Impl& own = *impl_;
  if (own.tokens != &look.tokens) {
    own.diff.SetPalette(palette_of(look.tokens));
    own.diff.SetColors(packed(faded(look.tokens.ok, line_tint)),
                       packed(faded(look.tokens.error, line_tint)));
  }
  own.tokens = &look.tokens;
  if (own.from != from || own.to != to) own.diff.SetText(*from, *to);
  own.from = from;
  own.to = to;
  const SourceFace face(look);
  ImGui::SetCursorScreenPos({box.x0, box.y0});
  own.diff.Render(id, {box.width(), box.height()}, ImGuiChildFlags_None,
                  ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
}

}  // namespace livewarp::ui
