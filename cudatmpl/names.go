package cudatmpl

import (
	"fmt"
	"strconv"
	"strings"
)

// A namer gives names that are free, with a digit where the wished one is not.
type namer struct {
	taken map[string]bool
	names map[any]string
}

func newNamer(reserved ...[]string) *namer {
	n := &namer{taken: map[string]bool{}, names: map[any]string{}}
	for _, list := range reserved {
		for _, s := range list {
			n.taken[s] = true
		}
	}
	return n
}

// fresh returns a name like the wished one, and takes it.
func (n *namer) fresh(wish string) string {
	name := wish
	for k := 1; n.taken[name]; k++ {
		name = wish + strconv.Itoa(k)
	}
	n.taken[name] = true
	return name
}

// of returns the name of what key stands for: always the same one.
func (n *namer) of(key any, wish string) string {
	if s, ok := n.names[key]; ok {
		return s
	}
	s := n.fresh(wish)
	n.names[key] = s
	return s
}

// cname makes an identifier of C++ out of one of Go.
func cname(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	if b.Len() == 0 || s == "_" {
		return "v"
	}
	return b.String()
}

// cWords are what a kernel cannot call its variables: keywords, what CUDA declares, and functions that it
// may call.
var cWords = strings.Fields(`
	alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
	const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern
	false float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or
	or_eq private protected public register reinterpret_cast return short signed sizeof static static_assert
	static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned
	using virtual void volatile wchar_t while xor xor_eq restrict
	threadIdx blockIdx blockDim gridDim warpSize min max abs
	acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc erfcinv erfinv exp exp2 expm1 fabs
	fdim floor fma fmax fmin fmod hypot j0 j1 jn ldexp lgamma log log10 log1p log2 logb modf frexp nextafter pow remainder rint
	round sin sincos sinh sqrt tan tanh tgamma trunc y0 y1 yn rsqrt isnan isinf signbit float2 float4 double2 int2 int4
	NULL EOF INFINITY NAN main linux unix index gamma time div`)
