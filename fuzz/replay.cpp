// SPDX-License-Identifier: Apache-2.0
// Runs a fuzzer's entry point without libFuzzer: over every file of the folders given as arguments,
// and over every beginning of each. So every compiler checks what the fuzzers have found.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// Beginnings are tried byte by byte up to here and in this many steps for longer files.
constexpr std::size_t most_cuts = 512;

std::vector<char> contents(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The bytes are copied, so that a sanitizer sees reading beyond their end.
void feed(const std::vector<char>& bytes, std::size_t size) {
  const std::vector<std::uint8_t> input(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
  LLVMFuzzerTestOneInput(input.data(), input.size());
}

std::size_t feed_all(const fs::path& path) {
  const auto bytes = contents(path);
  const std::size_t step = std::max<std::size_t>(1, bytes.size() / most_cuts);
  std::size_t inputs = 1;
  for (std::size_t size = 0; size < bytes.size(); size += step, ++inputs) feed(bytes, size);
  feed(bytes, bytes.size());
  return inputs;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t files = 0;
  std::size_t inputs = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      ++files;
      inputs += feed_all(entry.path());
    }
  }
  std::cerr << files << " files, " << inputs << " inputs\n";
  // A folder without files would test nothing.
  return files > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
