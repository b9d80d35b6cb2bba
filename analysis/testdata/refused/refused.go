// Package refused holds a function for each construct that is refused. The comments say at
// which column of the line, and with which words.
package refused

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"unsafe"
)

var table = []float64{1, 2, 3}
var limit int
var scale float64

type shape interface{ area() float64 }

type square struct{ side float64 }

func (s square) area() float64 { return s.side * s.side }

type list struct {
	next *list
	x    float64
}

type stage struct {
	cur, old []float64
	at       [2]struct{ v []float64 }
}

func stages(x []float64) float64 {
	s := stage{cur: append([]float64(nil), x...), old: make([]float64, len(x))}
	t := 0.0
	for i, e := range s.cur[1:] { // want 20 "range over s.cur[1:] (the values are those of the slice that it was at the start"
		s.cur, s.old = s.old, s.cur
		s.cur[i] = e * e
		t += e
	}
	head := s.cur[:1]
	s.cur, s.old = s.old, s.cur // want 2 "swap of s.cur (another name"
	other := s                  // want 2 "copy of s.at (its elements hold slices"
	return t + head[0] + other.cur[0]
}

func unsafely(x []float64) float64 {
	s := *(*float64)(unsafe.Pointer(&x[0]))    // want 8 "conversion (*float64)(unsafe.Pointer(&x[0])) (memory that is reached through unsafe"
	for _, v := range unsafe.Slice(&x[0], 2) { // want 20 "call of unsafe.Slice (memory that is reached through unsafe"
		s += v
	}
	return s
}

func secondResult(x []float64) (int, []float64) {
	return 3, x[1:] // want 2 "result 2 (it aliases an argument"
}

func goroutine(x []float64) {
	go fill(x) // want 2 "goroutine"
}

func fill(x []float64) {
	for i := range x {
		x[i] = 1
	}
}

func deferred(x []float64) float64 {
	defer fill(x) // want 2 "defer"
	return x[0]
}

func channels(c chan float64) float64 {
	c <- 1     // want 2 "channel send"
	return <-c // want 9 "channel receive"
}

func selects(c chan float64) {
	select {
	case v := <-c: // want 12 "channel receive"
		fmt.Println(v)
	default:
	}
}

func jump(x float64) float64 {
	if x > 0 {
		goto end // want 3 "goto"
	}
	x = 2
end:
	return x
}

func ranges(text string, m map[int]float64, c chan int) (s float64) {
	for i := range text {
		s += float64(i)
	}
	for _, v := range m { // want 20 "range over map"
		s += v
	}
	for range c { // want 12 "range over chan"
		s++
	}
	return s
}

func slicing(x, y []float64, a [][]float64, n int) float64 {
	a[0], a[1] = a[1], x // want 2 "assignment of a slice"
	a[0] = x             // want 2 "assignment of a slice"
	b := make([]float64, n)
	b = make([]float64, 2*n)
	c := x[0:1]
	var d *float64
	if n > 0 {
		d = &c[0]
	}
	a[1] = make([]float64, n) // want 2 "new memory in an argument"
	copy(a, a)                // want 2 "copy of slices"
	return b[0] + c[0] + *d   // want 24 "variable d"
}

func rowReplaced(n int) float64 {
	a := make([][]float64, n)
	a[0] = make([]float64, n)
	r := a[0]
	r[0] = 1
	a[0] = make([]float64, n) // want 2 "new memory for an element of a"
	return r[0] + a[0][0]
}

func pointers(x, y float64) float64 {
	p := &x
	*p = 2
	p = &y // want 2 "assignment to a pointer"
	var q *float64
	return *p + *q // want 14 "pointer"
}

func aliased(x []float64) []float64 {
	return x[1:] // want 2 "aliases an argument"
}

func pointerResult(x float64) *float64 { // want 31 "pointer to floats"
	return &x
}

func closures(x float64) float64 {
	f := func(y float64) float64 { return x * y } // want 2 "function variable f"
	f = math.Sin
	var g func(float64) float64
	g = func(y float64) float64 { return y } // want 2 "assignment of a function literal"
	h := map[string]func(float64) float64{
		"a": func(y float64) float64 { return y }, // want 8 "function literal"
	}
	return f(2) + g(1) + h["a"](1)
}

func sorting(x []float64) float64 {
	sort.Slice(x, func(i, j int) bool { return x[i] < x[j] }) // want 2 "call of sort.Slice"
	n := 0
	slices.SortStableFunc(x, func(a, b float64) int { n++; return cmp.Compare(a, b) }) // want 27 "how often a sort calls it is left open"
	return x[0]
}

func types(s any) float64 {
	switch v := s.(type) {
	case []float64: // want 7 "type switch"
		return v[0]
	}
	return 0
}

func boxed(s square) float64 {
	var t shape = s // want 16 "conversion to interface"
	return t.area()
}

func globals(x float64) float64 {
	scale = x     // want 2 "write to package-level variable scale"
	table[0] += x // want 2 "write to package-level variable table"
	return scale * table[1]
}

func halve(x []float64, n int) float64 {
	if n == 0 {
		return x[0]
	}
	fmt.Println(n)
	return halve(x, n-1) // want 9 "recursive call of halve (it may do more than write its arguments"
}

func even(x float64, n int) float64 {
	if n == 0 {
		return x
	}
	return odd(&x, n-1) // want 9 "recursive call of odd (it may do more"
}

func odd(x *float64, n int) float64 {
	if n == 0 {
		return 0
	}
	*x++
	scale = 1            // want 2 "write to package-level variable scale"
	return even(*x, n-1) // want 9 "recursive call of even (it may do more"
}

func nameless(x float64, _ float64) float64 {
	return nameless(x-1, x) // want 9 "parameter without a name"
}

func powers(x float64, n int) (p []float64) { // want 6 "function powers (it calls itself, so that it is not inlined"
	if n == 0 {
		return []float64{1, x}
	}
	return powers(x, n-1)
}

func mixedTypes[T int | float64](x []T) T { // want 17 "its constraint allows floats and other types"
	return x[0] * x[1]
}

func overSlices[S ~[]F, F float32 | float64](x S) F { // want 17 "its values are made of floats"
	return x[0]
}

func unnamedParam[_ any, F float64 | float32](x F) F { // want 19 "type parameter without a name"
	return x * x
}

type halved[F float64 | float32] struct{ n F }

func (h halved[F]) times(x F, n int) F {
	if n == 0 {
		return x
	}
	return h.times(x/2*h.n, n-1) // want 9 "it is a method of a generic type"
}

func firstOf[A ~[2]float64](a A) float64 { // want 14 "its values are made of floats"
	a[0]++
	return a[0]
}

func hiddenArray(a [2]float64) float64 {
	return firstOf(a) // want 9 "type parameter A stands for arrays or pointers"
}

func methodOf[F interface {
	~float64
	square() F
}](x F) F {
	return x.square()
}

func complexes(z complex128, x float64) float64 {
	return real(z) * x // want 9 "complex"
}

func severalSlices(x []float64, n int) float64 {
	z := make([]float64, n)
	y := pick(x, z, n)
	y[0] = 2
	p := pickPointer(x, n) // want 7 "it returns a pointer from several places"
	c := pickCubes(n)
	return x[0] + y[0] + z[0] + *p + c[0][0][0]
}

func pick(x, z []float64, n int) []float64 {
	if n == 1 {
		return x // want 3 "the result of pick (its memory is that of x too, and it is written" // want 3 "aliases an argument"
	}
	return z // want 2 "the result of pick (its memory is that of z too, and it is written" // want 2 "aliases an argument"
}

func pickPointer(x []float64, n int) *float64 { // want 38 "pointer to floats"
	if n == 1 {
		return nil
	}
	return &x[0]
}

func pickCubes(n int) [][][]float64 {
	if n == 1 {
		return nil
	}
	c := make([][][]float64, n)
	return c // want 2 "the result of pickCubes (it gets its memory in an inner block"
}

func copied(x []float64) float64 {
	c := append(x[:0:0], x...)
	if c == nil { // want 5 "made of nothing may be nil"
		return 1
	}
	return c[0]
}

func paramAssigned(x []float64) float64 {
	return tail(x)
}

func tail(x []float64) float64 { // want 11 "append to x"
	x = append(x, 2)
	return x[0]
}

func reassigned(x, y []float64, a [][]float64, n int) float64 { // want 20 "slice y (its memory is that of y too"
	u := x[1:] // want 2 "slice u (its memory is that of x too"
	u = y      // want 2 "slice u (its memory is that of y too"
	u[0] = 1
	y = y[1:]
	y = nil
	row := a[0] // want 2 "slice row (its memory is that of a too"
	row = a[1]  // want 2 "slice row (its memory is that of a too"
	a[1] = row  // want 2 "assignment of a slice"
	row = x     // want 2 "slice row (its memory is that of x too"
	for range n {
		row = make([]float64, n)
	}
	row[0] = x[0]
	return u[0] + x[0] + row[0] + y[0]
}

func appends(x, y []float64, a [][]float64, n int) []float64 { // want 17 "append to y"
	s := x[:1] // want 2 "append to s"
	s = append(s, 1)
	y = append(y, 1)
	z := append(x, y...)   // want 7 "may share memory with x"
	var deep [][][]float64 // want 6 "slices and pointers are bound"
	deep = append(deep, a)
	rows2 := append(a[:0:0], a...) // want 11 "append of slices"
	var t, w []float64
	t = append(t, z...)
	head := t[:1]
	t = append(t, head[0]) // want 2 "append to t"
	w = append(w, 1)
	w = x[:1] // want 2 "assignment of a slice"
	return append(t, rows2[0][0])
}

func rowsBeside(x, y []float64, a [][]float64, n int) float64 {
	rows := [][]float64{x, y} // want 22 "that of x too"
	rows = append(rows, a[0]) // want 22 "row of rows"
	rows = append(rows, a...) // want 22 "append of all rows"
	more := rows
	x[0] = 1
	a[0][0] = 2
	u := make([]float64, n)
	for i := range n {
		v := make([]float64, n)
		for j := range n {
			v[j] = x[i]
			if j > 2 {
				rows = append(rows, v) // want 5 "append to rows (another name" // want 25 "row of rows"
			}
		}
	}
	return rows[0][0] + more[0][0] + u[0]
}

func linked(l *list) float64 {
	s := 0.0
	p := l
	for i := 0; i < 3; i++ {
		s += p.x
		p = p.next // want 3 "assignment to a pointer"
	}
	return s
}

func mapped(m map[string][]float64, x []float64) float64 {
	row := m["a"] // want 9 "element of m"
	return x[0]*m["b"][0] + row[0]
}

func methodValue(s shape) float64 {
	f := s.area // want 7 "method value"
	return f()
}

func several(x []float64) float64 {
	go fill(x) // want 2 "goroutine"
	for math.Abs(x[0]) > 1 {
		x[0] /= 2
		defer fill(x) // want 3 "defer"
	}
	return x[0]
}

func passed(l *list, x []float64, n int) float64 {
	fmt.Println(l)
	fmt.Sscan("1", &n) // want 17 "address of a variable"
	fmt.Println(n, x)
	return x[n]
}

func localTypes(x []float64) float64 {
	type node struct {
		value float64
		kids  []node
	}
	list := make([]node, 2) // want 2 "type node (it is declared inside a function and made of itself"
	list[0].value = x[0]
	return list[0].value
}

func swaps(x, y []float64, a [][]float64, l *pairOf) []float64 {
	u := make([]float64, len(x))
	l.a, x = x, l.a               // want 2 "exchange of l.a and x (the caller sees l.a refer to other memory"
	a[0], a[1], x = x, a[0], a[1] // want 2 "exchange of a[1] and x (the caller sees a[1] refer to other memory"
	w := make([]float64, len(x))
	head := w[:2]
	for i := range x {
		w[i] += head[0]
		u, w = w, u // want 3 "swap of w"
	}
	p := &x[0]
	x, y = y, x // want 2 "swap of x"
	*p++
	for i, e := range y { // want 20 "range over y"
		u[i] = e
		x, y = y, x // want 3 "swap of x"
	}
	for i := 0; i < len(u); i++ {
		u, w = w, u
	}
	u = switched(u, w) // want 6 "one of the slices that it exchanges"
	return u
}

type pairOf struct{ a, b []float64 }

func switched(a, b []float64) []float64 {
	a, b = b, a
	return a // want 2 "aliases an argument"
}

func mixed(x []float64) []float64 {
	u := make([]float64, len(x))
	x, u = u, x
	return u // want 2 "may alias argument x"
}

type curve struct {
	at func(float64) float64
	k  float64
}

func grown(x []float64, n int) []float64 { // want 6 "give it a parameter for the slice that takes the result"
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = v * v
	}
	if n > 0 {
		y = grown(y, n-1)
	}
	return y
}

func recursions(x []float64, n int) float64 {
	var f func(v float64, n int) float64
	f = func(v float64, n int) float64 { // want 2 "function literal f (it calls itself"
		if n == 0 {
			return v
		}
		return v * f(v, n-1)
	}
	y := grown(x, n)
	return f(x[0], n) + y[0]
}

func held(x float64) float64 {
	c := curve{at: func(v float64) float64 { return v * x }, k: 1} // want 17 "which function c.at holds"
	c.k = 2
	d := &curve{at: func(v float64) float64 { return v * x }} // want 18 "which function field at holds"
	return c.at(x) + d.at(x)
}

func pointed(x float64) float64 {
	v := &square{x}
	list := []*square{v, v} // want 10 "literal of pointers"
	return list[0].side + list[1].side
}

func repointed(x float64) float64 {
	v := &square{x}
	list := make([]*square, 1)
	list[0] = v // want 2 "keep the values themselves there"
	return list[0].side
}

func left(x []float64) []float64 { // want 6 "function left (it calls itself"
	return right(x[1:])
}

func right(x []float64) []float64 { // want 6 "function right (it calls itself"
	if len(x) < 2 {
		return x
	}
	return left(x)
}

func bothSides(x []float64) float64 { return left(x)[0] + left(x)[1] }

func appended(x []float64, v float64) float64 {
	y := append(x, v) // want 7 "for new memory write slices.Concat(x, ...)"
	return y[0]
}

func growingRows(x []float64, n int) float64 {
	a, b, c := make([][]float64, n), make([][]float64, n), make([][]float64, n)
	a[0] = append(a[0], 1)
	a[1] = a[0]     // want 2 "the rows of a grow by append"
	a[2] = x[:2]    // want 2 "the rows of a grow by append"
	a[0] = a[1][:1] // want 2 "the rows of a grow by append"
	b[0] = a[0]     // want 2 "the rows of a grow by append"
	for i := range c {
		row := c[i]
		c[i] = append(c[i], 1) // want 3 "new elements for c"
		row[0] = 2
	}
	return b[0][0] // want 9 "before a row is assigned"
}

func emptyRow(x []float64, n int) float64 {
	rows, own := make([][]float64, 3), make([][]float64, 3)
	for i := range n {
		rows[i] = x[i:]
		own[0] = []float64{x[i]}
	}
	s := 0.0
	r := rows[1]
	if r == nil { // want 5 "comparison with nil (the slice may have been assigned again"
		s += x[0]
	}
	var late []float64
	late = rows[1] // want 2 "comparison of late with nil"
	if late == nil {
		s += x[0]
	}
	if isNone(rows[2][:0]) || isNone(own[0]) {
		s += x[1]
	}
	for _, r := range own {
		if r == nil { // want 6 "comparison with nil"
			s += x[1]
		}
	}
	return s
}

func isNone(x []float64) bool { return x == nil } // want 40 "comparison with nil"
type fault struct {
	res   float64
	state []float64
	at    *float64
}

func (f *fault) Error() string { return fmt.Sprint(f.res) }

type valueFault struct{ state []float64 }

func (f valueFault) Error() string { return fmt.Sprint(f.state) }

func faults(x []float64, n int) (float64, error) {
	y := make([]float64, n)
	f := &fault{res: x[0]}
	switch n {
	case 1:
		return 0, f // want 13 "pointer that becomes an error"
	case 2:
		return 0, &fault{state: y} // want 27 "slice or pointer in an error"
	case 3:
		return 0, &fault{state: append(y, 1)} // want 27 "slice or pointer in an error"
	case 4:
		return 0, &fault{at: &x[0]} // want 24 "address of a variable"
	case 5:
		return 0, fmt.Errorf("%w", &fault{state: x}) // want 44 "slice or pointer in an error"
	case 6:
		v := valueFault{y}
		return 0, v // want 13 "slice or pointer in an error"
	}
	return x[0], nil
}

func capacities(x []float64, n int) float64 {
	b := make([]float64, n, 2*n)
	c := b
	var d []float64
	d = append(d, x...)
	e := c[:cap(c)]                      // want 10 "the capacity of c is not known"
	return e[0] + float64(cap(x)+cap(d)) // want 24 "the capacity of x is not known" // want 31 "the capacity of d is not known"
}

func limited(x []float64, n int) float64 {
	b := make([]float64, n)
	s := 0.0
	for i := range n {
		s += x[i] * float64(cap(b)) // want 23 "the capacity of b is not known"
		b = b[: n/2 : n/2+1]
	}
	return s
}

func joinedRows(t [][]float64, n int) float64 {
	if n == 0 {
		return t[0][0]
	}
	t[n][0] *= 2
	return t[n][0] * joinedRows(t, n-1) // want 30 "slice t as an argument of joinedRows (its rows are parts of one memory, and joinedRows may write them)"
}

func foundRows(t [][]float64, n int) float64 {
	if n == 0 {
		return t[0][0]
	}
	return t[n][0] * foundRows(t, empties(t)) // want 29 "and foundRows compares slices with nil"
}

func empties(t [][]float64) (n int) {
	for _, row := range t {
		if row == nil { // want 6 "comparison with nil"
			n++
		}
	}
	return n
}

func tablesPassed(x []float64) float64 {
	t := make([][]float64, 2)
	for i := range t {
		t[i] = append(t[i], x[i])
	}
	fmt.Println(t) // want 14 "passed on as a whole to code that is not followed"
	return joinedRows(t, 1) + foundRows(t, 1)
}

func unsure(x []float64, n int) float64 {
	var w []float64
	if n > 2 {
		w = x
	}
	return asking(x, w, n)
}

func asking(x, w []float64, n int) float64 {
	if w == nil || n == 0 {
		return x[0]
	}
	return w[0] * asking(x, w, n-1) // want 26 "the slice has been assigned again, and asking compares slices with nil"
}

func pointerOfBefore(x []float64) float64 {
	s := 0.0
	var p *float64
	for i := range x {
		if p != nil {
			s += *p * x[i]
		}
		p = &x[i] // want 3 "pointer p (the loop reads it before it assigns it, and it has no value where the loop begins)"
	}
	return s
}

func tableOfBefore(x []float64, n int) float64 {
	s := 0.0
	var t [][][]float64
	for i := range n {
		if t != nil {
			s += t[0][0][0] * float64(i)
		}
		t = [][][]float64{{x}} // want 3 "slice t (the loop reads it before it assigns it"
	}
	return s
}

type demanded struct {
	rows [][][]float64
	p    *float64
}

func demand(x []float64, n int) (s float64) {
	var t demanded
	if n > 0 {
		t.rows = make([][][]float64, n) // want 3 "t.rows (it gets its memory in an inner block"
		t.p = &x[0]
	}
	for i := range t.rows {
		s += t.rows[i][0][0]
	}
	return s + *t.p // want 16 "field p (it gets its value in an inner block"
}

type pair struct{ a, b int }

func switchOnStruct(x float64, p pair) float64 {
	switch p { // want 9 "switch on a pair (it compares more than numbers and strings)"
	case pair{1, 2}:
		return x * x
	}
	return x
}

var (
	keptList  []float64
	keptRows  struct{ rows [][]float64 }
	firstList *list
	pooled    [][]float64
)

func keeps(x []float64, l *list) float64 {
	keptList = x                    // want 2 "write to package-level variable keptList"
	keptRows.rows = nil             // want 2 "write to package-level variable keptRows"
	firstList, l.x = l, 2           // want 2 "write to package-level variable firstList"
	pooled = append(pooled, x)      // want 2 "write to package-level variable pooled"
	pooled = pooled[:len(pooled)-1] // want 2 "write to package-level variable pooled"
	return x[0]
}

func throughAny(x []float64) float64 {
	var a any = x // want 14 "conversion to interface any"
	return a.([]float64)[0]
}

func outOfAny(a any) float64 {
	b := a.([]float64) // want 7 "value of type []float64 in an interface (its memory is not known)"
	return b[0]
}

func lateFunction(x float64, c bool) float64 {
	f := sine
	if c {
		f = func(x float64) float64 { return x } // want 3 "assignment of a function literal"
	}
	return f(x)
}

func sine(x float64) float64 { return math.Sin(x) }

func structAgain(x, y [][]float64) float64 {
	var s struct{ a, b [][]float64 }
	s = struct{ a, b [][]float64 }{a: x}
	s = struct{ a, b [][]float64 }{b: y} // want 2 "assignment of a slice (slices are bound to their memory once)"
	return s.a[0][0]
}

func exchangedInArray(a [2][]float64) float64 {
	a[0], a[1] = a[1], a[0] // want 2 "it lies in an array that is passed by value"
	return a[0][0] * a[1][0] * a[1][0]
}

func storedInArray(a [2][]float64, x []float64) float64 {
	a[0] = x // want 2 "it lies in an array that is passed by value"
	return a[0][0] * a[1][0] * a[1][0]
}

func pushed(list []float64, v float64) []float64 { // want 13 "append to list (it begins as a part of other memory"
	return append(list, v)
}

func pushedTwice(x []float64) float64 {
	a, b := pushed(x, 1), pushed(x, 2)
	t := a
	c := append(t, b...) // want 7 "may share memory with t"
	return a[0] * b[0] * c[0]
}

func pushSeen(list []float64, f func() int) []float64 { // want 15 "append to list (it begins as a part of other memory"
	list = append(list, 1)
	return append(list, float64(f()))
}

func seenByLiteral(x []float64) float64 {
	var list []float64
	n := func() int { return len(list) }
	for range x {
		list = pushSeen(list, n)
	}
	return list[0] * x[0]
}

func fieldAgain(x struct{ A, B []float64 }) float64 {
	for i := range x.A {
		x.A[i] *= x.B[i]
	}
	x.A = x.B // want 2 "slice x.A (its memory is that of x.B too"
	return x.A[0]
}
