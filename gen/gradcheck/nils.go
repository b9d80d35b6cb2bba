package gradcheck

import (
	"fmt"
	"math"
)

// nils checks that each adjoint may be nil and that this changes nothing else. full
// returns what the call gives if the adjoint at the spot is not nil but all zero on entry.
func (c *check) nils(call reverseCall, full func(k, spot int) ([][]float64, bool)) {
	c.t.Helper()
	c.eachNil(call, func(call reverseCall) bool {
		want, ok := full(call.nilArg, call.nilSpot)
		if !ok {
			return false
		}
		got, ok := c.reverse(call)
		return ok && c.sameAdjoints(got, want, call.nilArg, call.nilSpot)
	})
}

// eachNil makes the call with all adjoints nil, and has run make it with each of them nil alone, until it returns false.
func (c *check) eachNil(call reverseCall, run func(reverseCall) bool) bool {
	c.t.Helper()
	call.nilArg = everyArg
	if _, ok := c.reverse(call); !ok {
		return false
	}
	for k, p := range c.sig.wrt {
		first, n := 0, len(spots(shadow(c.args[p]), ""))
		if adjointType(c.args[p].Type()) != c.args[p].Type() {
			first = -1
		}
		for spot := first; spot < n; spot++ {
			call.nilArg, call.nilSpot = k, spot
			if !run(call) {
				return false
			}
		}
	}
	return true
}

// withZero returns what the call gives with adjoints that are 0 at a spot.
func (c *check) withZero(call reverseCall, k, spot int) ([][]float64, bool) {
	adj := append([][]float64{}, call.adj...)
	adj[k] = append([]float64{}, adj[k]...)
	if spot < 0 {
		clear(adj[k])
	} else {
		v := shadow(c.args[c.sig.wrt[k]])
		setAll(v, adj[k])
		for _, x := range cells(spots(v, "")[spot].v) {
			x.set(0)
		}
		adj[k] = numbers(v)
	}
	c.keepDropped(adj)
	call.adj, call.nilArg = adj, -1
	return c.reverse(call)
}

// sameAdjoints reports the worst adjoint that a nil elsewhere changed; those behind the nil are NaN in got. nilArg is -1 where the
// nil is in another row.
func (c *check) sameAdjoints(got, want [][]float64, nilArg, nilSpot int) bool {
	c.t.Helper()
	var behind []bool
	if nilArg >= 0 {
		behind = c.behind(nilArg, nilSpot)
	}
	worst := report{}
	for k := range got {
		tol := c.roundoff(want[k], want[k])
		if c.cfg.valueTol == 0 {
			tol = 0
		}
		for i, x := range got[k] {
			if k == nilArg && behind[i] {
				continue
			}
			ok := math.Abs(x-want[k][i]) <= tol
			worst.add(comparison{want: x, fd: want[k][i], ok: ok}, func() string { return c.argPath(k, i) })
		}
	}
	if worst.wrong > 0 {
		which := "elsewhere"
		if nilArg >= 0 {
			which = fmt.Sprintf("of arg %d", c.sig.wrt[nilArg])
		}
		c.t.Errorf("%s: a nil adjoint %s changes the adjoint of %s: %.10g, want %.10g",
			c.g.name, which, worst.where, worst.want, worst.fd)
	}
	return worst.wrong == 0
}

// behind says which floats of an adjoint lie behind one of its spots.
func (c *check) behind(k, spot int) []bool {
	v := shadow(c.args[c.sig.wrt[k]])
	out := make([]bool, len(c.at[k]))
	if spot < 0 {
		for i := range out {
			out[i] = true
		}
		return out
	}
	inside := map[cell]bool{}
	for _, x := range cells(spots(v, "")[spot].v) {
		inside[x] = true
	}
	for i, x := range cells(v) {
		out[i] = inside[x]
	}
	return out
}
