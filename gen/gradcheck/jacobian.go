package gradcheck

import (
	"fmt"
	"math"
)

// jac checks a Jacobian, row by row. It starts with adjoints that are NaN, as grad does.
func (c *check) jac() {
	c.t.Helper()
	call := reverseCall{adj: c.filled(math.NaN()), nilArg: -1, rows: len(c.sig.of)}
	rows, ok := c.reverseRows(call)
	if !ok || !c.overwritesRows(call, rows) {
		return
	}
	for i, g := range rows {
		w := make([]float64, len(c.base))
		w[i] = 1
		if what := c.rowText(i); !c.elements(g, w, what) || !c.dotProducts(g, w, c.directions(), what) {
			return
		}
	}
	c.nilRows(call, rows)
}

// rowText says for messages which row of a Jacobian is meant.
func (c *check) rowText(row int) string { return fmt.Sprintf(" of result %d", c.sig.of[row]) }

// overwritesRows reports an adjoint that is NaN, or that was on entry and shows.
func (c *check) overwritesRows(call reverseCall, rows [][][]float64) bool {
	c.t.Helper()
	for i, g := range rows {
		where := c.firstNaN(g)
		if where == "" {
			continue
		}
		call.adj = c.filled(0)
		if clean, ok := c.reverseRows(call); ok && c.firstNaN(clean[i]) == "" {
			c.t.Errorf("%s does not overwrite its adjoints: what they held shows at %s%s", c.g.name, where, c.rowText(i))
		} else if ok {
			c.t.Errorf("%s: the adjoint%s is NaN at %s", c.g.name, c.rowText(i), where)
		}
		return false
	}
	return true
}

// nilRows checks that each adjoint of each row may be nil and that this changes no other.
func (c *check) nilRows(call reverseCall, rows [][][]float64) {
	c.t.Helper()
	for i := range rows {
		call.nilRow = i
		ok := c.eachNil(call, func(call reverseCall) bool {
			got, ok := c.reverseRows(call)
			if !ok {
				return false
			}
			for j, g := range got {
				if j == i && !c.sameAdjoints(g, rows[j], call.nilArg, call.nilSpot) ||
					j != i && !c.sameAdjoints(g, rows[j], -1, -1) {
					return false
				}
			}
			return true
		})
		if !ok {
			return
		}
	}
}
