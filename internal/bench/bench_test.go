package main

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRun runs the command on small problems: all columns that there are on this machine agree, every workload has its
// row, and the plot is written.
func TestRun(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "ratios.svg")
	var out bytes.Buffer
	if err := run([]string{"-small", "-rounds", "1", "-visit", "1us", "-plot", picture}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, k := range kinds() {
		if !strings.Contains(out.String(), " "+k.name+" ") {
			t.Errorf("no row for %s in\n%s", k.name, &out)
		}
	}
	if svg, err := os.ReadFile(picture); err != nil || !bytes.Contains(svg, []byte("burgers")) {
		t.Errorf("the plot has no row for burgers (error %v)", err)
	}
}

// TestNoRivals checks that the command does without a C compiler and without PyTorch.
func TestNoRivals(t *testing.T) {
	var out bytes.Buffer
	args := []string{"-small", "-rounds", "1", "-visit", "1us", "-run", "dense", "-cc", "", "-python", "no such program"}
	if err := run(args, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"no C compiler", "no PyTorch", " - "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, &out)
		}
	}
}

// TestAgree plants a wrong adjoint.
func TestAgree(t *testing.T) {
	gives := func(v ...float64) *column {
		return &column{
			run:     func(int) (time.Duration, error) { return 1, nil },
			results: func() ([]float64, error) { return v, nil },
		}
	}
	right := gives(3, 1, -2)
	for _, c := range []struct {
		second *column
		ok     bool
	}{
		{gives(3, 1, -2-1e-12), true},
		{gives(3, 1, -2.1), false},
		{gives(3, 1, math.NaN()), false},
		{gives(3, 1), false},
	} {
		err := agree([columns]*column{oneWorker: right, byHand: c.second})
		if (err == nil) != c.ok {
			t.Errorf("agree returns %v, want agreement: %v", err, c.ok)
		}
	}
}

// TestMeasure checks that every column is visited in every round, for as many calls as fill the time.
func TestMeasure(t *testing.T) {
	var order []int
	takes := func(at int, each time.Duration) *column {
		return &column{run: func(calls int) (time.Duration, error) {
			order = append(order, at)
			return time.Duration(calls) * each, nil
		}}
	}
	seconds, err := measure([columns]*column{
		primal: takes(primal, time.Millisecond), inC: takes(inC, time.Second),
	}, 2, 10*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[int]float64{primal: 1e-3, inC: 1} {
		if s := seconds[at]; len(s) != 2 || !(math.Abs(s[0]-want) < 1e-12) || s[0] != s[1] {
			t.Errorf("column %d takes %v, want twice %v", at, s, want)
		}
	}
	// A visit of many calls has one before it that does not count.
	want := []int{primal, inC, primal, primal, inC, primal, primal, inC}
	if len(order) != len(want) {
		t.Fatalf("visits %v, want %v", order, want)
	}
	for i := range want {
		if order[i] != want[i] {
			t.Fatalf("visits %v, want %v", order, want)
		}
	}
}

// TestRatio checks that a ratio is the median of those within a round.
func TestRatio(t *testing.T) {
	r := row{}
	r.seconds[oneWorker] = []float64{2, 30, 8}
	r.seconds[byHand] = []float64{1, 10, 2}
	if got := r.ratio(comparison{over: oneWorker, under: byHand}); got != 3 {
		t.Errorf("ratio %v, want 3", got)
	}
	if got := r.ratio(comparison{over: inC, under: byHand}); !math.IsNaN(got) {
		t.Errorf("ratio %v of a column that is not there, want NaN", got)
	}
	if got := geometricMean([]float64{1, math.NaN(), 16}); got != 4 {
		t.Errorf("geometric mean %v, want 4", got)
	}
	if got := quantile([]float64{4, 1, 3, 2}, 0.25); got != 1.75 {
		t.Errorf("quartile %v, want 1.75", got)
	}
}
