#include "engine.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>
#include <thread>

#include "fiber.h"

#ifdef PARDIFF_TSAN
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

pardiff_thread *pardiff_self;

std::vector<const pardiff_kernel *> &pardiff_kernels() {
	static std::vector<const pardiff_kernel *> all;
	return all;
}

void pardiff_register(const pardiff_kernel *k) { pardiff_kernels().push_back(k); }

namespace {

enum class State { ready, barrier, warp, done };

struct Thread {
	pardiff_thread view;
	Fiber fiber;
	State state;
	pardiff_site at; // where it waits
	int predicate;   // of a vote
	// Of an exchange in its warp:
	pardiff_exchange what;
	unsigned mask;
	uint64_t value, result;
	int source;
};

// A Block is the block that runs.
struct Block {
	const Launch &launch;
	std::vector<Thread> threads;
	std::vector<unsigned> order;
	std::mt19937 random;
	Fiber scheduler;
	std::string error;
	unsigned live, waiting; // threads that have not ended, and those of them at the barrier
	int votes, voters;      // of the last barrier
	unsigned barriers;      // that have opened
	// What orders the fibers, for ThreadSanitizer: start, end, barriers in turns, then one for each warp. Only the
	// addresses count, and they are new for each block: blocks are unordered. There are two for barriers, as a thread may
	// reach the next one before others leave the last.
	char *sync;

	explicit Block(const Launch &l);
	bool run(pardiff_dim3 index);
	void release();
	void exchange(unsigned warp);
	void fail(pardiff_site at, const std::string &why);
	std::string stuck() const;
};

Block *current;

// BlockThreads runs blocks one after the other. With ThreadSanitizer each has an OS thread, and so thread-local
// memory of its own, and blocks are unordered: that they wait for each other, by calls of the system that it does not
// know, is hidden from it.
class BlockThreads {
#ifdef PARDIFF_TSAN
	std::vector<std::thread> threads;

public:
	template <class F> void run(F f) {
		std::atomic<int> done{0};
		threads.emplace_back([&] {
			f();
			done = 1;
			syscall(SYS_futex, &done, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
		});
		while (!done)
			syscall(SYS_futex, &done, FUTEX_WAIT_PRIVATE, 0, nullptr, nullptr, 0);
	}
	~BlockThreads() {
		for (std::thread &t : threads)
			t.join();
	}
#else
public:
	template <class F> void run(F f) { f(); }
#endif
};

Thread &self() { return *reinterpret_cast<Thread *>(pardiff_self); }

std::string text(pardiff_site at) { return std::string(at.file) + ":" + std::to_string(at.line); }

std::string text(pardiff_dim3 d) {
	return "(" + std::to_string(d.x) + "," + std::to_string(d.y) + "," + std::to_string(d.z) + ")";
}

bool same(pardiff_site a, pardiff_site b) { return a.line == b.line && !strcmp(a.file, b.file); }

// wait hands over to the scheduler, which comes back when what the thread waits for has happened.
void wait(State s, pardiff_site at) {
	self().state = s;
	self().at = at;
	fiber_switch(self().fiber, current->scheduler);
}

void thread_main() {
	fiber_acquire(&current->sync[0]);
	current->launch.kernel->call(current->launch.args);
	fiber_release(&current->sync[1]);
	self().state = State::done;
	current->live--;
	fiber_switch(self().fiber, current->scheduler);
	abort(); // an ended thread is not resumed
}

Block::Block(const Launch &l) : launch(l), threads(l.block.x * l.block.y * l.block.z), random(l.seed) {
	for (unsigned i = 0; i < threads.size(); i++) {
		pardiff_thread &v = threads[i].view;
		v.threadIdx = {i % l.block.x, i / l.block.x % l.block.y, i / (l.block.x * l.block.y)};
		v.blockDim = l.block;
		v.gridDim = l.grid;
		v.lane = i % 32;
		v.warp = i / 32;
		order.push_back(l.order == Order::reverse ? threads.size() - 1 - i : i);
	}
}

void Block::fail(pardiff_site at, const std::string &why) {
	if (error.empty())
		error = text(at) + ": " + why + ", thread " + text(pardiff_self->threadIdx) + " of block " + text(pardiff_self->blockIdx);
}

bool Block::run(pardiff_dim3 index) {
	// Shared memory holds NaN at first. The dynamic part begins at a boundary of 16 bytes.
	std::vector<unsigned char> dynamic(launch.dynamic + 16, 0xff);
	unsigned char *base = dynamic.data() + (16 - reinterpret_cast<uintptr_t>(dynamic.data()) % 16) % 16;
	if (launch.kernel->shared_size > 0)
		memset(launch.kernel->shared, 0xff, launch.kernel->shared_size);
	live = threads.size();
	waiting = votes = voters = barriers = 0;
	for (Thread &t : threads) {
		t.view.blockIdx = index;
		t.view.dynamic = base;
		t.state = State::ready;
	}
	fiber_release(&sync[0]);
	while (live > 0 && error.empty()) {
		if (launch.order == Order::shuffle)
			std::shuffle(order.begin(), order.end(), random);
		bool ran = false;
		for (unsigned i : order) {
			Thread &t = threads[i];
			if (t.state != State::ready || !error.empty())
				continue;
			ran = true;
			pardiff_self = &t.view;
			if (!t.fiber.stack)
				fiber_start(t.fiber, thread_main);
			fiber_switch(scheduler, t.fiber);
			if (t.state == State::done)
				fiber_end(t.fiber);
		}
		if (live > 0 && waiting == live)
			release();
		else if (!ran && error.empty())
			error = stuck();
	}
	for (Thread &t : threads)
		fiber_end(t.fiber);
	fiber_acquire(&sync[1]);
	return error.empty();
}

// release opens the barrier: every thread that has not ended is there.
void Block::release() {
	const Thread *first = nullptr;
	votes = 0;
	barriers++;
	voters = waiting;
	waiting = 0;
	for (Thread &t : threads) {
		if (t.state != State::barrier)
			continue;
		if (!first)
			first = &t;
		else if (!same(first->at, t.at) && error.empty())
			error = "threads of a block wait at different barriers: " + text(first->at) + " and " + text(t.at);
		votes += t.predicate != 0;
		t.state = State::ready;
	}
}

// exchange ends an exchange of a warp once every lane of the mask takes part.
void Block::exchange(unsigned warp) {
	Thread *lanes = &threads[warp * 32];
	unsigned n = std::min<size_t>(32, threads.size() - warp * 32);
	const Thread &me = self();
	unsigned there = 0, ballot = 0;
	for (unsigned i = 0; i < n; i++) {
		if (!(me.mask >> i & 1))
			continue;
		const Thread &t = lanes[i];
		if (t.state == State::done)
			return fail(me.at, "lane " + std::to_string(i) + " of the mask has ended");
		if (t.state != State::warp)
			continue;
		if (t.mask != me.mask)
			return fail(me.at, "lanes of a warp name different masks");
		if (!same(t.at, me.at) || t.what != me.what)
			return fail(me.at, "lanes of a warp are at different places, one at " + text(t.at));
		there |= 1u << i;
		ballot |= (t.value != 0) << i;
	}
	if (n < 32 && me.mask >> n)
		return fail(me.at, "the mask names lanes that the block does not have");
	if (there != me.mask)
		return;
	for (unsigned i = 0; i < n; i++) {
		if (!(me.mask >> i & 1))
			continue;
		Thread &t = lanes[i];
		if (t.what == PARDIFF_VALUE && !(t.mask >> t.source & 1))
			return fail(me.at, "lane " + std::to_string(i) + " reads lane " + std::to_string(t.source) + ", which is not in the mask");
		t.result = t.what == PARDIFF_VALUE ? lanes[t.source].value : ballot;
	}
	for (unsigned i = 0; i < n; i++)
		if (me.mask >> i & 1)
			lanes[i].state = State::ready;
}

// stuck says what the threads wait for that will not come.
std::string Block::stuck() const {
	for (const Thread &t : threads)
		if (t.state == State::barrier || t.state == State::warp)
			return text(t.at) + ": thread " + text(t.view.threadIdx) + " of block " + text(t.view.blockIdx) + " waits at a " +
			       (t.state == State::barrier ? "barrier" : "warp operation") + " that others never reach";
	return "no thread can run";
}

} // namespace

void pardiff_barrier(pardiff_site at) {
	int live;
	pardiff_vote(at, 0, &live);
}

int pardiff_vote(pardiff_site at, int predicate, int *live) {
	Block &b = *current;
	self().predicate = predicate;
	b.waiting++;
	char *sync = &b.sync[2 + b.barriers % 2];
	fiber_release(sync);
	wait(State::barrier, at);
	fiber_acquire(sync);
	*live = b.voters;
	return b.votes;
}

uint64_t pardiff_warp(pardiff_site at, pardiff_exchange what, unsigned mask, uint64_t value, int lane) {
	Thread &t = self();
	t.state = State::warp;
	t.at = at;
	t.what = what;
	t.mask = mask;
	t.value = value;
	t.source = lane & 31;
	void *sync = &current->sync[4 + t.view.warp];
	fiber_release(sync);
	if (mask >> t.view.lane & 1)
		current->exchange(t.view.warp);
	else
		current->fail(at, "a lane outside of the mask takes part");
	if (t.state == State::warp)
		fiber_switch(t.fiber, current->scheduler);
	fiber_acquire(sync);
	return t.result;
}

void pardiff_fail(pardiff_site at, const char *why) {
	current->fail(at, why);
	wait(State::done, at);
}

std::string pardiff_run(const Launch &l) {
	Block block(l);
	uint64_t n = uint64_t(l.grid.x) * l.grid.y * l.grid.z;
	std::vector<uint64_t> order(n);
	for (uint64_t i = 0; i < n; i++)
		order[i] = l.order == Order::reverse ? n - 1 - i : i;
	if (l.order == Order::shuffle)
		std::shuffle(order.begin(), order.end(), block.random);
	order.resize(std::min<uint64_t>(n, std::max<size_t>(1, fiber_limit / block.threads.size())));
	std::vector<std::unique_ptr<char[]>> syncs; // freed after the threads
	fiber_renew();
	BlockThreads threads;
	for (uint64_t i : order) {
		syncs.emplace_back(new char[4 + (block.threads.size() + 31) / 32]);
		block.sync = syncs.back().get();
		pardiff_dim3 index = {unsigned(i % l.grid.x), unsigned(i / l.grid.x % l.grid.y), unsigned(i / l.grid.x / l.grid.y)};
		bool ok;
		threads.run([&] {
			current = &block;
			ok = block.run(index);
		});
		if (!ok)
			break;
	}
	current = nullptr;
	return block.error;
}
