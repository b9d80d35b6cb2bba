// Device memory of the stand-in: memory of the host, each piece between pages that cannot be used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <sys/mman.h>

class Memory {
	static constexpr size_t page = 4096;
	static constexpr size_t align = 16; // the ends of an allocation are that near to its guards
	static constexpr unsigned char fence = 0xA5;

	std::map<uint64_t, size_t> pieces; // size by address

	static size_t whole(size_t n) { return (n + page - 1) / page * page; }
	static unsigned char *at(uint64_t p) { return reinterpret_cast<unsigned char *>(p); }

	// rest is what lies between the end of a piece and its guard.
	static size_t rest(size_t n) { return (align - n % align) % align; }

public:
	// allocate returns n bytes of NaN that end at a page which cannot be used, or 0.
	uint64_t allocate(size_t n) {
		size_t size = whole(n + rest(n));
		void *m = mmap(nullptr, size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
		if (m == MAP_FAILED || mprotect(static_cast<char *>(m) + page, size, PROT_READ | PROT_WRITE))
			return 0;
		uint64_t p = reinterpret_cast<uint64_t>(m) + page + size - n - rest(n);
		memset(at(p), 0xff, n);
		memset(at(p + n), fence, rest(n));
		pieces[p] = n;
		return p;
	}

	// free makes the memory unusable, for good.
	bool free(uint64_t p) {
		auto piece = pieces.find(p);
		if (piece == pieces.end())
			return false;
		size_t size = whole(piece->second + rest(piece->second));
		uint64_t end = p + piece->second + rest(piece->second);
		mmap(at(end - size), size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
		pieces.erase(piece);
		return true;
	}

	// holds says whether n bytes from p on are of one piece.
	bool holds(uint64_t p, size_t n) const {
		auto next = pieces.upper_bound(p);
		if (next == pieces.begin())
			return false;
		--next;
		return p - next->first <= next->second && n <= next->second - (p - next->first);
	}

	// intact says whether nothing was written behind a piece.
	bool intact() const {
		for (auto [p, n] : pieces)
			for (size_t i = 0; i < rest(n); i++)
				if (at(p + n)[i] != fence)
					return false;
		return true;
	}

	size_t held() const {
		size_t n = 0;
		for (auto [p, size] : pieces)
			n += size;
		return n;
	}

	const std::map<uint64_t, size_t> &all() const { return pieces; }
};
