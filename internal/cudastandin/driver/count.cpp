// Kernels that are compiled for ThreadSanitizer but not linked with it tell this file of each access to memory.
#include "count.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <vector>

namespace {

enum : unsigned char { READ = 1, WRITTEN = 2 };

struct Piece {
	uint64_t begin, end;
	std::vector<unsigned char> marks; // of each byte
};

std::vector<Piece> pieces; // in order of addresses; empty between launches
Piece *last;
uint64_t loaded, stored;

// find returns the piece of device memory that p lies in, or nothing: memory of the host, of a thread or shared.
Piece *find(uint64_t p) {
	if (last && p >= last->begin && p < last->end)
		return last;
	auto next = std::upper_bound(pieces.begin(), pieces.end(), p, [](uint64_t p, const Piece &q) { return p < q.begin; });
	if (next == pieces.begin() || p >= (--next)->end)
		return nullptr;
	return last = &*next;
}

void load(void *at, size_t n) {
	uint64_t p = reinterpret_cast<uint64_t>(at);
	Piece *m = find(p);
	if (!m)
		return;
	loaded += n;
	for (uint64_t i = p - m->begin; i < std::min(p + n, m->end) - m->begin; i++)
		if (!(m->marks[i] & WRITTEN))
			m->marks[i] |= READ;
}

void store(void *at, size_t n) {
	uint64_t p = reinterpret_cast<uint64_t>(at);
	Piece *m = find(p);
	if (!m)
		return;
	stored += n;
	for (uint64_t i = p - m->begin; i < std::min(p + n, m->end) - m->begin; i++)
		m->marks[i] |= WRITTEN;
}

} // namespace

void count_launch(const Memory &memory) {
	for (auto [p, n] : memory.all())
		pieces.push_back({p, p + n, std::vector<unsigned char>(n)});
	loaded = stored = 0;
}

void count_end(const char *path, const char *kernel) {
	uint64_t read = 0, written = 0;
	for (const Piece &m : pieces)
		for (unsigned char b : m.marks) {
			read += b & READ;
			written += (b & WRITTEN) != 0;
		}
	pieces.clear();
	last = nullptr;
	if (FILE *f = fopen(path, "a")) {
		fprintf(f, "launch %s %llu %llu %llu %llu\n", kernel, (unsigned long long)loaded, (unsigned long long)stored,
			(unsigned long long)read, (unsigned long long)written);
		fclose(f);
	}
}

void count_bytes(const char *path, const char *what, size_t bytes) {
	if (FILE *f = fopen(path, "a")) {
		fprintf(f, "%s %zu\n", what, bytes);
		fclose(f);
	}
}

// ---- what the compiler calls

#define CALLED extern "C" __attribute__((visibility("default")))
#define ACCESS(n)                                                       \
	CALLED void __tsan_read##n(void *p) { load(p, n); }             \
	CALLED void __tsan_write##n(void *p) { store(p, n); }           \
	CALLED void __tsan_unaligned_read##n(void *p) { load(p, n); }   \
	CALLED void __tsan_unaligned_write##n(void *p) { store(p, n); }

ACCESS(1)
ACCESS(2)
ACCESS(4)
ACCESS(8)
ACCESS(16)
CALLED void __tsan_read_range(void *p, size_t n) { load(p, n); }
CALLED void __tsan_write_range(void *p, size_t n) { store(p, n); }
CALLED void __tsan_init() {}
CALLED void __tsan_func_entry(void *) {}
CALLED void __tsan_func_exit() {}

// An atomic update is a load and a store. Its order does not matter: threads of the stand-in run one at a time.
#define ATOMIC(bits, T)                                                                               \
	CALLED T __tsan_atomic##bits##_load(const volatile T *p, int) { return *p; }                  \
	CALLED int __tsan_atomic##bits##_compare_exchange_strong(volatile T *p, T *was, T is, int, int) { \
		load(const_cast<T *>(p), sizeof(T));                                                  \
		if (*p != *was) {                                                                     \
			*was = *p;                                                                    \
			return 0;                                                                     \
		}                                                                                     \
		store(const_cast<T *>(p), sizeof(T));                                                 \
		*p = is;                                                                              \
		return 1;                                                                             \
	}

ATOMIC(8, uint8_t)
ATOMIC(32, uint32_t)
ATOMIC(64, uint64_t)
CALLED void __tsan_atomic_thread_fence(int) {}
