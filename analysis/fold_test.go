package analysis_test

import (
	"regexp"
	"testing"

	"github.com/pardiff/pardiffgen/internal/irtest"
)

const foldText = `package p

func ratio(x float64, n, m int, a, b float64) float64 {
	if n == m {
		x *= float64(n-m) + float64(n/m) + (a - b) + a/b
	} else if n < m {
		x += 1
	}
	return x * float64(n%m+n&m)
}

func bits(x float64, i, j int) float64 {
	if i == j {
		x *= 2
	}
	return x * float64(i^j|i&j) * float64(i-j)
}

func bitsOf(x float64, k int) float64 { return bits(x, k, 0) + bits(x, 0, k) + bits(x, k, k) + bits(x, k, 3) }

func constants(x float64) float64 { return ratio(x, 2, 2, 0.5, 0.5) + ratio(x, 3, 2, 1, 2) }
`

// TestFoldedBits checks that helpers that are inlined with 0, or with one variable for two parameters, leave no operations that
// do nothing (SA4016 of staticcheck), or have the same operands (SA4000), and that others stay.
func TestFoldedBits(t *testing.T) {
	text := irtest.Lower(t, foldText, "bitsOf").String()
	if m := regexp.MustCompile(`(k ?(\^|\||&|-|==) ?k|k ?[|&^] ?0|0 ?[|&^] ?k)`).FindString(text); m != "" {
		t.Errorf("%q is left in\n%s", m, text)
	}
	if !regexp.MustCompile(`k ?\^ ?3`).MatchString(text) || !regexp.MustCompile(`k == 0`).MatchString(text) {
		t.Errorf("k^3 or k == 0 is not left in\n%s", text)
	}
}

// TestFolded checks that helpers that are inlined with constants leave no operations with twice the same constant,
// and no comparisons of constants, and that other operations stay as they are written.
func TestFolded(t *testing.T) {
	text := irtest.Lower(t, foldText, "constants").String()
	if m := regexp.MustCompile(`(2 [-/%&] 2|0\.5 [-/] 0\.5|\d (==|<) \d)`).FindString(text); m != "" {
		t.Errorf("%q is left in\n%s", m, text)
	}
	if !regexp.MustCompile(`3 ?% ?2`).MatchString(text) {
		t.Errorf("3%%2 is not left in\n%s", text)
	}
}
