# Fails if PROGRAM holds text of Dear ImGui Test Engine.
file(STRINGS ${PROGRAM} found REGEX "ImGuiTestEngine|imgui_te_")
if(found)
  message(FATAL_ERROR "${PROGRAM} contains Dear ImGui Test Engine: ${found}")
endif()
