// Package special holds the special functions that derivatives need and package math lacks.
// Each is a compiled function, for the interpreter and for tests, and Go text, to be
// printed among the shared helpers of a generated package.
package special
