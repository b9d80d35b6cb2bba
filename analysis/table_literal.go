package analysis

import (
	"go/ast"
	"go/types"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Literals of which the rows are parts of one memory.
//
// The rows of rows := [][]float64{b[:n], b[n:]} are copies as long as that makes no difference, see [rowCopy]. Where it does, the
// variable is a table from its declaration on, as if its rows had been assigned one by one.

// planParts plans that variables are tables of which refused copies are rows. Not ok if one of them is something else.
func (l *lowerer) planParts(refused []rowCopy) bool {
	plans := map[varKey]tablePlan{}
	for _, c := range refused {
		v := c.dst.Root()
		if v.Kind != ir.Local || len(l.keys[v]) != 1 || l.class(v.Type) != classSlice || !l.copyable(ir.ElemType(v.Type)) {
			return false
		}
		key := l.keys[v][0]
		if _, planned := l.tables[key]; planned || key.obj == nil || key.path != "" {
			return false
		}
		plans[key] = tablePlan{subs: len(c.src.Base().Indices()), parts: true}
	}
	for key, p := range plans {
		l.tables[key], l.replanned = p, true
	}
	return len(plans) > 0
}

// declareParts declares obj, a table by its plan, with the rows that the literal e lists. Not ok if that is not planned, or e is
// something else.
func (l *lowerer) declareParts(id *ast.Ident, obj types.Object, e ast.Expr) bool {
	lit, ok := ast.Unparen(e).(*ast.CompositeLit)
	key := varKey{obj: obj}
	if !ok || !l.tables[key].parts {
		return false
	}
	var stores []func(*table)
	l.eachElement(lit, func(i int64, x ast.Expr) {
		row := l.expr(x)
		stores = append(stores, func(tb *table) { l.assign([]*node{l.row(tb, ir.Int(i), tb.row)}, []*node{row}, x.Pos()) })
	})
	t := l.typ(obj.Type())
	tb := l.newTable(id.Name, obj, key, t, ir.Int(l.litLen(lit)))
	l.fr.env.set(obj, &node{typ: t, table: tb})
	for _, store := range stores {
		store(tb)
	}
	return true
}
