package iris

import (
	"math"
	"slices"
	"testing"
)

// TestLoad compares the means of the measurements for each species with those of Fisher's
// table 1, which the version with the two errors misses.
func TestLoad(t *testing.T) {
	x, species := Load()
	if len(x) != Flowers*Features || len(species) != Flowers {
		t.Fatalf("Load gives %d measurements and %d species", len(x), len(species))
	}
	want := [][]float64{
		{5.006, 3.428, 1.462, 0.246},
		{5.936, 2.770, 4.260, 1.326},
		{6.588, 2.974, 5.552, 2.026},
	}
	for s, means := range want {
		for f, mean := range means {
			sum := 0.0
			for i, v := range species {
				if v == s {
					sum += x[i*Features+f]
				}
			}
			if got := sum / 50; !(math.Abs(got-mean) < 1e-9) {
				t.Errorf("%s: mean of feature %d is %v, want %v", Species()[s], f, got, mean)
			}
		}
	}
}

// TestCorrected checks the two flowers in which the copies of the data set differ.
func TestCorrected(t *testing.T) {
	x, _ := Load()
	for flower, want := range map[int][]float64{35: {4.9, 3.1, 1.5, 0.2}, 38: {4.9, 3.6, 1.4, 0.1}} {
		if got := x[(flower-1)*Features : flower*Features]; !slices.Equal(got, want) {
			t.Errorf("flower %d is %v, want %v", flower, got, want)
		}
	}
}
