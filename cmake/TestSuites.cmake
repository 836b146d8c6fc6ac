# Read by ctest each time it begins: makes the suites of GoogleTest programs known to it, each as one test. A process a
# test would cost more than most tests do; a suite with many tests is dealt out to several processes, so that cores
# share it.
cmake_policy(VERSION 3.25)

# What `program` lists, read again only when it is newer than `list`.
function(livewarp_listed_suites program list result)
  if(NOT EXISTS "${list}" OR "${program}" IS_NEWER_THAN "${list}")
    execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_VARIABLE text ERROR_VARIABLE complaints
                    RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
      message(FATAL_ERROR "${program} does not list its tests (${code}): ${complaints}")
    endif()
    file(WRITE "${list}" "${text}")
  endif()
  # A line of a suite has no blank in front, one of a test has; what is after the sign # are values.
  file(STRINGS "${list}" lines REGEX "^([A-Za-z0-9_/]+\\.|  [A-Za-z0-9_/]+)")
  set(${result} "${lines}" PARENT_SCOPE)
endfunction()

# Adds a suite of `count` tests as test SUITE, or as SUITE:1, SUITE:2, …
function(livewarp_add_suite program suite count labels)
  set(most 24)
  math(EXPR shards "(${count} + ${most} - 1) / ${most}")
  math(EXPR last "${shards} - 1")
  foreach(shard RANGE 0 ${last})
    set(name ${suite})
    if(shards GREATER 1)
      math(EXPR number "${shard} + 1")
      set(name ${suite}:${number})
    endif()
    add_test(${name} "${program}" --gtest_brief=1 "--gtest_filter=${suite}.*")
    # Long ones first: they end with the rest.
    set(cost ${count})
    if(labels STREQUAL "user")
      set(cost 1000)
    endif()
    # Skipped is one of which every test was: where some failed, the rest may have been.
    math(EXPR own "(${count} + ${shards} - 1 - ${shard}) / ${shards}")
    set_tests_properties(
      ${name} PROPERTIES LABELS "${labels}" TIMEOUT 900 COST ${cost}
      SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\] ${own} tests?\\."
      ENVIRONMENT "GTEST_TOTAL_SHARDS=${shards};GTEST_SHARD_INDEX=${shard}")
    if(labels MATCHES "^(gpu|timing)$")
      set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
    endif()
  endforeach()
endfunction()

# livewarp_suites(PROGRAM LIST LABEL INSTANCES): what PROGRAM tests, as its file LIST says. Suites Gpu… carry the label gpu, …Timing… the label timing, instances
# of suites the instance's name, others LABEL.
function(livewarp_suites program list label instances)
  if(NOT EXISTS "${program}")
    add_test(${label}_NOT_BUILT "${program}")
    return()
  endif()
  livewarp_listed_suites("${program}" "${list}" lines)
  set(suite)
  set(count 0)
  foreach(line IN LISTS lines ITEMS "end.")
    if(line MATCHES "^  ")
      if(NOT line MATCHES "^  DISABLED_")
        math(EXPR count "${count} + 1")
      endif()
      continue()
    endif()
    if(count GREATER 0)
      string(REGEX REPLACE "/.*" "" instance "${suite}")
      if(suite MATCHES "(^|/)Gpu")
        set(labels gpu)
      elseif(suite MATCHES "Timing")
        set(labels timing)
      elseif(instance IN_LIST instances)
        set(labels ${instance})
      else()
        set(labels ${label})
      endif()
      livewarp_add_suite("${program}" "${suite}" ${count} ${labels})
    endif()
    string(REGEX REPLACE "\\..*" "" suite "${line}")
    set(count 0)
  endforeach()
endfunction()
