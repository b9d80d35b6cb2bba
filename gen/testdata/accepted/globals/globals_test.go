package globals

import (
	"fmt"
	"testing"

	"example.com/accepted/globals/other"
	"example.com/accepted/gradcheck"
)

func panicOf(f func()) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
		}
	}()
	f()
	return
}

// TestOverlap requires that what is written is refused where it is memory of a package-level variable that is read, with
// the names of both, before anything is written, and that nothing else is.
func TestOverlap(t *testing.T) {
	x := func() []float64 { return []float64{1.5, 2.5, 3.5} }
	setup := &other.Setup{Rows: [][]float64{{2, 4}, {3, 5}}, Scale: 3}
	n := node{2}
	k := 0.0
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"ints", func() { ChosenVJP(x(), tab, 1, make([]float64, 3)) }, "ChosenVJP: idx overlaps the package-level variable tab"},
		{"ints, JVP", func() { ChosenJVP(x(), tab[1:], make([]float64, 3)) }, "ChosenJVP: idx overlaps the package-level variable tab"},
		{"floats", func() { ScaledVJP(table, 1, nil) }, "ScaledVJP: x overlaps the package-level variable table"},
		{"adjoint", func() { ScaledVJP(x()[:2], 1, table) }, "ScaledVJP: xAdj overlaps the package-level variable table"},
		{"floats, JVP", func() { ScaledJVP(table, x()[:2]) }, "ScaledJVP: x overlaps the package-level variable table"},
		{"tangent", func() { ScaledJVP(x()[:2], table) }, "ScaledJVP: xTan overlaps the package-level variable table"},
		{"only the adjoint is written", func() { ReadGrad(x()[:2], table) }, "ReadGrad: xAdj overlaps the package-level variable table"},
		{"read twice", func() { ReadGrad(table, x()[:2]) }, ""},
		{"read twice, JVP", func() { ReadJVP(table, table) }, ""},
		{"rows", func() { TableGrad(x()[:2], 2, rows[1]) }, "TableGrad: xAdj overlaps the package-level variable rows[1]"},
		{"apart from rows", func() { TableGrad(rows[1], 2, x()[:2]) }, ""},
		{"array", func() { PartsGrad(x()[:2], 2, &n, array[1:3], nil, nil) }, "PartsGrad: xAdj overlaps the package-level variable array"},
		{"element", func() { PartsGrad(x(), 2, &n, nil, &array[1], nil) }, "PartsGrad: kAdj overlaps the package-level variable array"},
		{"struct", func() { PartsGrad(x(), 2, &n, nil, nil, &nodes[3]) }, "PartsGrad: nAdj overlaps the package-level variable nodes"},
		{"field of an element", func() { PartsGrad(x(), 2, &n, nil, &nodes[3].w, nil) }, "PartsGrad: kAdj overlaps the package-level variable nodes"},
		{"field", func() { PartsGrad(x(), 2, &n, nil, &config.k, nil) }, "PartsGrad: kAdj overlaps the package-level variable config.k"},
		{"number", func() { PartsGrad(x(), 2, &n, nil, &scale, nil) }, "PartsGrad: kAdj overlaps the package-level variable scale"},
		{"pointer", func() { PartsGrad(x()[:1], 2, &n, table[1:], nil, nil) }, "PartsGrad: xAdj overlaps the package-level variable pointed"},
		{"apart from parts", func() { PartsGrad(array[:], 2, &nodes[0], make([]float64, 4), &table[0], nil) }, ""},
		{"abroad", func() { AbroadVJP(x(), 2, false, 1, other.Weights, nil) }, "AbroadVJP: xAdj overlaps the package-level variable other.Weights"},
		{"abroad, element", func() { AbroadVJP(x(), 2, false, 1, nil, &other.Weights[2]) }, "AbroadVJP: kAdj overlaps the package-level variable other.Weights"},
		{"abroad, rows", func() {
			other.Now = setup
			defer func() { other.Now = nil }()
			AbroadVJP(x()[:2], 2, true, 1, setup.Rows[1], nil)
		}, "AbroadVJP: xAdj overlaps the package-level variable other.Now.Rows[1]"},
		{"abroad, number", func() {
			other.Now = setup
			defer func() { other.Now = nil }()
			AbroadVJP(x()[:2], 2, true, 1, nil, &setup.Scale)
		}, "AbroadVJP: kAdj overlaps the package-level variable other.Now.Scale"},
		{"abroad, nil", func() { AbroadVJP(x()[:2], 2, false, 1, setup.Rows[1], &k) }, ""},
		{"parameter of the same name", func() { NamedGrad(x()[:2], table) }, "NamedGrad: tableAdj overlaps the package-level variable table"},
		{"length", func() { LongGrad(x()[:2], table) }, ""},
		{"recursion", func() { AgainVJP(table, 2, 1, nil) }, "AgainVJP: x overlaps the package-level variable table"},
	} {
		before := fmt.Sprint(tab, table, rows, nodes, array, config, scale, other.Weights, n)
		got := panicOf(c.f)
		if c.want != "" {
			c.want = "pardiffgen: " + c.want
		}
		if got != c.want {
			t.Errorf("%s: panic %q, want %q", c.name, got, c.want)
		}
		if after := fmt.Sprint(tab, table, rows, nodes, array, config, scale, other.Weights, n); c.want != "" && after != before {
			t.Errorf("%s: written before the panic: %s, was %s", c.name, after, before)
		}
		copy(table, []float64{2, 3})
		copy(tab, []int{1, 1})
		copy(rows[1], []float64{3, 4})
		copy(setup.Rows[1], []float64{3, 5})
		copy(other.Weights, []float64{2, 3, 5})
	}
}

// TestPerhaps requires that a gradient follows a pointer in a package-level variable where the function does.
func TestPerhaps(t *testing.T) {
	defer func() { other.Now = nil }()
	for _, now := range []*other.Setup{nil, {Rows: [][]float64{{2, 4}, {3, 5}}, Scale: 3}} {
		other.Now = now
		gradcheck.VJP(t, Perhaps, PerhapsVJP, []float64{1.5, 2.5, 3.5})
		gradcheck.JVP(t, Perhaps, PerhapsJVP, []float64{1.5, 2.5, 3.5})
	}
}
