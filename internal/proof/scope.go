package proof

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// variables returns the names of the local variables at pos whose types satisfy ok, innermost first.
func (p *program) variables(pos token.Pos, ok func(types.Type) bool) []string {
	var out []string
	seen := map[string]bool{}
	for s := p.pkg.Scope().Innermost(pos); s != nil && s != p.pkg.Scope(); s = s.Parent() {
		for _, name := range s.Names() {
			v, isVar := s.Lookup(name).(*types.Var)
			if !isVar || v.Pos() >= pos || seen[name] || name == "_" {
				continue
			}
			seen[name] = true
			if ok(v.Type()) {
				out = append(out, name)
			}
		}
	}
	return out
}

func isBasic(k types.BasicKind) func(types.Type) bool {
	return func(t types.Type) bool { b, ok := t.(*types.Basic); return ok && b.Kind() == k }
}

func isFloats(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isBasic(types.Float64)(s.Elem())
}

// paths returns the fields and elements of type float64 of variables at pos.
func (p *program) paths(pos token.Pos) []string {
	var out []string
	for _, name := range p.variables(pos, func(types.Type) bool { return true }) {
		_, obj := p.pkg.Scope().Innermost(pos).LookupParent(name, pos)
		if obj == nil {
			continue
		}
		t := obj.Type()
		if ptr, ok := t.Underlying().(*types.Pointer); ok {
			t = ptr.Elem()
			if isBasic(types.Float64)(t) {
				out = append(out, "*"+name)
			}
		}
		switch u := t.Underlying().(type) {
		case *types.Struct:
			for f := range u.Fields() {
				if isBasic(types.Float64)(f.Type()) {
					out = append(out, name+"."+f.Name())
				} else if isFloats(f.Type()) {
					out = append(out, fmt.Sprintf("%s.%s[%s]", name, f.Name(), p.int(pos, 1)))
				}
			}
		case *types.Array:
			if isBasic(types.Float64)(u.Elem()) {
				out = append(out, fmt.Sprintf("%s[%d]", name, p.intn(max(1, int(u.Len())))))
			}
		}
	}
	return out
}

// slice returns the name of a []float64.
func (p *program) slice(pos token.Pos) string {
	if list := p.variables(pos, isFloats); len(list) > 0 {
		return choose(p.choices, list)
	}
	return "[]float64{0.5, " + p.float(pos, 0) + "}"
}

// place returns a float64 that can be assigned.
func (p *program) place(pos token.Pos) string {
	floats, slices_, paths := p.variables(pos, isBasic(types.Float64)), p.variables(pos, isFloats), p.paths(pos)
	switch k := p.intn(8); {
	case k < 4 && len(floats) > 0:
		return choose(p.choices, floats)
	case k < 6 && len(slices_) > 0:
		return p.element(pos)
	case len(paths) > 0:
		return choose(p.choices, paths)
	case len(floats) > 0:
		return choose(p.choices, floats)
	case len(slices_) > 0:
		return p.element(pos)
	}
	return "_"
}

// element returns an element of a slice, most often within its bounds.
func (p *program) element(pos token.Pos) string {
	s := p.slice(pos)
	if strings.HasPrefix(s, "[") {
		return s + "[1]"
	}
	i := p.int(pos, 1)
	if p.intn(3) == 0 {
		return fmt.Sprintf("%s[(%s)%%len(%s)]", s, i, s)
	}
	return fmt.Sprintf("%s[%s]", s, i)
}

// int returns an integer expression.
func (p *program) int(pos token.Pos, depth int) string {
	vars := p.variables(pos, isBasic(types.Int))
	switch k := p.intn(10); {
	case k < 6 && len(vars) > 0:
		return choose(p.choices, vars)
	case k == 6 && depth > 0:
		return p.int(pos, depth-1) + choose(p.choices, []string{"+1", "-1", "/2", "%2", "*2", "^1", "&1"})
	case k == 7:
		return "len(" + p.slice(pos) + ")-1"
	case k == 8 && depth > 0:
		if idx := p.variables(pos, isInts); len(idx) > 0 {
			return choose(p.choices, idx) + "[" + p.int(pos, depth-1) + "]"
		}
	}
	return choose(p.choices, []string{"0", "1", "2"})
}

func isInts(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isBasic(types.Int)(s.Elem())
}

var floatForms = []string{
	"$f*$f", "$f+$f", "$f-$f", "0.5*$f", "$f/(1+$f*$f)", "-$f", "math.Sin($f)", "math.Exp(-$f*$f)", "math.Abs($f)", "math.Sqrt(1+$f*$f)",
	"math.Max($f, $f)", "min($f, $f)", "math.Tanh($f)", "hSq($f)", "hClamp($f, 0.2, 1.5)", "hSum($f, $f)", "hSum($s...)", "hBig($f, $f)", "hLast($s, $f)",
	"float64($i)", "float64(len($s))*$f", "float64(float32($f))", "hTab[($i)&3]", "hC*$f", "hPt{A: $f, B: $f}.Norm()", "hRoot(1+$f*$f)", "math.Hypot($f, $f)",
	"float64(hF($f)*hF($f))", "math.Pow(1+$f*$f, 1.5)", "math.Floor($f)", "$f*$f*$f", "math.Atan2($f, 1+$f*$f)", "($f)/2", "max($f, $f, 0.5)", "1/(1+$f*$f)", "hRec($f, 2)",
	"func(a float64) float64 { return a*a + $f }($f)", "hApply(hSq, $f)", "math.Mod($f, 0.7)", "math.Log(1.5+$f*$f)", "math.Log1p($f*$f)", "math.Cbrt(1+$f*$f)",
}

// float returns an expression of type float64.
func (p *program) float(pos token.Pos, depth int) string {
	floats := p.variables(pos, isBasic(types.Float64))
	switch k := p.intn(12); {
	case k < 5 && len(floats) > 0:
		return choose(p.choices, floats)
	case k < 8 && len(p.variables(pos, isFloats)) > 0:
		return p.element(pos)
	case k < 9:
		if list := p.paths(pos); len(list) > 0 {
			return choose(p.choices, list)
		}
	case k < 11 && depth > 0:
		return "(" + p.fill(choose(p.choices, floatForms), pos, depth-1) + ")"
	}
	return choose(p.choices, []string{"0.5", "1.25", "0.3", "2.0", "0.0", "1.0"})
}

// cond returns a condition.
func (p *program) cond(pos token.Pos, depth int) string {
	form := choose(p.choices, []string{"$f > $f", "$f < 0.8", "$f > 0.5", "$i > 1", "$i == $i", "$i%2 == 0", "$f > 0.3 && $i < 3", "len($s) > 2", "!($f < 1)", "$f > 1 || $i == 1", "$f != $f", "$i < len($s)"})
	return p.fill(form, pos, depth)
}

// fill replaces the holes of a template: $f a float64, $F a place of type float64, $i an int, $I an int variable,
// $s a []float64, $b a condition, $r the values of a return, $1, $2, $3 fresh names.
func (p *program) fill(form string, pos token.Pos, depth int) string {
	var b strings.Builder
	for i := 0; i < len(form); i++ {
		if form[i] != '$' || i+1 == len(form) {
			b.WriteByte(form[i])
			continue
		}
		i++
		switch form[i] {
		case 'f':
			b.WriteString(p.float(pos, depth))
		case 'F':
			b.WriteString(p.place(pos))
		case 'i':
			b.WriteString(p.int(pos, 1))
		case 'I':
			if list := p.variables(pos, isBasic(types.Int)); len(list) > 0 {
				b.WriteString(choose(p.choices, list))
			} else {
				b.WriteByte('_')
			}
		case 's':
			b.WriteString(p.slice(pos))
		case 'b':
			b.WriteString(p.cond(pos, depth))
		case 'r':
			b.WriteString(p.returned(pos))
		default:
			b.WriteString(p.fresh(int(form[i] - '0')))
		}
	}
	return b.String()
}

// fresh returns the k-th name after those in use.
func (p *program) fresh(k int) string {
	n := 0
	for n < 100 && slices.ContainsFunc([]string{"a", "b", "c"}, func(s string) bool { return strings.Contains(p.src, fmt.Sprintf("t%s%d", s, n)) }) {
		n++
	}
	return fmt.Sprintf("t%c%d", 'a'+k-1, n)
}

// returned returns values for a return statement of the function that is being changed.
func (p *program) returned(pos token.Pos) string {
	sig := p.signature()
	if sig == nil {
		return ""
	}
	var out []string
	for v := range sig.Results().Variables() {
		t := v.Type()
		switch {
		case isBasic(types.Float64)(t):
			out = append(out, p.float(pos, 1))
		case isBasic(types.Int)(t):
			out = append(out, p.int(pos, 1))
		default:
			same := p.variables(pos, func(u types.Type) bool { return types.Identical(t, u) })
			if len(same) == 0 {
				return ""
			}
			out = append(out, choose(p.choices, same))
		}
	}
	return strings.Join(out, ", ")
}
