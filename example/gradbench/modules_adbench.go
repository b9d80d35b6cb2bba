package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// gmmInput holds what package encoding/json reads and, in flat form, what GMM takes.
type gmmInput struct {
	D, K, N     int
	Alpha       []float64
	Mu, Q, L, X [][]float64
	Gamma       float64
	M           int

	mu, q, l, x []float64
}

func readGMM(input json.RawMessage) (*gmmInput, error) {
	in := new(gmmInput)
	if err := json.Unmarshal(input, in); err != nil {
		return nil, err
	}
	if in.D < 1 || in.K < 1 || len(in.Alpha) != in.K {
		return nil, fmt.Errorf("d = %d, k = %d, %d weights", in.D, in.K, len(in.Alpha))
	}
	var errs [4]error
	in.mu, errs[0] = flatten("mu", in.Mu, in.K, in.D)
	in.q, errs[1] = flatten("q", in.Q, in.K, in.D)
	in.l, errs[2] = flatten("l", in.L, in.K, in.D*(in.D-1)/2)
	in.x, errs[3] = flatten("x", in.X, in.N, in.D)
	return in, errors.Join(errs[:]...)
}

func gmmObjective(input json.RawMessage) (task, error) {
	in, err := readGMM(input)
	if err != nil {
		return task{}, err
	}
	return scalar(func() float64 {
		return GMM(in.D, in.K, in.N, in.Alpha, in.mu, in.q, in.l, in.x, in.Gamma, in.M)
	}), nil
}

func gmmJacobian(input json.RawMessage) (task, error) {
	in, err := readGMM(input)
	if err != nil {
		return task{}, err
	}
	alpha := make([]float64, len(in.Alpha))
	mu, q, l := make([]float64, len(in.mu)), make([]float64, len(in.q)), make([]float64, len(in.l))
	work := new(GMMWork)
	return task{
		run: func() {
			work.Grad(in.D, in.K, in.N, in.Alpha, in.mu, in.q, in.l, in.x, in.Gamma, in.M, alpha, mu, q, l)
		},
		output: func() any {
			return map[string]any{
				"alpha": alpha, "mu": matrix(mu, in.K), "q": matrix(q, in.K), "l": matrix(l, in.K),
			}
		},
	}, nil
}

type lstmInput struct {
	MainParams  [][]float64 `json:"main_params"`
	ExtraParams [][]float64 `json:"extra_params"`
	State       [][]float64 `json:"state"`
	Sequence    [][]float64 `json:"sequence"`

	l, c, b                   int
	params, extra, state, seq []float64
}

func readLSTM(input json.RawMessage) (*lstmInput, error) {
	in := new(lstmInput)
	if err := json.Unmarshal(input, in); err != nil {
		return nil, err
	}
	if len(in.MainParams) < 2 || len(in.Sequence) < 2 || len(in.Sequence[0]) == 0 {
		return nil, errors.New("want at least one layer and a sequence of two characters")
	}
	in.l, in.c, in.b = len(in.MainParams)/2, len(in.Sequence), len(in.Sequence[0])
	var errs [4]error
	in.params, errs[0] = flatten("main_params", in.MainParams, 2*in.l, 4*in.b)
	in.extra, errs[1] = flatten("extra_params", in.ExtraParams, 3, in.b)
	in.state, errs[2] = flatten("state", in.State, 2*in.l, in.b)
	in.seq, errs[3] = flatten("sequence", in.Sequence, in.c, in.b)
	return in, errors.Join(errs[:]...)
}

func lstmObjective(input json.RawMessage) (task, error) {
	in, err := readLSTM(input)
	if err != nil {
		return task{}, err
	}
	return scalar(func() float64 {
		return LSTM(in.l, in.c, in.b, in.params, in.extra, in.state, in.seq)
	}), nil
}

func lstmJacobian(input json.RawMessage) (task, error) {
	in, err := readLSTM(input)
	if err != nil {
		return task{}, err
	}
	grad := make([]float64, len(in.params)+len(in.extra))
	params, extra := grad[:len(in.params)], grad[len(in.params):]
	work := new(LSTMWork)
	return vector(grad, func() {
		work.Grad(in.l, in.c, in.b, in.params, in.extra, in.state, in.seq, params, extra)
	}), nil
}
