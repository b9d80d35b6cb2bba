package irtest

// loop writes a counted loop or a range.
func (g *gen) loop() {
	g.loops++
	trips, limits := g.trips, len(g.limits)
	g.trips = max(1, g.trips)
	g.enterLoop()
	g.open()
	switch g.intn(13) {
	case 0, 1, 2:
		g.upward()
	case 3:
		g.downward()
	case 4:
		g.strided()
	case 5, 6:
		g.triangular()
	case 7:
		g.counted()
	case 8:
		g.rangeInt()
	case 9, 10:
		g.rangeSlice()
	case 11:
		g.rangePart()
	case 12:
		if g.hasParam("ps") {
			g.rangeStructs()
		} else {
			g.upward()
		}
	}
	for n := 1 + g.intn(3); n > 0; n-- {
		g.stmt()
	}
	g.close()
	g.line("}")
	g.leaveLoop()
	g.loops--
	g.trips, g.limits = trips, g.limits[:limits]
}

// iter declares an iterator with values in [lo, hi].
func (g *gen) iter(lo, hi int, used bool) *intVar {
	v := &intVar{name: g.name("i"), lo: lo, hi: hi, used: used, iter: true}
	g.top().ints = append(g.top().ints, v)
	g.trips *= max(1, hi-lo+1)
	return v
}

// size returns a number of iterations and its text.
func (g *gen) size() (int, string) {
	switch g.intn(5) {
	case 0, 1:
		return g.n, "n"
	case 2:
		return g.m, "m"
	case 3:
		return g.n, "len(x)"
	}
	return 3, "3"
}

func (g *gen) upward() {
	n, text := g.size()
	lo := g.intn(2)
	if g.chance(2) {
		v := g.iter(lo, n-1, true)
		g.line("for %s := %d; %s <= %s-1; %s++ {", v.name, lo, v.name, text, v.name)
		return
	}
	v := g.iter(lo, n-1, true)
	g.line("for %s := %d; %s < %s; %s++ {", v.name, lo, v.name, text, v.name)
}

func (g *gen) downward() {
	n, text := g.size()
	if g.chance(4) {
		v := g.iter(0, n-1, true)
		g.line("for %s := %s - 1; %s >= 0; %s-- {", v.name, text, v.name, v.name)
		return
	}
	v := g.iter(1, n-1, true)
	g.line("for %s := %s - 1; %s > 0; %s-- {", v.name, text, v.name, v.name)
}

func (g *gen) strided() {
	n, text := g.size()
	if g.chance(4) {
		v := g.iter(0, n-1, true)
		g.line("for %s := 0; %s < %s; %s += 2 {", v.name, v.name, text, v.name)
		return
	}
	v := g.iter(0, n-1, true)
	g.line("for %s := %s - 1; %s >= 0; %s -= 2 {", v.name, text, v.name, v.name)
}

// triangular bounds a loop by the iterator of a loop around it.
func (g *gen) triangular() {
	var outer []*intVar
	for _, v := range g.visibleInts() {
		if v.iter && v.lo >= 0 {
			outer = append(outer, v)
		}
	}
	if len(outer) == 0 {
		g.upward()
		return
	}
	o := pick(g, outer)
	o.used = true
	switch g.intn(4) {
	case 0:
		v := g.iter(0, o.hi, true)
		v.other, v.least = o, 0
		g.line("for %s := 0; %s <= %s; %s++ {", v.name, v.name, o.name, v.name)
	case 1:
		v := g.iter(0, o.hi-1, true)
		v.other, v.least = o, 1
		g.line("for %s := 0; %s < %s; %s++ {", v.name, v.name, o.name, v.name)
	case 2:
		v := g.iter(o.lo, g.n-1, true)
		g.line("for %s := %s; %s < n; %s++ {", v.name, o.name, v.name, v.name)
	case 3:
		v := g.iter(0, o.hi-1, true)
		v.other, v.least = o, 1
		g.line("for %s := %s - 1; %s >= 0; %s-- {", v.name, o.name, v.name, v.name)
	}
}

// counted takes the number of iterations from an argument, 0 included.
func (g *gen) counted() {
	for _, a := range g.visibleArrays(true) {
		if a.name == "cnt" {
			c := "cnt[" + g.index(a.length, a.lenText) + "]"
			g.limits = append(g.limits, c)
			v := g.iter(0, a.hi-1, true)
			g.line("for %s := 0; %s < %s; %s++ {", v.name, v.name, c, v.name)
			return
		}
	}
	g.upward()
}

func (g *gen) rangeInt() {
	n, text := g.size()
	v := g.iter(0, n-1, false)
	g.line("for %s := range %s {", v.name, text)
}

// rangeSlice ranges over a sequence of floats with key, value or both.
func (g *gen) rangeSlice() {
	a := pick(g, flat(g.visibleArrays(false)))
	a.used = true
	g.ranged(a.name, a.length)
}

// rangePart ranges over a part of a sequence.
func (g *gen) rangePart() {
	text, n := g.part(pick(g, flat(g.visibleArrays(false))))
	g.ranged(text, n)
}

func (g *gen) ranged(text string, n int) {
	e := &scalar{name: g.name("e"), typ: g.float}
	switch g.intn(3) {
	case 0:
		v := g.iter(0, n-1, false)
		g.line("for %s := range %s {", v.name, text)
		return
	case 1:
		g.trips *= n
		g.line("for _, %s := range %s {", e.name, text)
	default:
		v := g.iter(0, n-1, false)
		g.line("for %s, %s := range %s {", v.name, e.name, text)
	}
	g.declare(e)
}
