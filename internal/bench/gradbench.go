package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"os/exec"
	"strconv"
	"time"

	"github.com/pardiff/pardiffgen/internal/bench/hand"
)

// A module is a workload of the command example/gradbench, whose primal and generated gradient run in a process of that command
// and are driven by GradBench's protocol.
type module struct {
	name  string
	input map[string]any
	// value and adjoints read the outputs of the functions objective and jacobian.
	value    func(output json.RawMessage) (float64, error)
	adjoints func(output json.RawMessage) ([]float64, error)
}

// A session is a process of example/gradbench in which one module is evaluated.
type session struct {
	*module
	cmd *exec.Cmd
	in  io.WriteCloser
	enc *json.Encoder
	dec *json.Decoder
	id  int
}

// startGradbench starts a session with the given number of workers, 0 for all. The number of
// workers of a gradient is by default the number of processors that the process may use.
func (r *rivals) startGradbench(m *module, workers int) (*session, error) {
	program, err := r.buildGradbench()
	if err != nil {
		return nil, err
	}
	s := &session{module: m, cmd: exec.Command(program)}
	if workers > 0 {
		s.cmd.Env = append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(workers))
	}
	s.cmd.Stderr = os.Stderr
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.enc, s.dec = json.NewEncoder(s.in), json.NewDecoder(out)
	return s, s.cmd.Start()
}

// stop ends the process.
func (s *session) stop() error {
	s.in.Close()
	return s.cmd.Wait()
}

// evaluate runs a function of the module as often as calls says, and once more before, while its memory
// grows. It returns the time of the calls and the output of the last.
func (s *session) evaluate(function string, calls int) (time.Duration, json.RawMessage, error) {
	input := maps.Clone(s.input)
	input["min_runs"], input["min_seconds"] = calls+1, 0
	s.id++
	if err := s.enc.Encode(map[string]any{
		"id": s.id, "kind": "evaluate", "module": s.name, "function": function, "input": input,
	}); err != nil {
		return 0, nil, err
	}
	var answer struct {
		Success bool
		Error   string
		Output  json.RawMessage
		Timings []struct{ Nanoseconds int64 }
	}
	if err := s.dec.Decode(&answer); err != nil {
		return 0, nil, fmt.Errorf("gradbench: %w", err)
	}
	if !answer.Success || len(answer.Timings) != calls+1 {
		return 0, nil, fmt.Errorf("gradbench: %d timings of %s, want %d: %s", len(answer.Timings), s.name, calls+1, answer.Error)
	}
	total := time.Duration(0)
	for _, t := range answer.Timings[1:] {
		total += time.Duration(t.Nanoseconds)
	}
	return total, answer.Output, nil
}

// primal returns the column of the primal.
func (s *session) primal() *column {
	return &column{run: func(calls int) (time.Duration, error) {
		t, _, err := s.evaluate("objective", calls)
		return t, err
	}}
}

// gradient returns the column of the gradient.
func (s *session) gradient() *column {
	var last json.RawMessage
	return &column{
		run: func(calls int) (t time.Duration, err error) {
			t, last, err = s.evaluate("jacobian", calls)
			return t, err
		},
		results: func() ([]float64, error) {
			_, output, err := s.evaluate("objective", 1)
			if err != nil {
				return nil, err
			}
			value, err1 := s.value(output)
			adjoints, err2 := s.module.adjoints(last)
			return append([]float64{value}, adjoints...), errors.Join(err1, err2)
		},
	}
}

// newGMM takes the numbers of dimensions, of components and of points.
func newGMM(n []int) *workload {
	d, k, points := n[0], n[1], n[2]
	g := newData()
	alpha, mu, q := g.normal(k, 1), g.normal(k*d, 1), g.normal(k*d, 0.3)
	l, x := g.normal(k*d*(d-1)/2, 0.3), g.normal(points*d, 1)
	gamma, m := g.number(1), int(g.number(0))
	a := like(alpha, mu, q, l)
	var byHand hand.GMM
	return &workload{
		input:    g.all,
		adjoints: a,
		hand: func() float64 {
			return byHand.Grad(d, k, points, alpha, mu, q, l, x, gamma, m, a[0], a[1], a[2], a[3])
		},
		outside: &module{
			name: "gmm",
			input: map[string]any{
				"d": d, "k": k, "n": points, "alpha": alpha, "mu": matrix(mu, k), "q": matrix(q, k), "l": matrix(l, k),
				"x": matrix(x, points), "gamma": gamma, "m": m,
			},
			value: decode[float64],
			adjoints: func(output json.RawMessage) ([]float64, error) {
				var o struct {
					Alpha    []float64
					Mu, Q, L [][]float64
				}
				err := json.Unmarshal(output, &o)
				v := o.Alpha
				for _, m := range [][][]float64{o.Mu, o.Q, o.L} {
					for _, r := range m {
						v = append(v, r...)
					}
				}
				return v, err
			},
		},
	}
}

// newLSTM takes the numbers of layers, of characters and of bits in a character.
func newLSTM(n []int) *workload {
	l, c, b := n[0], n[1], n[2]
	g := newData()
	params, extra, state := g.normal(8*l*b, 1), g.normal(3*b, 1), g.normal(2*l*b, 1)
	seq := g.fill(c*b, func(int) float64 { return float64(g.rng.IntN(2)) })
	a := like(params, extra)
	var byHand hand.LSTM
	return &workload{
		input:    g.all,
		adjoints: a,
		hand:     func() float64 { return byHand.Grad(l, c, b, params, extra, state, seq, a[0], a[1]) },
		outside: &module{
			name: "lstm",
			input: map[string]any{
				"main_params": matrix(params, 2*l), "extra_params": matrix(extra, 3),
				"state": matrix(state, 2*l), "sequence": matrix(seq, c),
			},
			value:    decode[float64],
			adjoints: decode[[]float64],
		},
	}
}

// newBA takes the numbers of cameras, of points and of observations, which are all the same, as GradBench has it. It measures a
// Jacobian; the value that is compared is the first error, and of the Jacobian as many elements as
// example/gradbench shows.
func newBA(n []int) *workload {
	cams, points, seen := n[0], n[1], n[2]
	g := newData()
	cam, point := g.normal(hand.BACam, 0.5), []float64{g.number(0.5), g.number(-0.3), g.number(6)}
	w, feat := g.number(0.8), g.normal(2, 1)
	allCams, allPoints := make([]float64, 0, cams*hand.BACam), make([]float64, 0, points*hand.BAPoint)
	for range cams {
		allCams = append(allCams, cam...)
	}
	for range points {
		allPoints = append(allPoints, point...)
	}
	rows, weights := make([][hand.BARow]float64, 2*seen), make([]float64, seen)
	shown := make([]float64, 2*hand.BARow+1) // the first two rows and the derivative of the last weight
	return &workload{
		input:    g.all,
		adjoints: [][]float64{shown},
		hand: func() float64 {
			for i := range weights {
				c, p := i%cams*hand.BACam, i%points*hand.BAPoint
				hand.BA(allCams[c:], allPoints[p:], w, feat[0], feat[1], &rows[2*i], &rows[2*i+1])
				weights[i] = -2 * w
			}
			copy(shown, rows[0][:])
			copy(shown[hand.BARow:], rows[1][:])
			shown[2*hand.BARow] = weights[seen-1]
			return w * shown[hand.BARow-1]
		},
		outside: &module{
			name: "ba",
			input: map[string]any{
				"n": cams, "m": points, "p": seen, "cam": cam, "x": point, "w": w, "feat": feat,
			},
			value: func(output json.RawMessage) (float64, error) {
				var o struct {
					Error struct{ Elements []float64 } `json:"reproj_error"`
				}
				err := json.Unmarshal(output, &o)
				return append(o.Error.Elements, math.NaN())[0], err
			},
			adjoints: func(output json.RawMessage) ([]float64, error) {
				var o struct{ Vals []float64 }
				err := json.Unmarshal(output, &o)
				return o.Vals, err
			},
		},
		shown: func(all []float64) []float64 { return append(all[:1+2*hand.BARow:1+2*hand.BARow], all[len(all)-1]) },
	}
}

// decode reads a T from JSON.
func decode[T any](output json.RawMessage) (v T, err error) {
	err = json.Unmarshal(output, &v)
	return v, err
}

// matrix returns the rows of a matrix.
func matrix(v []float64, rows int) [][]float64 {
	m := make([][]float64, rows)
	for i := range m {
		m[i] = v[i*len(v)/rows : (i+1)*len(v)/rows]
	}
	return m
}
