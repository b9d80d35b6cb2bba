// What launches read and write of device memory, counted.
#pragma once

#include <cstdint>
#include <string>

#include "memory.h"

// count_launch counts, from now to count_end, the accesses of kernels that were compiled to report them.
void count_launch(const Memory &memory);

// count_end appends a line to the file at path: the word launch, the kernel, and in bytes
//   loaded   what threads read, each time
//   stored   what threads write, each time
//   read     distinct memory that the launch reads before it writes it
//   written  distinct memory that the launch writes
void count_end(const char *path, const char *kernel);

// count_bytes appends a line with a word and a number of bytes: of a copy or of memory that is set.
void count_bytes(const char *path, const char *what, size_t bytes);
