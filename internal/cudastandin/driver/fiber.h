// Fibers: stacks of their own that run on one OS thread, one at a time.
//
// With PARDIFF_TSAN, ThreadSanitizer learns of them: what two fibers do is unordered unless one released what
// the other acquires.
#pragma once

#include <cstddef>
#include <cstdint>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

#ifdef PARDIFF_TSAN
extern "C" {
void *__tsan_get_current_fiber();
void *__tsan_create_fiber(unsigned flags);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
void __tsan_acquire(void *at);
void __tsan_release(void *at);
}
inline void fiber_acquire(void *at) { __tsan_acquire(at); }
inline void fiber_release(void *at) { __tsan_release(at); }

// fiber_limit is how many fibers there may be before fiber_renew. ThreadSanitizer has room for 8128 threads, and the
// time that it takes to order them grows with their square.
constexpr size_t fiber_limit = 3072;
#else
inline void fiber_acquire(void *) {}
inline void fiber_release(void *) {}
constexpr size_t fiber_limit = SIZE_MAX;
#endif

// A Fiber is started by fiber_start; the zero value is the place of the thread's own stack.
struct Fiber {
	unsigned char *stack = nullptr;
#ifdef __x86_64__
	void *sp = nullptr;
#else
	ucontext_t context;
#endif
#ifdef PARDIFF_TSAN
	void *tsan = nullptr;
#endif
};

constexpr size_t fiber_stack_size = 256 << 10;

// fiber_stacks are stacks that are free.
inline std::vector<unsigned char *> &fiber_stacks() {
	static std::vector<unsigned char *> free;
	return free;
}

// fiber_stack returns a stack whose lowest page cannot be used.
inline unsigned char *fiber_stack() {
	std::vector<unsigned char *> &free = fiber_stacks();
	if (!free.empty()) {
		unsigned char *s = free.back();
		free.pop_back();
		return s;
	}
	void *p = mmap(nullptr, fiber_stack_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (p == MAP_FAILED)
		_exit(70);
	mprotect(p, 4096, PROT_NONE);
	return static_cast<unsigned char *>(p);
}

#ifdef __x86_64__
// fiber_jump saves the registers that a call keeps on the stack, the stack in *from, and goes to the stack to.
extern "C" void pardiff_fiber_jump(void **from, void *to);
asm(R"(
.pushsection .text
.weak pardiff_fiber_jump
.hidden pardiff_fiber_jump
.type pardiff_fiber_jump, @function
pardiff_fiber_jump:
	pushq %rbp
	pushq %rbx
	pushq %r12
	pushq %r13
	pushq %r14
	pushq %r15
	movq %rsp, (%rdi)
	movq %rsi, %rsp
	popq %r15
	popq %r14
	popq %r13
	popq %r12
	popq %rbx
	popq %rbp
	ret
.popsection
)");
#endif

#ifdef PARDIFF_TSAN
// A FiberPlace is what a fiber had that has ended. To ThreadSanitizer a fiber that has it next is the same one.
struct FiberPlace {
	unsigned char *stack;
	void *tsan;
};

// fiber_ended are the places of fibers that have ended since fiber_renew, fiber_free those of fibers before it.
inline std::vector<FiberPlace> &fiber_ended() {
	static std::vector<FiberPlace> all;
	return all;
}
inline std::vector<FiberPlace> &fiber_free() {
	static std::vector<FiberPlace> all;
	return all;
}

// fiber_renew says that whatever starts from now on comes after all fibers that have ended: it may have their places,
// and so there are not as many to make as fibers.
inline void fiber_renew() {
	fiber_free().insert(fiber_free().end(), fiber_ended().begin(), fiber_ended().end());
	fiber_ended().clear();
	fiber_ended().reserve(8128); // here, where it orders no two fibers
}

// fiber_place gives f a place.
inline void fiber_place(Fiber &f) {
	if (fiber_free().empty()) {
		f.stack = fiber_stack();
		f.tsan = __tsan_create_fiber(0);
		return;
	}
	f.stack = fiber_free().back().stack;
	f.tsan = fiber_free().back().tsan;
	fiber_free().pop_back();
}
#else
inline void fiber_renew() {}
inline void fiber_place(Fiber &f) { f.stack = fiber_stack(); }
#endif

// fiber_start readies f to call main, which must not return.
inline void fiber_start(Fiber &f, void (*main)()) {
	fiber_place(f);
#ifdef __x86_64__
	void **sp = reinterpret_cast<void **>(f.stack + fiber_stack_size);
	*--sp = nullptr; // where main would return to; it also aligns the stack as a call does
	*--sp = reinterpret_cast<void *>(main);
	for (int i = 0; i < 6; i++)
		*--sp = nullptr;
	f.sp = sp;
#else
	getcontext(&f.context);
	f.context.uc_stack.ss_sp = f.stack;
	f.context.uc_stack.ss_size = fiber_stack_size;
	f.context.uc_link = nullptr;
	makecontext(&f.context, main, 0);
#endif
}

// fiber_end gives back the stack of a fiber that is not resumed.
inline void fiber_end(Fiber &f) {
	if (!f.stack)
		return;
#ifdef PARDIFF_TSAN
	fiber_ended().push_back({f.stack, f.tsan});
#else
	fiber_stacks().push_back(f.stack);
#endif
	f.stack = nullptr;
}

// fiber_switch saves where it is in from and goes on where to was saved.
inline void fiber_switch(Fiber &from, Fiber &to) {
#ifdef PARDIFF_TSAN
	from.tsan = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(to.tsan, 1); // 1: a switch orders nothing
#endif
#ifdef __x86_64__
	pardiff_fiber_jump(&from.sp, to.sp);
#else
	swapcontext(&from.context, &to.context);
#endif
}
