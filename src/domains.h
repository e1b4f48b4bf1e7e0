// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/domain.h"

// Every domain of the program, in the order in which clients see their tools.
domain::Domains all_domains();
