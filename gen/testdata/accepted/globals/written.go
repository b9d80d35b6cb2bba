package globals

// A counter counts what it gives.
type counter struct {
	hits int
	name string
	list []int
	of   [3]int
}

var (
	meter = counter{list: []int{2, 5}}
	ticks int
	log   = struct{ w []int }{make([]int, 3)}
)

func (c *counter) get(x float64) float64 {
	c.hits++
	if c.hits%2 == 0 {
		return x
	}
	return x * x
}

func (c *counter) inc()      { c.hits++ }
func (c *counter) add(k int) { c.of[k%3] += k; c.name += "x" }
func (c *counter) now() int  { return c.hits }
func (c counter) all() int   { return c.hits + len(c.name) + c.of[1] + c.list[0] }

func tick(p *int, x float64) float64 {
	*p++
	if *p%2 == 0 {
		return x
	}
	return x * x
}

// Metered changes a variable of the package in methods.
//
//pardiff:vjp
//pardiff:jvp
func Metered(x []float64, k float64) (s float64) {
	meter.hits = 0
	for i := range x {
		s += meter.get(x[i]) * k
	}
	return s
}

// Ticked changes variables of the package, and fields of them, through pointers.
//
//pardiff:vjp
//pardiff:jvp
func Ticked(x []float64) (s float64) {
	ticks, meter.hits = 0, 0
	p, c := &ticks, &meter
	for i := range x {
		s += tick(&ticks, x[i]) * tick(&meter.hits, x[0])
		*p += i
		c.hits += 2
		ticks, meter.hits = meter.hits, ticks
		s *= float64(ticks%3 + meter.hits%2 + 1)
	}
	return s
}

// Mixed calls methods that are executed as they are beside direct writes.
//
//pardiff:vjp
//pardiff:jvp
func Mixed(x []float64) (s float64) {
	meter.hits, meter.name = 0, ""
	meter.list[0] = 2
	for i := range meter.of {
		meter.of[i] = 0
	}
	for i := range x {
		meter.inc()
		meter.add(i)
		x[i] *= float64(meter.now()) * x[0]
		s += x[i] * float64(meter.all()%7)
		meter.list[0]++
	}
	return s
}

// Logged writes elements of a slice in a variable of the package.
//
//pardiff:vjp
//pardiff:jvp
func Logged(x []float64) (s float64) {
	clear(log.w)
	for i := range x {
		log.w[i%3] += i
		q := log.w[1:]
		q[0]++
		s += x[i] * x[i] * float64(log.w[0]+total(log.w))
	}
	return s
}

func total(w []int) (t int) {
	for _, v := range w {
		t += v
	}
	return t
}

var (
	marks   [3]int
	through = &marks
	state   = &counter{list: []int{0}}
)

func mark()    { marks[0]++ }
func deepen()  { through[1]++ }
func advance() { state.hits++; state.of[1]++ }

// Marked changes arrays of the package, and what pointers of the package lead to, itself and in functions that are called as
// they are.
//
//pardiff:vjp
//pardiff:jvp
func Marked(x []float64) (s float64) {
	marks[0], marks[1] = 0, 0
	state.hits = 0
	state.of[1] = 0
	for i := range x {
		marks[1]++
		through[1]++
		mark()
		deepen()
		advance()
		s += x[i] * x[i] * float64(marks[0]+10*marks[1]+100*state.hits+1000*state.of[1])
		if marks[1]%2 == 1 {
			s *= x[0]
		}
	}
	return s
}

var weights = map[string]float64{"a": 0.4}

// Weighted has numbers from a map, which are constants, or active ones in one variable.
//
//pardiff:vjp
//pardiff:jvp
func Weighted(x []float64, k float64, name string) (s float64) {
	w, ok := weights[name]
	if !ok {
		w = k
	}
	for _, v := range x {
		s += w * v * v
		if w, ok = weights["a"]; !ok {
			w = s
		}
	}
	return s
}
