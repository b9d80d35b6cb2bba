package helpers

import (
	"io"
	"log"
	"slices"
)

// The functions of this file stand in for builtins that a package hides by a declaration of
// its own.

// A pardiffNumber is a type that pardiffMax and pardiffMin order.
type pardiffNumber interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr | ~float32 | ~float64
}

// pardiffMax is the builtin max.
func pardiffMax[T pardiffNumber](x T, more ...T) T {
	for _, y := range more {
		switch {
		case x > y || x == y && x != 0:
		case x < y:
			x = y
		default: // two zeros, of which 0 is greater than -0, or a NaN
			x += y
		}
	}
	return x
}

// pardiffMin is the builtin min.
func pardiffMin[T pardiffNumber](x T, more ...T) T {
	for _, y := range more {
		switch {
		case x < y || x == y && x != 0:
		case x > y:
			x = y
		default: // two zeros, of which -0 is less than 0, or a NaN
			x = -(-x - y)
		}
	}
	return x
}

// pardiffClear is the builtin clear, for slices.
func pardiffClear[E any](s []E) {
	var zero E
	for i := range s {
		s[i] = zero
	}
}

// pardiffCopy is the builtin copy, for slices that do not overlap.
func pardiffCopy[E any](dst, src []E) int {
	n := pardiffMin(len(dst), len(src))
	for i := range n {
		dst[i] = src[i]
	}
	return n
}

// pardiffAppend is the builtin append.
func pardiffAppend[S ~[]E, E any](s S, v ...E) S { return slices.Insert(s, len(s), v...) }

// pardiffMake is the builtin make, for slices.
func pardiffMake[S ~[]E, E any](n int) S {
	var zero E
	return slices.Repeat(S{zero}, n)
}

// pardiffNew is the builtin new.
func pardiffNew[T any]() *T {
	var x T
	return &x
}

// pardiffPanic is the builtin panic, of the text of x: that is what a logger panics with.
func pardiffPanic(x any) { log.New(io.Discard, "", 0).Panic(x) }
