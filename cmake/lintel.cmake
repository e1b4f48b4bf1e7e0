# How targets are declared: one library per folder, its sources and headers listed.
find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
set(OPENSSL_USE_STATIC_LIBS TRUE)  # only the parts used, and none of the shared one's start-up
find_package(OpenSSL REQUIRED COMPONENTS Crypto)
find_package(SQLite3 REQUIRED)
find_package(simdjson REQUIRED)
find_package(mimalloc REQUIRED)

add_library(lintel_options INTERFACE)
target_compile_options(lintel_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror
  # Designated initialisers that leave a default alone are how specs and answers are written here.
  -Wno-missing-field-initializers
  # g++ 12 reports overlapping copies in std::string's operator+ that do not exist (GCC bug 105329).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
target_include_directories(lintel_options INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_compile_definitions(lintel_options INTERFACE LINTEL_VERSION="${PROJECT_VERSION}")
if(LINTEL_WITHOUT)
  target_compile_definitions(lintel_options INTERFACE LINTEL_WITHOUT="${LINTEL_WITHOUT}")
endif()
if(LINTEL_SANITIZE)
  target_compile_options(lintel_options INTERFACE -fsanitize=${LINTEL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lintel_options INTERFACE -fsanitize=${LINTEL_SANITIZE})
  # g++ 12 gives false alarms of these two under sanitizers.
  target_compile_options(lintel_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
else()
  # Only what is used: a small binary starts fast and keeps few pages.
  target_link_options(lintel_options INTERFACE -Wl,--gc-sections -Wl,-O1)
endif()

# Up to sixteen sources of one folder are compiled as one: what they include is read once, and what their templates make is
# made once, which is most of the work. Names in their unnamed namespaces then meet. Of two files with the same name,
# lintel_apart(file…) compiles one alone. -DLINTEL_TOGETHER=OFF compiles every source alone.
function(lintel_together target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${LINTEL_TOGETHER} UNITY_BUILD_MODE GROUP)
  # An unnamed namespace in a file that is included by another: just what is meant here.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  foreach(source IN LISTS ARGN)
    cmake_path(GET source PARENT_PATH folder)
    string(MAKE_C_IDENTIFIER "in_${folder}" room)
    list(APPEND ${room} ${source})
    list(LENGTH ${room} number)
    math(EXPR batch "(${number} + 15) / 16")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${room}_${batch})
  endforeach()
endfunction()
function(lintel_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# READS_FIRST names headers that are parsed once and kept, for that library and for all that say READS_AS with its name.
# Who says neither reads these first.
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/usual.cpp CONTENT "")
add_library(usual OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/usual.cpp)
target_link_libraries(usual PRIVATE lintel_options)
function(lintel_reads_first target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "AS" "HEADERS")
  if(NOT LINTEL_TOGETHER)
    return()
  endif()
  # The first is for ccache. The others: with <string> kept, g++ 12 sees moved strings write beyond their end (they do not).
  target_compile_options(${target} PRIVATE
    $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess -Wno-array-bounds -Wno-stringop-overflow>)
  if(arg_HEADERS)
    target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  elseif(arg_AS)
    target_precompile_headers(${target} REUSE_FROM ${arg_AS})
  else()
    target_precompile_headers(${target} REUSE_FROM usual)
  endif()
endfunction()

lintel_reads_first(usual HEADERS <algorithm> <array> <charconv> <chrono> <cmath> <functional> <map> <memory>
  <optional> <set> <span> <string> <string_view> <unordered_map> <utility> <variant> <vector>
  ${PROJECT_SOURCE_DIR}/src/base/json.h ${PROJECT_SOURCE_DIR}/src/base/result.h ${PROJECT_SOURCE_DIR}/src/base/text.h)

# lintel_program(lintel SOURCES main.cpp LINKS cli): what people run. It allocates with mimalloc, since a call's memory is taken
# on one thread and given back on another, which glibc pays for dearly; the sanitizers bring allocators of their own.
function(lintel_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  add_executable(${name} ${arg_SOURCES})
  if(NOT LINTEL_SANITIZE)
    target_link_libraries(${name} PRIVATE mimalloc)  # first, so that its malloc is found before the C library's
  endif()
  target_link_libraries(${name} PRIVATE ${arg_LINKS})
endfunction()

# lintel_library(base [APART] [READS_FIRST header… | READS_AS library] SOURCES a.cpp HEADERS a.h LINKS PUBLIC … PRIVATE …)
# The target is named after the folder; headers are checked to compile on their own. APART compiles every source alone.
function(lintel_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "APART" "READS_AS" "SOURCES;HEADERS;LINKS;READS_FIRST")
  if(arg_SOURCES)
    add_library(${name} STATIC)
    if(NOT arg_APART)
      lintel_together(${name} ${arg_SOURCES})
    endif()
    target_sources(${name} PRIVATE ${arg_SOURCES}
                   PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_HEADERS})
    target_link_libraries(${name} PUBLIC lintel_options ${arg_LINKS})
    lintel_reads_first(${name} AS "${arg_READS_AS}" HEADERS ${arg_READS_FIRST})
  else()
    add_library(${name} INTERFACE)
    target_sources(${name} INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_HEADERS})
    target_link_libraries(${name} INTERFACE lintel_options ${arg_LINKS})
  endif()
  set_target_properties(${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# lintel_test(base SOURCES a_test.cpp LINKS base): one GoogleTest program per folder, every TEST a ctest case. A test is
# compiled once and run for a moment, so its own code is not optimised; the libraries that it tries are.
function(lintel_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  find_package(GTest REQUIRED)
  include(GoogleTest)
  if(NOT TARGET usual_tests)
    add_library(usual_tests OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/usual.cpp)
    target_compile_options(usual_tests PRIVATE -O0)
    target_link_libraries(usual_tests PRIVATE lintel_options GTest::gtest GTest::gmock)
    lintel_reads_first(usual_tests HEADERS <gmock/gmock.h> <gtest/gtest.h> ${PROJECT_SOURCE_DIR}/src/base/json.h
      ${PROJECT_SOURCE_DIR}/src/base/result.h)
  endif()
  add_executable(test_${name} ${arg_SOURCES})
  set_target_properties(test_${name} PROPERTIES UNITY_BUILD ${LINTEL_TOGETHER} UNITY_BUILD_BATCH_SIZE 8)
  target_compile_options(test_${name} PRIVATE -O0 $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  target_link_libraries(test_${name} PRIVATE lintel_options ${arg_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  lintel_reads_first(test_${name} AS usual_tests)
  gtest_discover_tests(test_${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 300)
endfunction()

# lintel_fuzzer(json SOURCES json.cpp LINKS base): with clang a libFuzzer program; with g++ the same
# entry point behind replay.cpp, run as a test over fuzz/corpus/<name>.
function(lintel_fuzzer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  if(LINTEL_FUZZ)
    add_executable(fuzz_${name} ${arg_SOURCES})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(fuzz_${name} PRIVATE lintel_options ${arg_LINKS})
  else()
    add_executable(fuzz_${name} ${arg_SOURCES} ${PROJECT_SOURCE_DIR}/fuzz/replay.cpp)
    target_link_libraries(fuzz_${name} PRIVATE lintel_options ${arg_LINKS})
    add_test(NAME fuzz_replay.${name} COMMAND fuzz_${name} ${PROJECT_SOURCE_DIR}/fuzz/corpus/${name})
  endif()
  target_include_directories(fuzz_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
endfunction()
