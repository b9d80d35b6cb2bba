package std_test

import (
	realcmp "cmp"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	realslices "slices"
	realsort "sort"
	"testing"

	"github.com/pardiff/pardiffgen/internal/std"
	"github.com/pardiff/pardiffgen/internal/std/cmp"
	"github.com/pardiff/pardiffgen/internal/std/slices"
	"github.com/pardiff/pardiffgen/internal/std/sort"
)

// result is what f gives, or its panic.
func result(f func() any) (text string) {
	defer func() {
		if p := recover(); p != nil {
			text = fmt.Sprint("panic: ", p)
		}
	}()
	return fmt.Sprintf("%#v", f())
}

// TestSame compares the functions with those of the standard library on slices with equal elements, NaNs and infinities.
func TestSame(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	values := []float64{-1, -0.5, 0.25, 1, 2, 2, 3, math.Inf(1), math.Inf(-1), math.NaN()}
	type pair struct{ key, at int }
	byKey := func(a, b pair) int { return realcmp.Compare(a.key, b.key) }
	for k := range 3000 {
		n := r.IntN(5 + k/50)
		x := make([]float64, n)
		pairs := make([]pair, n)
		for i := range x {
			x[i] = values[r.IntN(len(values)-k%2)]
			pairs[i] = pair{r.IntN(5), i}
		}
		if k == 0 {
			x, pairs = nil, nil
		}
		v := values[r.IntN(len(values))]
		large := func(x float64) bool { return x > v }
		sorted := realslices.Sorted(realslices.Values(x))
		in := func(f func(x []float64)) any { c := realslices.Clone(x); f(c); return c }
		inPairs := func(f func([]pair, func(a, b pair) int)) any { c := realslices.Clone(pairs); f(c, byKey); return c }
		two := func(i int, ok bool) any { return [2]any{i, ok} }
		for name, f := range map[string][2]func() any{
			"cmp.Less":                {func() any { return cmp.Less(v, values[k%10]) }, func() any { return realcmp.Less(v, values[k%10]) }},
			"cmp.Compare":             {func() any { return cmp.Compare(v, values[k%10]) }, func() any { return realcmp.Compare(v, values[k%10]) }},
			"slices.Max":              {func() any { return slices.Max(x) }, func() any { return realslices.Max(x) }},
			"slices.Min":              {func() any { return slices.Min(x) }, func() any { return realslices.Min(x) }},
			"slices.MaxFunc":          {func() any { return slices.MaxFunc(pairs, byKey) }, func() any { return realslices.MaxFunc(pairs, byKey) }},
			"slices.MinFunc":          {func() any { return slices.MinFunc(pairs, byKey) }, func() any { return realslices.MinFunc(pairs, byKey) }},
			"slices.Reverse":          {func() any { return in(slices.Reverse) }, func() any { return in(realslices.Reverse) }},
			"slices.Clone":            {func() any { return slices.Clone(x) }, func() any { return realslices.Clone(x) }},
			"slices.Clip":             {func() any { return slices.Clip(x) }, func() any { return realslices.Clip(x) }},
			"slices.Grow":             {func() any { return slices.Grow(x, k%3-1) }, func() any { return realslices.Grow(x, k%3-1) }},
			"slices.Insert":           {func() any { return slices.Insert(slices.Clone(x), k%5-1, sorted...) }, func() any { return realslices.Insert(realslices.Clone(x), k%5-1, sorted...) }},
			"slices.Insert of itself": {func() any { c := slices.Clone(x); return slices.Insert(c, n/2, c[n/3:]...) }, func() any { c := slices.Clone(x); return realslices.Insert(c, n/2, c[n/3:]...) }},
			"slices.Delete":           {func() any { return in(func(c []float64) { _ = slices.Delete(c, k%5-1, k%7) }) }, func() any { return in(func(c []float64) { _ = realslices.Delete(c, k%5-1, k%7) }) }},
			"slices.Equal":            {func() any { return slices.Equal(x, sorted) }, func() any { return realslices.Equal(x, sorted) }},
			"slices.Repeat":           {func() any { return slices.Repeat(x, k%5-1) }, func() any { return realslices.Repeat(x, k%5-1) }},
			"slices.Concat":           {func() any { return slices.Concat(x, sorted, x) }, func() any { return realslices.Concat(x, sorted, x) }},
			"slices.Index":            {func() any { return slices.Index(x, v) }, func() any { return realslices.Index(x, v) }},
			"slices.IndexFunc":        {func() any { return slices.IndexFunc(x, large) }, func() any { return realslices.IndexFunc(x, large) }},
			"slices.Contains":         {func() any { return slices.Contains(x, v) }, func() any { return realslices.Contains(x, v) }},
			"slices.ContainsFunc":     {func() any { return slices.ContainsFunc(x, large) }, func() any { return realslices.ContainsFunc(x, large) }},
			"slices.BinarySearch":     {func() any { return two(slices.BinarySearch(sorted, v)) }, func() any { return two(realslices.BinarySearch(sorted, v)) }},
			"slices.IsSorted":         {func() any { return slices.IsSorted(x) }, func() any { return realslices.IsSorted(x) }},
			"slices.Sort":             {func() any { return in(slices.Sort) }, func() any { return in(realslices.Sort) }},
			"slices.SortStableFunc":   {func() any { return inPairs(slices.SortStableFunc) }, func() any { return inPairs(realslices.SortStableFunc) }},
			"sort.Search":             {func() any { return sort.Search(n, func(i int) bool { return sorted[i] >= v }) }, func() any { return realsort.Search(n, func(i int) bool { return sorted[i] >= v }) }},
			"sort.SearchFloat64s":     {func() any { return sort.SearchFloat64s(sorted, v) }, func() any { return realsort.SearchFloat64s(sorted, v) }},
			"sort.Float64s":           {func() any { return in(sort.Float64s) }, func() any { return in(realsort.Float64s) }},
			"sort.Float64sAreSorted":  {func() any { return sort.Float64sAreSorted(x) }, func() any { return realsort.Float64sAreSorted(x) }},
		} {
			if got, want := result(f[0]), result(f[1]); got != want {
				t.Fatalf("%s of %v, %v: got %s, want %s", name, x, v, got, want)
			}
		}
	}
}

// TestSignatures checks that each exported function has the type parameters, parameters and results of the one that it
// stands for.
func TestSignatures(t *testing.T) {
	for _, path := range []string{"cmp", "slices", "sort"} {
		fset := token.NewFileSet()
		var files []*ast.File
		for name, text := range std.Files(path) {
			f, err := parser.ParseFile(fset, name, text, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		own, err := new(types.Config).Check(path, fset, files, nil)
		if err != nil {
			t.Fatal(err)
		}
		real, err := importer.Default().Import(path)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, name := range own.Scope().Names() {
			fn, ok := own.Scope().Lookup(name).(*types.Func)
			if !ok || !fn.Exported() {
				continue
			}
			n++
			want, ok := real.Scope().Lookup(name).(*types.Func)
			if !ok {
				t.Errorf("%s.%s is not in the standard library", path, name)
			} else if got, want := shape(fn), shape(want); got != want {
				t.Errorf("%s.%s: %s, want %s", path, name, got, want)
			}
		}
		if n == 0 {
			t.Errorf("no functions of %s", path)
		}
	}
}

// shape is the type of fn without names.
func shape(fn *types.Func) string {
	sig := fn.Signature()
	text := fmt.Sprint(sig.TypeParams().Len(), " type parameters, ", sig.Variadic())
	none := func(*types.Package) string { return "" }
	for _, list := range []*types.Tuple{sig.Params(), sig.Results()} {
		text += ";"
		for v := range list.Variables() {
			text += " " + types.TypeString(types.Unalias(v.Type()), none)
		}
	}
	return text
}
