# wp_room(NAME DEP...): the .c files of src/NAME and its folders become the static library
# wp_NAME, which may use the rooms DEP. A room without .c files is an interface
# library. src/cli/main.c belongs to the executable and not to the room.

add_library(wp_flags INTERFACE)
target_compile_options(wp_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wswitch-enum)
if(WP_WERROR)
  target_compile_options(wp_flags INTERFACE -Werror)
endif()
if(WP_SANITIZE)
  # -O1 and lines only (-g1) halve the time to compile.
  target_compile_options(wp_flags INTERFACE
    -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(wp_flags INTERFACE -fsanitize=address,undefined)
endif()
target_compile_definitions(wp_flags INTERFACE
  _POSIX_C_SOURCE=200809L
  WP_VERSION="${PROJECT_VERSION}"
  WP_HOMEPAGE="${WP_HOMEPAGE}"
  WP_SOURCE_SHARE_DIR="${PROJECT_SOURCE_DIR}/share/warpproof"
  WP_INSTALLED_SHARE_DIR="${CMAKE_INSTALL_FULL_DATADIR}/warpproof")
if(WP_BREAKABLE)
  target_compile_definitions(wp_flags INTERFACE WP_BREAKABLE) # src/base/breakage.h
endif()
target_include_directories(wp_flags INTERFACE
  "${PROJECT_SOURCE_DIR}/src" "${PROJECT_SOURCE_DIR}/include")

function(wp_room name)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/*.c")
  list(FILTER sources EXCLUDE REGEX "/cli/main\\.c$")
  list(TRANSFORM ARGN PREPEND wp_)
  if(sources)
    add_library(wp_${name} STATIC ${sources})
    target_link_libraries(wp_${name} PUBLIC wp_flags ${ARGN})
    set_property(GLOBAL APPEND PROPERTY WP_MERGED_ROOMS wp_${name})
  else()
    add_library(wp_${name} INTERFACE)
    target_link_libraries(wp_${name} INTERFACE wp_flags ${ARGN})
  endif()
endfunction()

# Links the external library wp_ext_LIBRARY to room NAME.
function(wp_room_external name library)
  get_target_property(type wp_${name} TYPE)
  if(type STREQUAL "INTERFACE_LIBRARY")
    target_link_libraries(wp_${name} INTERFACE wp_ext_${library})
  else()
    target_link_libraries(wp_${name} PRIVATE wp_ext_${library})
  endif()
endfunction()

# The manual page and completions of shells, which the program prints.
function(wp_manual)
  set(folder "${PROJECT_BINARY_DIR}/manual")
  set(made)
  foreach(pair IN ITEMS man:warpproof.1 bash:warpproof zsh:_warpproof fish:warpproof.fish)
    string(REPLACE ":" ";" pair ${pair})
    list(GET pair 0 form)
    list(GET pair 1 name)
    add_custom_command(OUTPUT "${folder}/${form}/${name}"
      COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}/${form}"
      COMMAND sh -c "\"$1\" check --developer-manual=${form} >\"$2\"" manual $<TARGET_FILE:warpproof> "${folder}/${form}/${name}"
      DEPENDS warpproof VERBATIM)
    list(APPEND made "${folder}/${form}/${name}")
  endforeach()
  add_custom_target(manual ALL DEPENDS ${made})
  install(FILES "${folder}/man/warpproof.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES "${folder}/bash/warpproof" DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES "${folder}/zsh/_warpproof" DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES "${folder}/fish/warpproof.fish" DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endfunction()

# Headers that programs begin with, compiled for the clang that is there: reading a program takes half the time with them, and gives the same without.
function(wp_precompiled)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/share/warpproof/cuda/*.h")
  add_custom_command(OUTPUT "${PROJECT_BINARY_DIR}/headers.made"
    COMMAND sh -c "\"$1\" launches --developer-precompile=\"$2\" || rm -f \"$2\"/*.pch; touch \"$2/headers.made\"" precompiled
            $<TARGET_FILE:warpproof> "${PROJECT_BINARY_DIR}"
    DEPENDS warpproof ${headers} VERBATIM)
  add_custom_target(precompiled ALL DEPENDS "${PROJECT_BINARY_DIR}/headers.made")
endfunction()

# build/warpproof, once src/cli/main.c exists.
function(wp_executable)
  file(GLOB main CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/cli/main.c")
  if(NOT main)
    return()
  endif()
  add_executable(warpproof ${main})
  target_link_libraries(warpproof PRIVATE wp_cli)
  set_target_properties(warpproof PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
  install(TARGETS warpproof RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  wp_manual()
  wp_precompiled()
endfunction()

# libwarpproof.a: the objects of every room (all but main.c) as one object, in which only the functions of warpproof.h
# are global; and what is installed.
function(wp_merged_library)
  get_property(rooms GLOBAL PROPERTY WP_MERGED_ROOMS)
  set(objects)
  foreach(room IN LISTS rooms)
    list(APPEND objects $<TARGET_OBJECTS:${room}>)
  endforeach()
  if(objects)
    set(whole "${PROJECT_BINARY_DIR}/warpproof_whole.o")
    add_custom_command(OUTPUT "${whole}"
      COMMAND ${CMAKE_LINKER} -r -o "${whole}.all" ${objects}
      COMMAND ${CMAKE_OBJCOPY} --wildcard "--keep-global-symbol=wp_*" "${whole}.all" "${whole}"
      COMMAND ${CMAKE_COMMAND} -E rm "${whole}.all"
      DEPENDS ${objects} COMMAND_EXPAND_LISTS VERBATIM)
    add_library(warpproof_merged STATIC "${whole}")
    set_source_files_properties("${whole}" PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
    set_target_properties(warpproof_merged PROPERTIES OUTPUT_NAME warpproof LINKER_LANGUAGE C)
    install(TARGETS warpproof_merged ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    configure_file("${PROJECT_SOURCE_DIR}/cmake/warpproof.pc.in" warpproof.pc @ONLY)
    install(FILES "${PROJECT_BINARY_DIR}/warpproof.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  endif()
  install(FILES "${PROJECT_SOURCE_DIR}/cmake/warpproofConfig.cmake" DESTINATION ${CMAKE_INSTALL_DATADIR}/warpproof/cmake)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/warpproof"
    DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/share/warpproof" DESTINATION ${CMAKE_INSTALL_DATADIR})
  wp_install_precompiled()
endfunction()

# The same of an installed program, from the headers that are installed with it: not below DESTDIR, whose files are used elsewhere.
function(wp_install_precompiled)
  install(CODE "
    if(\"\$ENV{DESTDIR}\" STREQUAL \"\")
      set(folder \"\${CMAKE_INSTALL_PREFIX}/lib/warpproof\")
      file(MAKE_DIRECTORY \"\${folder}\")
      execute_process(COMMAND \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/warpproof\" launches \"--developer-precompile=\${folder}\"
        RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
      if(failed)
        file(REMOVE \"\${folder}/host.pch\" \"\${folder}/device.pch\" \"\${folder}/standard.pch\")
      endif()
    endif()")
endfunction()
