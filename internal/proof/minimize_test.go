package proof

import (
	"go/ast"
	"go/format"
)

// minimize takes statements and expressions out of src as long as fails says that what is left fails
// still.
func minimize(src, fn string, fails func(string) bool) string {
	if s := Reduce(src, fn); s != "" && fails(complete(s)) {
		src = complete(s)
	}
	for range 40 {
		smaller := shrinkOnce(src, fn, fails)
		if smaller == src {
			break
		}
		src = smaller
	}
	if text, err := format.Source([]byte(src)); err == nil && fails(string(text)) {
		src = string(text)
	}
	return src
}

func shrinkOnce(src, fn string, fails func(string) bool) string {
	for _, name := range Functions(src) {
		for k := 0; ; k++ {
			p := newProgram(src, fn, &choices{})
			if p == nil {
				return src
			}
			var body *ast.BlockStmt
			for _, d := range p.file.Decls {
				if d, ok := d.(*ast.FuncDecl); ok && declName(d) == name {
					body = d.Body
				}
			}
			if body == nil {
				break
			}
			p.body = body
			edits := p.shrinks()
			if k >= len(edits) {
				break
			}
			next := newProgram(p.apply(edits[k]), fn, &choices{})
			if next != nil && len(next.src) < len(src) && fails(next.src) {
				src = next.src
				k--
				if s := complete(Reduce(src, fn)); len(s) < len(src) && fails(s) {
					src = s
				}
			}
		}
	}
	return src
}

// shrinks are the ways to make the function smaller.
func (p *program) shrinks() [][]edit {
	var out [][]edit
	for _, s := range p.statements() {
		out = append(out, []edit{{s.Pos(), s.End(), ""}})
		var inner []*ast.BlockStmt
		switch s := s.(type) {
		case *ast.IfStmt:
			inner = append(inner, s.Body)
			if b, ok := s.Else.(*ast.BlockStmt); ok {
				inner = append(inner, b)
				out = append(out, []edit{{s.Body.End(), s.End(), ""}})
			}
		case *ast.ForStmt:
			inner = append(inner, s.Body)
		case *ast.RangeStmt:
			inner = append(inner, s.Body)
		case *ast.BlockStmt:
			inner = append(inner, s)
		}
		for _, b := range inner {
			out = append(out, []edit{{s.Pos(), s.End(), p.src[p.offset(b.Lbrace)+1 : p.offset(b.Rbrace)]}})
		}
	}
	ast.Inspect(p.body, func(n ast.Node) bool {
		switch e := n.(type) {
		case *ast.BinaryExpr:
			out = append(out, []edit{{e.Pos(), e.End(), p.text(e.X)}}, []edit{{e.Pos(), e.End(), p.text(e.Y)}})
		case *ast.ParenExpr:
			out = append(out, []edit{{e.Pos(), e.End(), p.text(e.X)}})
		case *ast.CallExpr:
			for _, a := range e.Args {
				out = append(out, []edit{{e.Pos(), e.End(), p.text(a)}})
			}
			out = append(out, []edit{{e.Pos(), e.End(), "2.0"}})
		case *ast.UnaryExpr:
			out = append(out, []edit{{e.Pos(), e.End(), p.text(e.X)}})
		}
		return true
	})
	return out
}
