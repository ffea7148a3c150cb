# The libraries of others, each as one target used by exactly one room:
# wp_ext_llvm (room llvm), wp_ext_z3 (room smt), wp_ext_jansson (room report).

find_program(WP_LLVM_CONFIG NAMES llvm-config-19 HINTS /usr/lib/llvm-19/bin)
if(NOT WP_LLVM_CONFIG)
  message(FATAL_ERROR "llvm-config-19 not found; scripts/deps.sh says what to install")
endif()
execute_process(COMMAND ${WP_LLVM_CONFIG} --includedir
  OUTPUT_VARIABLE wp_llvm_include OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${WP_LLVM_CONFIG} --libdir
  OUTPUT_VARIABLE wp_llvm_libdir OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
find_library(WP_LLVM_LIBRARY NAMES LLVM-19 LLVM HINTS ${wp_llvm_libdir} NO_DEFAULT_PATH REQUIRED)
add_library(wp_ext_llvm INTERFACE)
target_include_directories(wp_ext_llvm SYSTEM INTERFACE ${wp_llvm_include})
target_link_libraries(wp_ext_llvm INTERFACE ${WP_LLVM_LIBRARY})

function(wp_find_external name header)
  string(TOUPPER ${name} upper)
  find_path(WP_${upper}_INCLUDE ${header} REQUIRED)
  find_library(WP_${upper}_LIBRARY NAMES ${name} REQUIRED)
  add_library(wp_ext_${name} INTERFACE)
  target_include_directories(wp_ext_${name} SYSTEM INTERFACE ${WP_${upper}_INCLUDE})
  target_link_libraries(wp_ext_${name} INTERFACE ${WP_${upper}_LIBRARY})
endfunction()

wp_find_external(z3 z3.h)
wp_find_external(jansson jansson.h)
