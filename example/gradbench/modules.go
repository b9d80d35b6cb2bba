package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// modules returns the functions that can be evaluated, by module and name.
func modules() map[string]map[string]prepare {
	return map[string]map[string]prepare{
		"lse":    {"primal": lsePrimal, "gradient": lseGradient},
		"llsq":   {"primal": llsqPrimal, "gradient": llsqGradient},
		"ode":    {"primal": odePrimal, "gradient": odeGradient},
		"gmm":    {"objective": gmmObjective, "jacobian": gmmJacobian},
		"lstm":   {"objective": lstmObjective, "jacobian": lstmJacobian},
		"ba":     {"objective": baObjective, "jacobian": baJacobian},
		"kmeans": {"cost": kmeansCost},
	}
}

// scalar returns a task whose output is the number that f returns.
func scalar(f func() float64) task {
	v := 0.0
	return task{run: func() { v = f() }, output: func() any { return v }}
}

// vector returns a task whose output is what f leaves in v.
func vector(v []float64, f func()) task {
	return task{run: f, output: func() any { return v }}
}

type lseInput struct{ X []float64 }

func readLSE(input json.RawMessage) (in lseInput, err error) {
	err = json.Unmarshal(input, &in)
	if err == nil && len(in.X) == 0 {
		err = errors.New("x is empty")
	}
	return in, err
}

func lsePrimal(input json.RawMessage) (task, error) {
	in, err := readLSE(input)
	return scalar(func() float64 { return LSE(in.X) }), err
}

func lseGradient(input json.RawMessage) (task, error) {
	in, err := readLSE(input)
	grad := make([]float64, len(in.X))
	work := new(LSEWork)
	return vector(grad, func() { work.Grad(in.X, grad) }), err
}

type llsqInput struct {
	X []float64
	N int
}

func readLLSQ(input json.RawMessage) (in llsqInput, err error) {
	err = json.Unmarshal(input, &in)
	if err == nil && in.N < 2 {
		err = fmt.Errorf("n is %d, want at least 2", in.N)
	}
	return in, err
}

func llsqPrimal(input json.RawMessage) (task, error) {
	in, err := readLLSQ(input)
	return scalar(func() float64 { return LLSQ(in.X, in.N) }), err
}

func llsqGradient(input json.RawMessage) (task, error) {
	in, err := readLLSQ(input)
	grad := make([]float64, len(in.X))
	work := new(LLSQWork)
	return vector(grad, func() { work.Grad(in.X, in.N, grad) }), err
}

type odeInput struct {
	X []float64
	S int
}

func readODE(input json.RawMessage) (in odeInput, err error) {
	err = json.Unmarshal(input, &in)
	if err == nil && (len(in.X) == 0 || in.S < 1) {
		err = fmt.Errorf("%d numbers and %d steps, want at least 1 of each", len(in.X), in.S)
	}
	return in, err
}

func odePrimal(input json.RawMessage) (task, error) {
	in, err := readODE(input)
	y := make([]float64, len(in.X))
	return vector(y, func() { ODE(in.X, in.S, y) }), err
}

// odeGradient prepares the gradient of the last element of the solution.
func odeGradient(input json.RawMessage) (task, error) {
	in, err := readODE(input)
	n := len(in.X)
	y, yAdj, grad := make([]float64, n), make([]float64, n), make([]float64, n)
	work := new(ODEWork)
	return vector(grad, func() {
		clear(grad)
		clear(yAdj)
		yAdj[n-1] = 1
		work.VJP(in.X, in.S, y, grad, yAdj)
	}), err
}

type kmeansInput struct{ Points, Centroids [][]float64 }

func kmeansCost(input json.RawMessage) (task, error) {
	var in kmeansInput
	if err := json.Unmarshal(input, &in); err != nil {
		return task{}, err
	}
	if len(in.Points) == 0 || len(in.Centroids) == 0 || len(in.Points[0]) == 0 {
		return task{}, errors.New("no points or no centroids")
	}
	d := len(in.Points[0])
	points, err1 := flatten("points", in.Points, len(in.Points), d)
	centroids, err2 := flatten("centroids", in.Centroids, len(in.Centroids), d)
	return scalar(func() float64 { return KMeans(d, points, centroids) }), errors.Join(err1, err2)
}

// flatten returns the elements of a matrix row after row. It checks that it is rows × cols.
func flatten(name string, m [][]float64, rows, cols int) ([]float64, error) {
	if len(m) != rows {
		return nil, fmt.Errorf("%s has %d rows, want %d", name, len(m), rows)
	}
	flat := make([]float64, 0, rows*cols)
	for i, row := range m {
		if len(row) != cols {
			return nil, fmt.Errorf("row %d of %s has %d numbers, want %d", i, name, len(row), cols)
		}
		flat = append(flat, row...)
	}
	return flat, nil
}

// matrix returns the rows of a flat matrix with the given number of rows.
func matrix(flat []float64, rows int) [][]float64 {
	cols := len(flat) / rows
	m := make([][]float64, rows)
	for i := range m {
		m[i] = flat[i*cols : (i+1)*cols]
	}
	return m
}
