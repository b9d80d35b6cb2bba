package ranges

import (
	"strconv"
	"strings"
)

// Fields ranges over slices that other code makes.
//
//pardiff:grad
//pardiff:jvp
func Fields(x []float64, text string) float64 {
	s := 0.0
	for i, f := range strings.Fields(text) {
		w, err := strconv.ParseFloat(f, 64)
		if err != nil || i >= len(x) {
			continue
		}
		s += w * x[i] * x[i]
	}
	for i, b := range []byte(strings.Repeat("ab", 3)) {
		s += x[i%len(x)] * float64(b)
	}
	for range strings.Split(text, ".") {
		s *= x[0]
	}
	for _, r := range []rune(text) {
		x[int(r)%len(x)] *= s
	}
	return s * x[len(strings.Fields(text)[0])%len(x)]
}
