// SPDX-License-Identifier: Apache-2.0
// The program with no domain but that of the tests, for measuring the foundation with a device left out.
#include "cli/commands.h"

namespace fixtures {
domain::Domain domain();
}

int main(int argc, char** argv) { return cli::run(argc, argv, {fixtures::domain()}); }
