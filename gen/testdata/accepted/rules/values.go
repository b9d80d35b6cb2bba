package rules

type Square struct{ a float64 }

func (k Square) Eval(x float64) float64 { return k.a * x * x }

//pardiff:rule for=Square.Eval
func (k Square) evalVJP(x, resAdj float64, kAdj *Square, xAdj *float64) float64 {
	kAdj.a += resAdj * x * x
	*xAdj += 2 * resAdj * k.a * x
	return k.a * x * x
}
func quad(f func(float64) float64, x float64) float64 { return f(x) + f(2*x) }

type Item struct {
	Left int
	V    float64
}
type List []Item

func (t List) sum(i int, k float64) float64 {
	s := t[i].V * k
	if l := t[i].Left; l >= 0 {
		s += t.sum(l, k*s)
	}
	return s
}

//pardiff:grad
//pardiff:jvp
func Values(k Square, x float64, tr List) float64 {
	f := k.Eval
	return quad(f, x) + quad(Square{x}.Eval, k.a) + tr.sum(0, x)
}
