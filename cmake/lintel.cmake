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
if(LINTEL_SANITIZE)
  target_compile_options(lintel_options INTERFACE -fsanitize=${LINTEL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lintel_options INTERFACE -fsanitize=${LINTEL_SANITIZE})
  # g++ 12 gives false alarms of these two under sanitizers.
  target_compile_options(lintel_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
else()
  # Only what is used: a small binary starts fast and keeps few pages.
  target_link_options(lintel_options INTERFACE -Wl,--gc-sections -Wl,-O1)
endif()

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

# lintel_library(base SOURCES a.cpp HEADERS a.h LINKS PUBLIC … PRIVATE …)
# The target is named after the folder; headers are checked to compile on their own.
function(lintel_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;LINKS")
  if(arg_SOURCES)
    add_library(${name} STATIC)
    target_sources(${name} PRIVATE ${arg_SOURCES}
                   PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_HEADERS})
    target_link_libraries(${name} PUBLIC lintel_options ${arg_LINKS})
  else()
    add_library(${name} INTERFACE)
    target_sources(${name} INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR}/src FILES ${arg_HEADERS})
    target_link_libraries(${name} INTERFACE lintel_options ${arg_LINKS})
  endif()
  set_target_properties(${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# lintel_test(base SOURCES a_test.cpp LINKS base): one GoogleTest program per folder, every TEST a ctest case.
function(lintel_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS")
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE lintel_options ${arg_LINKS} GTest::gtest GTest::gmock GTest::gtest_main)
  target_include_directories(test_${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
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
