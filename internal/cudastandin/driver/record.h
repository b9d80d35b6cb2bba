// Launches in a file, with the memory as it was before each, for replay.cpp.
#pragma once

#include <cstdint>
#include <cstdio>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine.h"
#include "memory.h"

// A Header begins a launch in the file. Then come the name, 8 bytes for each argument, and the pieces of
// memory, each as its address, its size and its bytes.
struct Header {
	uint32_t name, args, pieces, dynamic;
	pardiff_dim3 grid, block;
};

// record appends a launch to the file at path, but just the first of a kernel with each number of blocks and size of
// memory.
inline void record(const char *path, const Launch &l, const Memory &memory) {
	static std::set<std::tuple<const pardiff_kernel *, unsigned, size_t>> seen;
	if (!seen.insert({l.kernel, l.grid.x, memory.held()}).second)
		return;
	FILE *f = fopen(path, "ab");
	if (!f)
		return;
	std::string name = l.kernel->name;
	Header h = {uint32_t(name.size()), l.kernel->params, uint32_t(memory.all().size()), uint32_t(l.dynamic), l.grid, l.block};
	fwrite(&h, sizeof h, 1, f);
	fwrite(name.data(), 1, name.size(), f);
	for (unsigned i = 0; i < l.kernel->params; i++) {
		uint64_t v = 0;
		memcpy(&v, l.args[i], l.kernel->sizes[i]);
		fwrite(&v, sizeof v, 1, f);
	}
	for (auto [p, n] : memory.all()) {
		uint64_t piece[] = {p, n};
		fwrite(piece, sizeof piece, 1, f);
		fwrite(reinterpret_cast<const void *>(p), 1, n, f);
	}
	fclose(f);
}
