package main

import (
	"encoding/json"
	"fmt"
)

// baInput is the input of ba: one camera, point, weight and feature, which n cameras, m points
// and p observations repeat.
type baInput struct {
	N, M, P int
	Cam, X  []float64
	W       float64
	Feat    []float64
}

func readBA(input json.RawMessage) (*Scene, error) {
	var in baInput
	if err := json.Unmarshal(input, &in); err != nil {
		return nil, err
	}
	if in.N < 1 || in.M < 1 || in.P < 1 {
		return nil, fmt.Errorf("n = %d, m = %d, p = %d, want at least 1 of each", in.N, in.M, in.P)
	}
	if len(in.Cam) != camSize || len(in.X) != pointSize || len(in.Feat) != 2 {
		return nil, fmt.Errorf("cam, x and feat have %d, %d and %d numbers, want %d, %d and 2",
			len(in.Cam), len(in.X), len(in.Feat), camSize, pointSize)
	}
	s := &Scene{Cams: make([]Camera, in.N), Points: make([]Point, in.M), Seen: make([]Observation, in.P)}
	for i := range s.Cams {
		s.Cams[i] = camera(in.Cam)
	}
	for i := range s.Points {
		s.Points[i] = Point{in.X[0], in.X[1], in.X[2]}
	}
	for i := range s.Seen {
		s.Seen[i] = Observation{Cam: i % in.N, Point: i % in.M, U: in.Feat[0], V: in.Feat[1], W: in.W}
	}
	return s, nil
}

// baObjective answers with the errors of the first observation and how often they stand for
// one: GradBench's observations are all alike.
func baObjective(input json.RawMessage) (task, error) {
	s, err := readBA(input)
	if err != nil {
		return task{}, err
	}
	p := len(s.Seen)
	reproj, weight := make([]float64, 2*p), make([]float64, p)
	return task{
		run: func() { s.Errors(reproj, weight) },
		output: func() any {
			return map[string]any{
				"reproj_error": map[string]any{"elements": reproj[:2], "repeated": p},
				"w_err":        map[string]any{"element": weight[0], "repeated": p},
			}
		},
	}, nil
}

// baJacobian answers with the first 30 and the last elements of the Jacobian's arrays.
func baJacobian(input json.RawMessage) (task, error) {
	s, err := readBA(input)
	if err != nil {
		return task{}, err
	}
	var jac Jacobian
	var work ReprojectWork
	return task{
		run: func() { s.Jacobian(&jac, &work) },
		output: func() any {
			rows, cols, vals := s.Compressed(&jac)
			return map[string]any{"rows": sample(rows), "cols": sample(cols), "vals": sample(vals)}
		},
	}, nil
}

// sample returns the elements of v of which GradBench takes a sample: those of the first
// observation, and the last one.
func sample[T any](v []T) []T {
	n := min(len(v), 2*(camSize+pointSize+1))
	return append(v[:n:n], v[len(v)-1])
}
