// What the driver makes of an image: PTX that clang made of a .cu file stands for the kernels of that file, compiled for
// the host. Settings of the environment as well, for they name these.
#pragma once

#include <map>
#include <set>
#include <string>

#include "engine.h"

// setting is what the environment says, or null; number is a setting's value.
const char *setting(const char *name);
long number(const char *name, long otherwise);

// complain says on standard error what a caller did wrong.
void complain(const std::string &what);

// A Module is the kernels that an image names.
struct Module {
	std::map<std::string, const pardiff_kernel *> kernels;
};

// entries are the kernels that PTX declares.
std::set<std::string> entries(const char *ptx);

// find returns the host's build of the file that the PTX was made from, the one with just its kernels, or null.
const Module *find(const std::set<std::string> &names);
