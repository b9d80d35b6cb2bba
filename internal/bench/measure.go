package main

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

// The columns of the table, as subscripts of a row.
const (
	primal = iota
	oneWorker
	allWorkers
	byHand
	inC
	inTorch
	columns
)

// A column is one way to compute a workload.
type column struct {
	run     func(calls int) (time.Duration, error)
	results func() ([]float64, error) // value and adjoints of the last call; nil for the primal
}

// A row holds the seconds per call of each column in each round; a column that is not there has none.
type row struct {
	kind
	seconds [columns][]float64
}

// tolerance bounds how far the columns may be apart.
const tolerance = 1e-9

// benchmark measures a workload of the given sizes.
func benchmark(k kind, sizes []int, r *rivals, rounds int, visit time.Duration) (res row, err error) {
	cols, stop, err := k.columns(sizes, r)
	defer func() { err = errors.Join(err, stop()) }()
	if err == nil {
		err = agree(cols)
	}
	if err != nil {
		return row{}, fmt.Errorf("%s: %w", k.name, err)
	}
	runtime.GC()
	seconds, err := measure(cols, rounds, visit)
	return row{k, seconds}, err
}

// columns returns all columns that there are. stop ends their processes; it is never nil.
func (k kind) columns(sizes []int, r *rivals) (cols [columns]*column, stop func() error, err error) {
	var stops []func() error
	stop = func() (err error) {
		for _, s := range stops {
			err = errors.Join(err, s())
		}
		return err
	}
	w := k.build(sizes)
	if w.outside == nil {
		cols[primal] = &column{run: timed(w.primal)}
		cols[oneWorker] = w.column(w.gradient(1))
		cols[allWorkers] = w.column(w.gradient(0))
	} else {
		for at, workers := range map[int]int{oneWorker: 1, allWorkers: 0} {
			s, err := r.startGradbench(w.outside, workers)
			if err != nil {
				return cols, stop, err
			}
			stops = append(stops, s.stop)
			cols[at] = s.gradient()
			if at == oneWorker {
				cols[primal] = s.primal()
			}
		}
	}
	cols[byHand] = w.column(w.hand)

	input := filepath.Join(r.dir, k.program+".in")
	if err := writeNumbers(input, w.input); err != nil {
		return cols, stop, err
	}
	for at, start := range r.starters() {
		p, err := start(k, sizes, input)
		if err != nil {
			return cols, stop, err
		}
		stops = append(stops, p.stop)
		cols[at] = &column{p.run, p.results}
		if w.shown != nil {
			cols[at].results = func() ([]float64, error) {
				all, err := p.results()
				if err != nil || len(all) == 0 {
					return nil, err
				}
				return w.shown(all), nil
			}
		}
	}
	return cols, stop, nil
}

// column returns the column of a gradient that writes the workload's adjoints.
func (w *workload) column(f func() float64) *column {
	value := math.NaN()
	return &column{
		run: timed(func() { value = f() }),
		results: func() ([]float64, error) {
			return slices.Concat(append([][]float64{{value}}, w.adjoints...)...), nil
		},
	}
}

// timed measures calls of f.
func timed(f func()) func(int) (time.Duration, error) {
	return func(calls int) (time.Duration, error) {
		start := time.Now()
		for range calls {
			f()
		}
		return time.Since(start), nil
	}
}

// agree runs each column once and compares values and adjoints with those of the gradient with one worker.
func agree(cols [columns]*column) error {
	var want []float64
	for _, at := range []int{oneWorker, allWorkers, byHand, inC, inTorch} {
		c := cols[at]
		if c == nil {
			continue
		}
		if _, err := c.run(1); err != nil {
			return err
		}
		got, err := c.results()
		if err != nil {
			return err
		}
		if at == oneWorker {
			want = got
		}
		if d := disagreement(got, want); !(d <= tolerance) {
			return fmt.Errorf("the column %q differs by %.2g from the gradient with one worker", titles()[at], d)
		}
	}
	return nil
}

// measure visits the columns by turns. A visit lasts as long as visit says, or one call. Where it is
// several calls, a further one comes before them and is not counted: it fetches back
// what the other columns have driven from the caches.
func measure(cols [columns]*column, rounds int, visit time.Duration) (seconds [columns][]float64, err error) {
	var calls [columns]int
	for round := -1; round < rounds; round++ {
		for at, c := range cols {
			if c == nil {
				continue
			}
			if calls[at] > 1 {
				if _, err := c.run(1); err != nil {
					return seconds, err
				}
			}
			n := max(calls[at], 1)
			t, err := c.run(n)
			if err != nil {
				return seconds, err
			}
			if round < 0 { // the first round finds out how many calls fill a visit
				calls[at] = int(visit/max(t, 1)) + 1
				continue
			}
			seconds[at] = append(seconds[at], t.Seconds()/float64(n))
		}
	}
	return seconds, nil
}
