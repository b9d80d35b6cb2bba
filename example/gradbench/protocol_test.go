package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"
)

// ask sends messages, a line each, and returns the decoded responses.
func ask(t *testing.T, lines ...string) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	if err := serve(strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	var answers []map[string]any
	for line := range strings.Lines(out.String()) {
		var a map[string]any
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("response %q: %v", line, err)
		}
		answers = append(answers, a)
	}
	if len(answers) != len(lines) {
		t.Fatalf("%d responses to %d messages", len(answers), len(lines))
	}
	for i, a := range answers {
		if a["id"] != float64(i) {
			t.Errorf("response %d has the id %v", i, a["id"])
		}
	}
	return answers
}

// TestReference asks for every value of testdata/reference.json in one session.
func TestReference(t *testing.T) {
	file, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Module, Function string
		Input            json.RawMessage
		Output           any
	}
	if err := json.Unmarshal(file, &cases); err != nil {
		t.Fatal(err)
	}
	lines := []string{`{"id": 0, "kind": "start", "eval": "all"}`}
	seen := make(map[string]int)
	for i, c := range cases {
		lines = append(lines, fmt.Sprintf(
			`{"id": %d, "kind": "evaluate", "module": %q, "function": %q, "input": %s, "description": "case"}`,
			i+1, c.Module, c.Function, c.Input))
		seen[c.Module+" "+c.Function]++
	}
	answers := ask(t, lines...)
	for i, c := range cases {
		a := answers[i+1]
		if a["success"] != true {
			t.Errorf("case %d, %s %s: %v", i, c.Module, c.Function, a["error"])
			continue
		}
		compare(t, fmt.Sprintf("case %d, %s %s", i, c.Module, c.Function), a["output"], c.Output)
	}
	for m, functions := range modules() {
		for f := range functions {
			if seen[m+" "+f] == 0 {
				t.Errorf("no reference for %s %s", m, f)
			}
		}
	}
}

// compare checks that two JSON values are alike, numbers by GradBench's measure
// |got-want|/max(1, |got|+|want|), with a bound of 1e-11 instead of its 1e-4.
func compare(t *testing.T, where string, got, want any) {
	t.Helper()
	switch want := want.(type) {
	case float64:
		g, ok := got.(float64)
		if diff := math.Abs(g-want) / max(1, math.Abs(g)+math.Abs(want)); !ok || !(diff <= 1e-11) {
			t.Errorf("%s: %v, want %v", where, got, want)
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(want) {
			t.Errorf("%s: %v, want %v", where, got, want)
			return
		}
		for i := range want {
			compare(t, fmt.Sprintf("%s[%d]", where, i), g[i], want[i])
		}
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(want) {
			t.Errorf("%s: %v, want %v", where, got, want)
			return
		}
		for k := range want {
			compare(t, where+"."+k, g[k], want[k])
		}
	default:
		t.Errorf("%s: unexpected reference %v", where, want)
	}
}

// TestSession checks the answers that a whole session of an eval gets, field by field.
func TestSession(t *testing.T) {
	answers := ask(t,
		`{"id": 0, "kind": "start", "eval": "lse", "config": {"seed": 1}}`,
		`{"id": 1, "kind": "define", "module": "lse"}`,
		`{"id": 2, "kind": "evaluate", "module": "lse", "function": "primal", "input": {"x": [0], "min_runs": 3, "min_seconds": 0}}`,
		`{"id": 3, "kind": "analysis", "of": 2, "valid": true}`,
		`{"id": 4, "kind": "define", "module": "particle"}`,
		`{"id": 5, "kind": "define", "module": "kmeans"}`,
		`{"id": 6, "kind": "evaluate", "module": "kmeans", "function": "dir", "input": {"points": [[1]], "centroids": [[1]]}}`,
		`{"id": 7, "kind": "something new"}`,
	)
	for id, want := range map[int]string{
		0: `{"id":0,"tool":"pardiffgen"}`,
		1: `{"id":1,"success":true}`,
		3: `{"id":3}`,
		4: `{"error":"undefined module \"particle\"","id":4,"success":false}`,
		5: `{"id":5,"success":true}`,
		6: `{"error":"undefined function \"dir\" of module \"kmeans\"","id":6,"success":false}`,
		7: `{"id":7}`,
	} {
		if got, _ := json.Marshal(answers[id]); string(got) != want {
			t.Errorf("response %d is %s, want %s", id, got, want)
		}
	}
	a := answers[2]
	if a["success"] != true || a["output"] != 0.0 {
		t.Errorf("the value 0 is answered by %v", a)
	}
	timings, _ := a["timings"].([]any)
	if len(timings) != 3 {
		t.Fatalf("timings %v, want 3", a["timings"])
	}
	for _, e := range timings {
		m, _ := e.(map[string]any)
		if ns, ok := m["nanoseconds"].(float64); m["name"] != "evaluate" || !ok || !(ns >= 0) {
			t.Errorf("timing %v", e)
		}
	}
}

// TestMinSeconds checks that a function is run until the time has passed.
func TestMinSeconds(t *testing.T) {
	a := ask(t, `{"id": 0, "kind": "evaluate", "module": "lse", "function": "gradient", "input": {"x": [1, 2], "min_runs": 1, "min_seconds": 0.02}}`)
	total := 0.0
	for _, e := range a[0]["timings"].([]any) {
		total += e.(map[string]any)["nanoseconds"].(float64)
	}
	if !(total >= 0.02e9) {
		t.Errorf("the runs took %v ns, want at least 0.02 s", total)
	}
}

// TestBadInput checks that wrong inputs are refused with a reason and end nothing.
func TestBadInput(t *testing.T) {
	for _, c := range []struct{ module, function, input, reason string }{
		{"lse", "primal", `{"x": []}`, "x is empty"},
		{"lse", "gradient", `{"x": "no"}`, "cannot unmarshal"},
		{"lse", "primal", `{"x": [1e308, 1e308], "min_runs": -1}`, ""},
		{"llsq", "gradient", `{"x": [1], "n": 1}`, "n is 1"},
		{"ode", "gradient", `{"x": [1], "s": 0}`, "0 steps"},
		{"ode", "primal", `{"x": [1e200, 1e200], "s": 1}`, "unsupported value"},
		{"gmm", "jacobian", `{"d": 1, "k": 2, "n": 1, "alpha": [1]}`, "1 weights"},
		{"gmm", "objective", `{"d": 1, "k": 1, "n": 1, "alpha": [1], "mu": [[1]], "q": [[1]], "l": [[]], "x": [[1, 2]]}`, "row 0 of x has 2 numbers, want 1"},
		{"lstm", "objective", `{"main_params": [[1, 2, 3, 4]], "sequence": [[1], [1]]}`, "at least one layer"},
		{"lstm", "jacobian", `{"main_params": [[1], [2]], "extra_params": [], "state": [], "sequence": [[1], [1]]}`, "extra_params has 0 rows, want 3"},
		{"ba", "objective", `{"n": 1, "m": 1, "p": 0}`, "p = 0"},
		{"ba", "jacobian", `{"n": 1, "m": 1, "p": 1, "cam": [1], "x": [1, 2, 3], "feat": [1, 2]}`, "have 1, 3 and 2 numbers"},
		{"kmeans", "cost", `{"points": [[1, 2]], "centroids": [[1]]}`, "row 0 of centroids has 1 numbers, want 2"},
		{"kmeans", "cost", `{"points": [], "centroids": []}`, "no points"},
	} {
		a := ask(t, fmt.Sprintf(`{"id": 0, "kind": "evaluate", "module": %q, "function": %q, "input": %s}`, c.module, c.function, c.input))[0]
		reason, _ := a["error"].(string)
		if a["success"] != (c.reason == "") || !strings.Contains(reason, c.reason) {
			t.Errorf("%s %s of %s: %v, want the reason %q", c.module, c.function, c.input, a, c.reason)
		}
	}
}

// TestLongLine checks that the length of a line has no bound.
func TestLongLine(t *testing.T) {
	x := strings.Repeat("0, ", 300_000) + "0"
	a := ask(t, `{"id": 0, "kind": "evaluate", "module": "lse", "function": "primal", "input": {"x": [`+x+`]}}`)
	compare(t, "lse of zeros", a[0]["output"], math.Log(300_001))
}

// TestBrokenInput checks that what is no JSON ends the session with an error.
func TestBrokenInput(t *testing.T) {
	var out bytes.Buffer
	err := serve(strings.NewReader(`{"id": 0, "kind": "start"}`+"\n{broken\n"), &out)
	if err == nil || !strings.Contains(err.Error(), "reading a message") {
		t.Errorf("serve returns %v", err)
	}
	if got, want := out.String(), `{"id":0,"tool":"pardiffgen"}`+"\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
}
