package rows

func odd(i int) int { return i % 2 }

// largest returns the row from k on whose element k is the largest.
func largest(rows [][]float64, k int) int {
	p := k
	for i := k + 1; i < len(rows); i++ {
		if rows[i][k] > rows[p][k] {
			p = i
		}
	}
	return p
}

// Stack pushes and pops parts of its argument and rows of its own.
//
//pardiff:vjp
//pardiff:jvp
func Stack(x []float64, n int) float64 {
	var rows [][]float64
	for i := 0; i+2 <= len(x); i++ {
		rows = append(rows, x[i:i+2])
	}
	s := 0.0
	for step := 0; len(rows) > n; step++ {
		top := rows[len(rows)-1]
		rows = rows[:len(rows)-1]
		s = s*0.9 + top[0]*top[1]*float64(step+1)
		if step%3 == 1 {
			rows = append(rows, x[step%2:])
			top[0] *= 1.5
			s += rows[len(rows)-1][0] * top[0]
		}
	}
	for _, r := range rows {
		s += r[0] * r[0]
	}
	return s
}

// Own pushes rows that are made for it, two at a time, and pops one.
//
//pardiff:grad
//pardiff:jvp
//pardiff:grad name=OwnSerial par=off
func Own(x []float64, n int) float64 {
	stack := [][]float64{{x[0], x[1]}}
	s := 0.0
	for i := range n {
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v := r[0] * r[1]
		s += v * float64(i+1)
		if v < 4 {
			stack = append(stack, []float64{r[0] + x[i%len(x)], r[1]}, []float64{v, r[0], 1})
		}
		if i == 3 {
			stack = nil
		}
		if len(stack) == 0 {
			stack = append(stack, []float64{s, x[1]})
		}
	}
	s *= float64(len(stack) + 1)
	stack = stack[:0]
	stack = append(stack, []float64{s, x[0]})
	return stack[0][0] * stack[0][1]
}

// Queue takes rows from the front.
//
//pardiff:grad
//pardiff:jvp
func Queue(x []float64, n int) float64 {
	var rows [][]float64
	rows = append(rows, []float64{x[0], 1}, []float64{x[1], x[0]})
	s := 0.0
	for i := range n {
		first := rows[0]
		rows = rows[1:]
		rows = append(rows, []float64{first[0] * x[i%len(x)], first[1] + s})
		for k, r := range rows {
			s += r[0] * r[1] * float64(k+1)
			r[1] *= 0.5
		}
		rows[len(rows)-1][0] += 0.1 * first[1]
	}
	rows = rows[1:len(rows)]
	for k := range rows {
		s += rows[k][0] * float64(k+1)
	}
	return s
}

// Front cuts a table that does not grow, at both ends.
//
//pardiff:vjp
//pardiff:jvp
func Front(x []float64, n int) float64 {
	rows := make([][]float64, 4)
	for i := range rows {
		rows[i] = x[i : i+2]
	}
	rows = rows[n:]
	s := 0.0
	for len(rows) > 1 {
		rows[0][1] *= rows[1][0]
		s += rows[0][0] * rows[len(rows)-1][1]
		rows = rows[1 : len(rows)-n%2]
	}
	return s + x[0]
}

// Refill empties rows in each step and fills them again.
//
//pardiff:vjp
//pardiff:jvp
//pardiff:vjp name=RefillSerial par=off
func Refill(x []float64, n int) float64 {
	rows := make([][]float64, 3)
	s := 0.0
	for step := range n {
		for i := range rows {
			rows[i] = rows[i][:0]
		}
		for i, v := range x {
			k := (i*i + step) % 3
			rows[k] = append(rows[k], v*v*float64(step+1))
		}
		for k, r := range rows {
			t := 1.0
			for j := range r {
				r[j] *= t
				t += r[j] * 0.1
			}
			s += t * float64(k+1)
		}
		for i := range x {
			x[i] *= 0.9
		}
	}
	return s
}

// Trim takes elements from both ends of rows that grow.
//
//pardiff:grad
//pardiff:jvp
func Trim(x []float64, n int) float64 {
	rows := make([][]float64, 2)
	s := 0.0
	for i := range n {
		k := i % 2
		rows[k] = append(rows[k], x[i%len(x)]*x[0], x[1])
		if len(rows[k]) > 3 {
			s += rows[k][0] * rows[k][len(rows[k])-1]
			rows[k] = rows[k][1 : len(rows[k])-1]
		}
		rows[k] = append(rows[k], s)
		rows[0], rows[1] = rows[1], rows[0]
	}
	for k := range rows {
		for j, v := range rows[k] {
			s += v * float64(j+k+1)
		}
	}
	return s
}

// Todo is a struct with a stack.
type Todo struct {
	rows [][]float64
	n    int
}

func (l *Todo) push(r ...float64) { l.rows = append(l.rows, r); l.n++ }

func (l *Todo) pop() (a, b float64) {
	r := l.rows[len(l.rows)-1]
	l.rows = l.rows[:len(l.rows)-1]
	l.n--
	return r[0], r[1]
}

// Method pushes and pops by methods.
//
//pardiff:grad
//pardiff:jvp
func Method(x []float64) float64 {
	var l Todo
	s := 0.0
	for i, v := range x {
		l.push(v, v*x[0])
		if i%3 == 1 {
			a, b := l.pop()
			s += a * b
			l.push(s, a)
		}
	}
	for l.n > 0 {
		a, b := l.pop()
		s = s*0.7 + a*b
	}
	return s
}

// Closure pushes and pops in closures, on a way through a tree.
//
//pardiff:grad
func Closure(x []float64) float64 {
	var todo [][]float64
	push := func(a, b float64) { todo = append(todo, []float64{a, b}) }
	push(x[0], x[1])
	s := 0.0
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s += r[0] * r[1]
		if r[0] < 3 {
			push(r[0]+x[2], r[1]*0.5)
		}
		if r[1] > 0.3 && r[0] < 2 {
			push(r[1]+x[1], r[0]*x[0])
		}
	}
	return s
}

// Called exchanges rows at places that functions give.
//
//pardiff:vjp
//pardiff:jvp
func Called(a [][]float64) float64 {
	for k := range a {
		a[k], a[largest(a, k)] = a[largest(a, k)], a[k]
		for i := k + 1; i < len(a); i++ {
			f := a[i][k] / a[k][k]
			for j := range a[i] {
				a[i][j] -= f * a[k][j]
			}
		}
	}
	d := 1.0
	for k := range a {
		d *= a[k][k]
	}
	return d
}

// Turned exchanges rows of its own, and of a table.
//
//pardiff:grad
//pardiff:jvp
func Turned(x []float64, n int) float64 {
	own := make([][]float64, 2)
	for i := range own {
		own[i] = make([]float64, 3)
		for j := range own[i] {
			own[i][j] = x[i+j] * x[j]
		}
	}
	parts := [][]float64{x[:3], x[2:5]}
	for i := range n {
		own[odd(i)], own[1] = own[1], own[odd(i)]
		parts[odd(i)], parts[odd(i+1)] = parts[odd(i+1)], parts[odd(i)]
		own[0][1] *= parts[0][0]
	}
	return own[0][1]*own[1][0]*own[1][2] + parts[0][1]
}

// Joined appends to slices that nothing else names.
//
//pardiff:grad
//pardiff:jvp
func Joined(u []float64, k float64) float64 {
	v := append([]float64{k, k * k}, u...)
	w := append(make([]float64, 2, 9), v[1:]...)
	w[0] = k
	y := append([]float64{u[0]}, w[1], w[2])
	v[0] *= 2
	s := 0.0
	for i := range w {
		s += w[i] * v[i%len(v)] * float64(i+1)
	}
	return s + y[0]*y[1]*y[2] + weighted(append(twice(u), k, u[0]))
}

func twice(x []float64) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = 2 * v * v
	}
	return y
}

func weighted(x []float64) (s float64) {
	for i, v := range x {
		s += v * float64(i)
	}
	return s
}
