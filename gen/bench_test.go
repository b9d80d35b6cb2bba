package gen

import (
	"io"
	"testing"
)

// BenchmarkWarm is a whole run on a package that imports gonum, with everything that it
// imports compiled before.
func BenchmarkWarm(b *testing.B) {
	for b.Loop() {
		if status := Main([]string{"-check", "-C", "../example/gmm"}, io.Discard, io.Discard); status == exitRefused {
			b.Fatal("refused")
		}
	}
}
