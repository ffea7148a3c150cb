# find_package(warpproof): warpproof_add_check(TARGET [OPTION...]).
#
# Adds a target TARGET_warpproof that checks the .cu and .cl files of TARGET with its definitions and include folders, and
# the options given here; it fails where warpproof does. All of them belong to the target warpproof_checks.
#
#     warpproof_add_check(solver --only=race,divergence --cache ${CMAKE_BINARY_DIR}/warpproof-cache)
#     cmake --build build --target solver_warpproof
cmake_minimum_required(VERSION 3.16)

find_program(WARPPROOF_EXECUTABLE warpproof HINTS "${CMAKE_CURRENT_LIST_DIR}/../../../bin")
if(NOT WARPPROOF_EXECUTABLE)
  set(warpproof_FOUND FALSE)
  set(warpproof_NOT_FOUND_MESSAGE "the program warpproof is not found; set WARPPROOF_EXECUTABLE")
endif()

function(warpproof_add_check target)
  get_target_property(sources ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(files)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.(cu|cl)$")
      get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
      list(APPEND files "${source}")
    endif()
  endforeach()
  if(NOT files)
    message(FATAL_ERROR "warpproof_add_check: ${target} has no .cu or .cl files")
  endif()
  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  add_custom_target(${target}_warpproof
    COMMAND "${WARPPROOF_EXECUTABLE}" check ${ARGN} ${files} --
      "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>" "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
    COMMAND_EXPAND_LISTS VERBATIM USES_TERMINAL
    WORKING_DIRECTORY "${folder}"
    COMMENT "warpproof: ${target}")
  if(NOT TARGET warpproof_checks)
    add_custom_target(warpproof_checks)
  endif()
  add_dependencies(warpproof_checks ${target}_warpproof)
endfunction()
