package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"
)

// A message is what an eval sends.
type message struct {
	ID       int64           `json:"id"`
	Kind     string          `json:"kind"`
	Module   string          `json:"module"`
	Function string          `json:"function"`
	Input    json.RawMessage `json:"input"`
}

// A response answers the message with the same ID. Success is a pointer so that a false one is
// written, too.
type response struct {
	ID      int64           `json:"id"`
	Tool    string          `json:"tool,omitempty"`
	Success *bool           `json:"success,omitempty"`
	Output  json.RawMessage `json:"output,omitempty"`
	Timings []timing        `json:"timings,omitempty"`
	Error   string          `json:"error,omitempty"`
}

// A timing says how long one run took.
type timing struct {
	Name        string `json:"name"`
	Nanoseconds int64  `json:"nanoseconds"`
}

// runs says how often an eval wants a function to be run: until both numbers are reached.
type runs struct {
	MinRuns    int     `json:"min_runs"`
	MinSeconds float64 `json:"min_seconds"`
}

// A task is an evaluation with its input decoded and its memory allocated.
type task struct {
	run    func()     // the part that is timed
	output func() any // the result of the last run, for encoding/json
}

// A prepare function makes a task of an input, or says what is wrong with the input.
type prepare func(input json.RawMessage) (task, error)

// serve answers the messages of in until it ends. It returns an error if a message cannot be
// read or an answer not be written.
func serve(in io.Reader, out io.Writer) error {
	table := modules()
	// Messages are decoded one after the other, however long their lines are.
	dec := json.NewDecoder(bufio.NewReader(in))
	enc := json.NewEncoder(out)
	for {
		var m message
		if err := dec.Decode(&m); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading a message: %w", err)
		}
		if err := enc.Encode(answer(table, m)); err != nil {
			return fmt.Errorf("answering message %d: %w", m.ID, err)
		}
	}
}

// answer returns the response to one message. Kinds that it does not know need no more than
// an acknowledgement.
func answer(table map[string]map[string]prepare, m message) response {
	r := response{ID: m.ID}
	var err error
	switch m.Kind {
	case "start":
		r.Tool = "pardiffgen"
		return r
	case "define":
		if table[m.Module] == nil {
			err = fmt.Errorf("undefined module %q", m.Module)
		}
	case "evaluate":
		r.Output, r.Timings, err = evaluate(table, m)
	default:
		return r
	}
	success := err == nil
	r.Success = &success
	if err != nil {
		r.Error = err.Error()
	}
	return r
}

// evaluate runs a function as often as its input says.
func evaluate(table map[string]map[string]prepare, m message) (json.RawMessage, []timing, error) {
	prep := table[m.Module][m.Function]
	if prep == nil {
		return nil, nil, fmt.Errorf("undefined function %q of module %q", m.Function, m.Module)
	}
	var want runs
	if err := json.Unmarshal(m.Input, &want); err != nil {
		return nil, nil, fmt.Errorf("input of %s: %w", m.Module, err)
	}
	t, err := prep(m.Input)
	if err != nil {
		return nil, nil, fmt.Errorf("input of %s: %w", m.Module, err)
	}
	runtime.GC() // what reading the input has left is not to be collected in the time of the function
	var timings []timing
	total := time.Duration(0)
	for len(timings) == 0 || len(timings) < want.MinRuns || total.Seconds() < want.MinSeconds {
		start := time.Now()
		t.run()
		d := time.Since(start)
		total += d
		timings = append(timings, timing{Name: "evaluate", Nanoseconds: d.Nanoseconds()})
	}
	// JSON has no number for NaN or an infinity.
	output, err := json.Marshal(t.output())
	if err != nil {
		return nil, nil, fmt.Errorf("output of %s: %w", m.Module, err)
	}
	return output, timings, nil
}
