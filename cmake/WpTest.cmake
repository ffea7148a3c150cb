# Test programs print TAP ("ok ..." / "not ok ..."). Each is registered here, and
# the list of commands is left in BUILD/tests.list for scripts/run-tests.sh,
# which runs them from the source root and adds up the lines.

# wp_test(NAME COMMAND...): one program that prints TAP.
function(wp_test name)
  list(JOIN ARGN " " command)
  set_property(GLOBAL APPEND PROPERTY WP_TESTS "${name}\t${command}")
endfunction()

# wp_unit(test_x ROOM...): a cmocka program from test_x.c using the rooms. A missing
# source is a failed test, not a configure error.
function(wp_unit name)
  file(GLOB source CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/${name}.c")
  if(NOT source)
    wp_test(${name} false)
    return()
  endif()
  add_executable(${name} ${name}.c)
  list(TRANSFORM ARGN PREPEND wp_)
  target_link_libraries(${name} PRIVATE wp_flags ${ARGN} cmocka)
  wp_test(${name} $<TARGET_FILE:${name}>)
endfunction()

function(wp_write_test_list)
  get_property(tests GLOBAL PROPERTY WP_TESTS)
  list(JOIN tests "\n" text)
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/tests.list" CONTENT "${text}\n")
endfunction()
