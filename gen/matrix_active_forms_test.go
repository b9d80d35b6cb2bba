package gen

import "regexp"

// An activeType is a type T with floats in it. Its package declares T, mk, which makes a T of two numbers, and read, which makes
// a number of a T; neither is linear. scale multiplies what is in the variable V by K, in place.
type activeType struct{ Name, Decl, scale string }

// activeTypes are types in groups of which the members are much alike.
var activeTypes = [][]activeType{
	{
		{"plain", "type T = float64\nfunc mk(x, y float64) T { return x * y }\nfunc read(v T) float64 { return v + 0.3*v*v }", "V *= K"},
		{"single", "type T = float32\nfunc mk(x, y float64) T { return T(x) * T(y) }\nfunc read(v T) float64 { return float64(v + 0.3*v*v) }", "V *= T(K)"},
		{"named", "type T float64\nfunc mk(x, y float64) T { return T(x * y) }\nfunc read(v T) float64 { return math.Sin(float64(v)) }", "V *= T(K)"},
	},
	{
		{"couple", "type T = [2]float64\nfunc mk(x, y float64) T { return T{x, x * y} }\nfunc read(v T) float64 { return v[0] + 0.3*v[0]*v[1] }", "(V)[0] *= K; (V)[1] *= 1 + K"},
		{"points", "type T = [2]struct{ X, Y float64 }\nfunc mk(x, y float64) (v T) { v[0].X, v[1].Y = x, y; for i := range v { v[i].Y += x * y }; return v }\nfunc read(v T) float64 { return v[0].X*v[1].Y + 0.3*v[0].Y + v[1].X }", "for j := range V { (V)[j].X *= K; (V)[j].Y *= K }"},
	},
	{
		{"point", "type T struct{ X, Y float64 }\nfunc mk(x, y float64) T { return T{x, x * y} }\nfunc read(v T) float64 { return v.X + 0.3*v.X*v.Y }", "(V).X *= K; (V).Y *= 1 + K"},
		{"embedded", "type Base struct{ X float64 }\ntype T struct { Base; Y float64 }\nfunc mk(x, y float64) T { return T{Base{x}, x * y} }\nfunc (b *Base) grow(k float64) { b.X *= k }\nfunc read(v T) float64 { return v.X + 0.3*v.Base.X*v.Y }", "(V).grow(K); (V).Y *= 1 + K"},
		{"generic", "type pair[F any] struct { A F; B [1]F }\ntype T = pair[float64]\nfunc mk(x, y float64) T { return T{x, [1]float64{x * y}} }\nfunc read(v T) float64 { return v.A + 0.3*v.A*v.B[0] }", "(V).A *= K; (V).B[0] *= 1 + K"},
	},
	{
		{"counted", "type T struct { F [2]float64; N int }\nfunc mk(x, y float64) T { return T{[2]float64{x, x * y}, 2} }\nfunc read(v T) float64 { return v.F[0]*float64(v.N) + v.F[0]*v.F[1] }", "for j := range (V).F { (V).F[j] *= K }; (V).N++"},
		{"deep", "type T struct { P struct { X float64; Q [1]float32 }; S string }\nfunc mk(x, y float64) (v T) { v.P.X, v.P.Q[0], v.S = x, float32(x*y), \"a\"; return v }\nfunc read(v T) float64 { return v.P.X*float64(v.P.Q[0]) + float64(len(v.S))*v.P.X }", "(V).P.X *= K; (V).P.Q[0] *= float32(K); (V).S += \"b\""},
	},
	{
		{"sliced", "type T struct { R []float64; W float64 }\nfunc mk(x, y float64) T { return T{[]float64{x, x * y}, y} }\nfunc read(v T) float64 { s := v.W * v.W; for i, r := range v.R { s += r * float64(i+1) * v.W }; return s }", "for j := range (V).R { (V).R[j] *= K }; (V).W *= K"},
	},
	{
		{"row", "type T = []float64\nfunc mk(x, y float64) T { return T{x, x * y} }\nfunc read(v T) float64 { s := 0.3; for i, r := range v { s += s * r * float64(i+1) }; return s }", "for j := range V { (V)[j] *= K }"},
	},
	{
		{"rows", "type T = [][]float64\nfunc mk(x, y float64) T { return T{{x, x * y}, {y}} }\nfunc read(v T) float64 { s := 0.3; for _, r := range v { for i, e := range r { s += s * e * float64(i+1) } }; return s }", "for j := range V { for e := range (V)[j] { (V)[j][e] *= K } }"},
		{"pointer", "type P struct{ X, Y float64 }\ntype T = *P\nfunc mk(x, y float64) T { return &P{x, x * y} }\nfunc read(v T) float64 { return v.X + 0.3*v.X*v.Y }", "(V).X *= K; (V).Y *= 1 + K"},
	},
}

var (
	scaling = regexp.MustCompile(`scale\(([^,]*), ((?:[^()]|\([^()]*\))*)\)`)
	operand = regexp.MustCompile(`\b[VK]\b`)
)

// Scale returns the statement that multiplies what is in a variable.
func (typ activeType) Scale(v, k string) string {
	return operand.ReplaceAllStringFunc(typ.scale, func(name string) string {
		if name == "V" {
			return v
		}
		return k
	})
}

// scaled returns a text with the statement that scales in the place of each scale(v, k).
func (typ activeType) scaled(text string) string {
	return scaling.ReplaceAllStringFunc(text, func(call string) string {
		m := scaling.FindStringSubmatch(call)
		return typ.Scale(m[1], m[2])
	})
}
