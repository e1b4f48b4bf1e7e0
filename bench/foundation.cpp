// SPDX-License-Identifier: Apache-2.0
// The program without any domain: what the foundation alone costs to start and to keep.
#include "cli/commands.h"

int main(int argc, char** argv) { return cli::run(argc, argv, {}); }
