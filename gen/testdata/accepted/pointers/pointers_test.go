package pointers

import (
	"testing"

	"example.com/accepted/gradcheck"
)

func TestWrites(t *testing.T) {
	a, b := 0.3, 0.8
	gradcheck.Grad(t, Scale, ScaleGrad, []*float64{&a, &b}, 0.7)
	gradcheck.JVP(t, Scale, ScaleJVP, []*float64{&a, &b}, 0.7)
	gradcheck.VJP(t, Steps, StepsVJP, []*Body{{0.3, 0.8}, {1.1, 0.4}}, 0.7)
}

// TestShared has pointers that are equal, and adjoints that are so where they are.
func TestShared(t *testing.T) {
	k, l := 0.3, 0.4
	p, q := &Body{0.3, 0.8}, &Body{1.1, 0.2}
	gradcheck.VJP(t, Shared, SharedVJP, []*Body{p, q, p, p}, Group{[]*Body{{1, 2}, q, {3, 4}, {2, 3}}}, []*float64{&k, &k})
	gradcheck.VJP(t, Shared, SharedVJP, []*Body{p, q, {1, 2}, {3, 4}}, Group{[]*Body{p, p, p, p}}, []*float64{&k, &l})
}

// TestNil leaves out the adjoints of some.
func TestNil(t *testing.T) {
	bodies := func() []*Body { return []*Body{{0.3, 0.8}, {1.1, 0.4}, {0.5, 0.6}} }
	all, some := []*Body{{}, {}, {}}, []*Body{nil, {}, nil}
	StepsVJP(bodies(), 0.7, 1, all, nil)
	StepsVJP(bodies(), 0.7, 1, some, nil)
	if *some[1] != *all[1] || all[1].X == 0 {
		t.Errorf("%v, want %v", some[1], all[1])
	}
}

func TestPanics(t *testing.T) {
	p, q := &Body{1, 2}, &Body{3, 4}
	k := 2.0
	for _, c := range []struct {
		want string
		call func()
	}{
		{"pardiffgen: StepsVJP: bodies[0] overlaps bodies[1]", func() { StepsVJP([]*Body{p, p}, 0.1, 1, nil, nil) }},
		{"pardiffgen: StepsVJP: bodiesAdj[0] overlaps bodiesAdj[1]", func() { a := &Body{}; StepsVJP([]*Body{p, q}, 0.1, 1, []*Body{a, a}, nil) }},
		{"pardiffgen: ScaleGrad: x[0] overlaps x[1]", func() { ScaleGrad([]*float64{&k, &k}, 2, nil, nil) }},
		{"pardiffgen: SharedVJP: bodiesAdj[0] overlaps bodiesAdj[1]", func() {
			a := &Body{}
			SharedVJP([]*Body{p, q}, Group{[]*Body{p, q}}, []*float64{&k, &k}, 1, []*Body{a, a}, nil, nil)
		}},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("panic %v, want %s", got, c.want)
				}
			}()
			c.call()
		}()
	}
	if *p != (Body{1, 2}) || k != 2 {
		t.Errorf("%v and %v were written before the panic", p, k)
	}
}
