package checks

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func part() Part {
	return Part{W: []float64{1, 2}, Rows: [][]float64{{3}, {4, 5}}, Pair: [2][]float64{{6, 7}, {8}}, K: 1.5, Idx: []int{1, 2}}
}

func partAt() *Part { p := part(); return &p }

func number(v float64) *float64 { return &v }

func readArgs() []any {
	return []any{[]float64{1, 2, 3}, [][]float64{{1, 2}, {3}}, Vec{0.5, 2}, []float32{1, 2}, number(2), &[3]float64{1, 2, 3},
		[2][]float64{{1}, {2, 3}}, []Part{part(), part()}, partAt(), part(), []float64{4, 5}}
}

func writeArgs() []any {
	return []any{[]float64{1, 2, 3}, [][]float64{{1, 2}, {3}}, number(2), &[3]float64{1, 2, 3}, []Part{part(), part()}, partAt(), []int{4, 5}}
}

func lossArgs() []any {
	return []any{&Model{Part: part(), Parts: []Part{part(), part()}, One: partAt(), Bias: Vec{1, 2, 3}}, []float64{1, 2}}
}

func scaleArgs() []any { return []any{[]float32{1, 2, 3}, float32(2)} }

// A derivative is a generated function, or a method of a Work, with what is known of its arguments.
type derivative struct {
	name    string // as panics name it
	f       any
	args    func() []any // those of the function, each time in new memory
	seeds   []any
	names   string         // of the arguments that have an adjoint or a tangent
	adjoint string         // what is put behind the names
	written *regexp.Regexp // the parts of the arguments that are written
}

var (
	none       = regexp.MustCompile(`^$`)
	writeParts = regexp.MustCompile(`^(x|rows.*|k|a|parts.*|p\.Rows\[.\]|idx)$`) // a slice of structs counts as a whole
	lossParts  = regexp.MustCompile(`^m\.Bias$`)
)

var derivatives = []derivative{
	{"ReadGrad", ReadGrad, readArgs, nil, "x rows v f k a pair parts p q rest", "Adj", none},
	{"ReadGrad", new(ReadWork).Grad, readArgs, nil, "x rows v f k a pair parts p q rest", "Adj", none},
	{"ReadJVP", ReadJVP, readArgs, nil, "x rows v f k a pair parts p q rest", "Tan", none},
	{"WriteVJP", WriteVJP, writeArgs, []any{1.0}, "x rows k a parts p", "Adj", writeParts},
	{"WriteVJP", new(WriteWork).VJP, writeArgs, []any{1.0}, "x rows k a parts p", "Adj", writeParts},
	{"WriteJVP", WriteJVP, writeArgs, nil, "x rows k a parts p", "Tan", writeParts},
	{"LossVJP", (*Model).LossVJP, lossArgs, []any{1.0}, "m x", "Adj", lossParts},
	{"LossVJP", new(ModelLossWork).VJP, lossArgs, []any{1.0}, "m x", "Adj", lossParts},
	{"LossJVP", (*Model).LossJVP, lossArgs, nil, "m x", "Tan", lossParts},
	{"ScaleVJP", ScaleVJP[float32], scaleArgs, []any{[]float32{1, 1, 1}}, "x k", "Adj", none},
}

// A call is one call of a derivative: its arguments, those of the function first, and the places in them.
type call struct {
	d      *derivative
	args   []reflect.Value
	places []place
}

// A place is memory of floats or integers, or a slice of such, somewhere in an argument. At may be set.
type place struct {
	path    string // as panics name it
	at      reflect.Value
	adjoint bool
}

// call makes arguments that the derivative accepts.
func (d *derivative) call() *call {
	c := &call{d: d}
	f := reflect.TypeOf(d.f)
	add := func(name string, a any, adjoint bool) {
		v := reflect.New(reflect.TypeOf(a)).Elem()
		v.Set(reflect.ValueOf(a))
		if f.In(len(c.args)) != v.Type() { // the adjoint of what goes by value
			v = v.Addr()
		}
		c.args = append(c.args, v)
		c.find(name, v, adjoint)
	}
	names := strings.Fields(d.names)
	for i, a := range d.args() {
		name := "idx"
		if i < len(names) {
			name = names[i]
		}
		add(name, a, false)
	}
	for _, s := range d.seeds {
		add("resAdj", s, true)
	}
	for i, a := range d.args()[:len(names)] {
		add(names[i]+d.adjoint, a, true)
	}
	return c
}

// find collects the places in v.
func (c *call) find(path string, v reflect.Value, adjoint bool) {
	switch v.Kind() {
	case reflect.Pointer:
		if e, _ := extent(v); e.Kind() != reflect.Float64 || !v.CanSet() {
			c.find(path, v.Elem(), adjoint)
		} else {
			c.places = append(c.places, place{path, v, adjoint})
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.find(path+"."+v.Type().Field(i).Name, v.Field(i), adjoint)
		}
	case reflect.Slice:
		if !(adjoint && v.Type().Elem().Kind() == reflect.Int) { // which is neither read nor written
			c.places = append(c.places, place{path, v, adjoint})
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			c.find(fmt.Sprintf("%s[%d]", path, i), v.Index(i), adjoint)
		}
	}
}

// panics calls the derivative and returns the text of its panic, "" if there is none. What the arguments hold must be as
// before after a panic.
func (c *call) panics(t *testing.T, where string) (text string) {
	before := fmt.Sprint(contents(c.args))
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint(r)
			if after := fmt.Sprint(contents(c.args)); after != before {
				t.Errorf("%s: %s: %s: written before the panic:\n%s\n%s", c.d.name, where, text, before, after)
			}
		}
	}()
	if f := reflect.ValueOf(c.d.f); f.Type().IsVariadic() {
		f.CallSlice(c.args)
	} else {
		f.Call(c.args)
	}
	return ""
}

// contents are copies of all values in v, also behind pointers.
func contents(vs []reflect.Value) (all []any) {
	for _, v := range vs {
		switch v.Kind() {
		case reflect.Pointer:
			all = append(all, contents([]reflect.Value{v.Elem()}))
		case reflect.Struct:
			for i := range v.NumField() {
				all = append(all, contents([]reflect.Value{v.Field(i)}))
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				all = append(all, contents([]reflect.Value{v.Index(i)}))
			}
			all = append(all, "")
		default:
			all = append(all, v.Interface())
		}
	}
	return all
}

// TestLengths requires that an adjoint or tangent whose length differs from that of its argument, at any level, is
// refused with both names and lengths before anything is written.
func TestLengths(t *testing.T) {
	for _, d := range derivatives {
		good := d.call()
		if text := d.call().panics(t, "as it should be"); text != "" {
			t.Errorf("%s: %s", d.name, text)
		}
		tested := 0
		for k, p := range good.places {
			if !p.adjoint || p.at.Kind() != reflect.Slice {
				continue
			}
			for _, change := range []int{-1, 1} {
				c := d.call()
				s := c.places[k].at
				n := s.Len()
				s.Set(reflect.Append(s.Slice(0, n-1), zeros(s.Type(), change+1)...))
				if d.seeds != nil && p.path == "resAdj" {
					continue // compared when the result is there
				}
				arg := strings.Replace(p.path, d.adjoint, "", 1)
				want := fmt.Sprintf("pardiffgen: %s: len(%s) = %d, want len(%s) = %d", d.name, p.path, n+change, arg, n)
				if got := c.panics(t, p.path); got != want {
					t.Errorf("%s: panic %q, want %q", p.path, got, want)
				}
				tested++
			}
		}
		if tested < 2 {
			t.Errorf("%s: %d lengths tested", d.name, tested)
		}
	}
}

// zeros are n zero elements of a slice.
func zeros(slice reflect.Type, n int) []reflect.Value {
	vs := make([]reflect.Value, n)
	for i := range vs {
		vs[i] = reflect.Zero(slice.Elem())
	}
	return vs
}

// share lays what p and q refer to in one memory, so that the last element of p is the first of q, and says whether
// that can be.
func share(p, q reflect.Value) bool {
	e, n := extent(p)
	f, m := extent(q)
	if e != f || e.Kind() == reflect.Slice || e.Kind() == reflect.Struct {
		return false
	}
	buf := reflect.MakeSlice(reflect.SliceOf(e), n+m-1, n+m-1)
	for i := range n + m - 1 {
		buf.Index(i).Set(reflect.ValueOf(i + 1).Convert(e))
	}
	for k, v := range []reflect.Value{p, q} {
		part := buf.Slice(k*(n-1), n+k*(m-1))
		if v.Kind() == reflect.Pointer && v.Type().Elem() == e {
			v.Set(part.Index(0).Addr())
		} else {
			v.Set(part.Convert(v.Type()))
		}
	}
	return true
}

// extent is the type and the number of the elements that v, a slice or a pointer, refers to.
func extent(v reflect.Value) (elem reflect.Type, n int) {
	switch e := v.Type().Elem(); {
	case v.Kind() == reflect.Slice:
		return e, v.Len()
	case e.Kind() == reflect.Array:
		return e.Elem(), e.Len()
	default:
		return e, 1
	}
}

// TestOverlaps requires that memory that is written, adjoints among it, and has a second name among the arguments is
// refused with both names before anything is written, and that memory that is only read may have several.
func TestOverlaps(t *testing.T) {
	for _, d := range derivatives {
		written := func(p place) bool {
			arg := strings.Replace(p.path, d.adjoint, "", 1)
			return p.adjoint && p.path != "resAdj" && d.adjoint == "Adj" || d.written.MatchString(arg)
		}
		seen := map[bool]int{}
		good := d.call()
		for i, p := range good.places {
			for j, q := range good.places[:i] {
				c := d.call()
				if !share(c.places[j].at, c.places[i].at) {
					continue
				}
				got, must := c.panics(t, p.path+" and "+q.path), written(p) || written(q)
				seen[must]++
				text := fmt.Sprintf("pardiffgen: %s: ", d.name)
				switch ok := got == text+p.path+" overlaps "+q.path || got == text+q.path+" overlaps "+p.path; {
				case must && !ok:
					t.Errorf("%s: %s and %s: panic %q", d.name, p.path, q.path, got)
				case !must && got != "":
					t.Errorf("%s: %s and %s, which are read alone: panic %q", d.name, p.path, q.path, got)
				}
			}
		}
		if seen[true]+seen[false] < 3 {
			t.Errorf("%s: pairs tested: %v", d.name, seen)
		}
	}
}
