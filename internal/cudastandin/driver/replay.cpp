// Replay runs the launches of a file that the stand-in recorded, in a program that was built with a sanitizer.
// Its first argument is the file, the second the order of threads and blocks: forward, reverse or shuffle.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "engine.h"
#include "record.h"

namespace {

struct Piece {
	uint64_t address; // when it was recorded
	size_t size;
	std::unique_ptr<unsigned char[]> bytes; // of just that size: what lies behind is the sanitizer's
};

void need(FILE *f, void *to, size_t n) {
	if (fread(to, 1, n, f) != n) {
		fprintf(stderr, "replay: the file ends within a launch\n");
		exit(2);
	}
}

const pardiff_kernel *find(const std::string &name) {
	for (const pardiff_kernel *k : pardiff_kernels())
		if (name == k->name)
			return k;
	fprintf(stderr, "replay: no kernel %s\n", name.c_str());
	exit(2);
}

// moved is where the memory is that was at p. An end of a piece is a place too.
uint64_t moved(const std::vector<Piece> &pieces, uint64_t p) {
	for (const Piece &m : pieces)
		if (p >= m.address && p <= m.address + m.size)
			return reinterpret_cast<uint64_t>(m.bytes.get()) + (p - m.address);
	return p;
}

// replay runs the next launch and says whether there was one.
bool replay(FILE *f, Order order) {
	Header h;
	if (fread(&h, sizeof h, 1, f) != 1)
		return false;
	std::string name(h.name, 0);
	need(f, &name[0], h.name);
	std::vector<uint64_t> values(h.args);
	need(f, values.data(), 8 * h.args);
	std::vector<Piece> pieces(h.pieces);
	for (Piece &p : pieces) {
		uint64_t head[2];
		need(f, head, sizeof head);
		p = {head[0], head[1], std::unique_ptr<unsigned char[]>(new unsigned char[head[1]])};
		need(f, p.bytes.get(), p.size);
	}
	const pardiff_kernel *k = find(name);
	std::vector<void *> args;
	for (unsigned i = 0; i < h.args; i++) {
		if (k->pointers[i])
			values[i] = moved(pieces, values[i]);
		args.push_back(&values[i]);
	}
	Launch l = {k, h.grid, h.block, h.dynamic, args.data(), order, 1};
	std::string wrong = pardiff_run(l);
	if (!wrong.empty()) {
		fprintf(stderr, "replay: kernel %s: %s\n", k->name, wrong.c_str());
		exit(1);
	}
	return true;
}

} // namespace

int main(int argc, char **argv) {
	FILE *f = argc > 1 ? fopen(argv[1], "rb") : nullptr;
	if (!f) {
		fprintf(stderr, "replay: no file of launches\n");
		return 2;
	}
	std::string order = argc > 2 ? argv[2] : "forward";
	int n = 0;
	while (replay(f, order == "reverse" ? Order::reverse : order == "shuffle" ? Order::shuffle : Order::forward))
		n++;
	printf("replay: %d launches\n", n);
	return n > 0 ? 0 : 2;
}
