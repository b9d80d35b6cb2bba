package cudatmpl

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// Precedences of C++.
const (
	cOr = iota + 1
	cAnd
	cBitOr
	cBitXor
	cBitAnd
	cEqual
	cLess
	cShift
	cPlus
	cTimes
	cUnary
	cPostfix
)

var cPrec = map[token.Token]int{
	token.LOR: cOr, token.LAND: cAnd, token.OR: cBitOr, token.XOR: cBitXor, token.AND: cBitAnd, token.AND_NOT: cBitAnd,
	token.EQL: cEqual, token.NEQ: cEqual, token.LSS: cLess, token.LEQ: cLess, token.GTR: cLess, token.GEQ: cLess,
	token.SHL: cShift, token.SHR: cShift, token.ADD: cPlus, token.SUB: cPlus, token.MUL: cTimes, token.QUO: cTimes, token.REM: cTimes,
}

// expr prints e as C++.
func (k *kernelPrinter) expr(e ir.Expr) string {
	s, _ := k.text(e)
	return s
}

// operand prints e in parentheses where it binds less tightly than prec.
func (k *kernelPrinter) operand(e ir.Expr, prec int) string {
	s, q := k.text(e)
	if q < prec {
		return "(" + s + ")"
	}
	return s
}

// text prints e and says how tightly it binds.
func (k *kernelPrinter) text(e ir.Expr) (string, int) {
	switch e := e.(type) {
	case *ir.Const:
		return k.constant(e)
	case *ir.Unary:
		op := e.Op.String()
		if e.Op == token.XOR {
			op = "~"
		}
		return op + k.operand(e.X, cPostfix), cUnary
	case *ir.Binary:
		return k.binary(e)
	case *ir.Intrinsic:
		return k.intrinsic(e), cPostfix
	case *ir.Len:
		return k.length(e)
	case *ir.Convert:
		return k.convert(e)
	case *ir.Ref:
		return k.ref(e)
	}
	k.refuse("it holds Go that CUDA kernels cannot have")
	return "", 0
}

func (k *kernelPrinter) binary(e *ir.Binary) (string, int) {
	q := cPrec[e.Op]
	l, r := q, q+1
	switch q { // what compilers warn of without parentheses gets them
	case cBitOr, cBitXor, cBitAnd, cShift:
		l, r = cUnary, cUnary
	case cOr, cAnd:
		if r = cEqual; !isOp(e.X, e.Op) {
			l = cEqual
		}
	}
	op := e.Op.String()
	y := k.operand(e.Y, r)
	if e.Op == token.AND_NOT {
		op, y = "&", "~"+k.operand(e.Y, cPostfix)
	}
	return k.operand(e.X, l) + " " + op + " " + y, q
}

func isOp(e ir.Expr, op token.Token) bool {
	b, ok := e.(*ir.Binary)
	return ok && b.Op == op
}

// constant prints a constant with its value, exactly; floats have a point, and an f where they are float32.
func (k *kernelPrinter) constant(c *ir.Const) (string, int) {
	if c.Val == nil {
		k.refuse("it holds " + c.Text)
	}
	basic, _ := c.T.Underlying().(*types.Basic)
	switch {
	case c.Val.Kind() == constant.Bool:
		return strconv.FormatBool(constant.BoolVal(c.Val)), cPostfix
	case basic != nil && basic.Info()&types.IsFloat != 0:
		return floatText(c, basic.Kind() == types.Float32)
	}
	v := constant.ToInt(c.Val)
	if v.Kind() != constant.Int {
		k.refuse("it holds the constant " + c.Text)
	}
	return intText(v)
}

func intText(v constant.Value) (string, int) {
	n, exact := constant.Int64Val(v)
	s := v.ExactString()
	switch {
	case !exact:
		return s + "ULL", cPostfix
	case n == math.MinInt64:
		return "(-9223372036854775807LL - 1)", cPostfix
	case n > math.MaxInt32 || n < -math.MaxInt32:
		s += "LL"
	}
	if n < 0 {
		return s, cUnary
	}
	return s, cPostfix
}

func floatText(c *ir.Const, single bool) (string, int) {
	bits := 64
	v, _ := constant.Float64Val(constant.ToFloat(c.Val))
	if single {
		f, _ := constant.Float32Val(constant.ToFloat(c.Val))
		v, bits = float64(f), 32
	}
	s := strconv.FormatFloat(v, 'g', -1, bits)
	if !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	if single {
		s += "f"
	}
	if v < 0 {
		return s, cUnary
	}
	return s, cPostfix
}

func (k *kernelPrinter) convert(e *ir.Convert) (string, int) {
	t := ctype(e.T)
	if t == "" {
		k.refuse("it converts to " + e.T.String())
	}
	if s := k.singleCall(e); s != "" {
		return s, cPostfix
	}
	if ctype(e.X.Type()) == t && !isConst(e.X) {
		return k.text(e.X)
	}
	return "(" + t + ")" + k.operand(e.X, cUnary), cUnary
}

func isConst(e ir.Expr) bool {
	_, ok := e.(*ir.Const)
	return ok
}

// singleCall prints float32(math.F(float64(x), ...)) of float32 arguments as the function of that precision.
func (k *kernelPrinter) singleCall(e *ir.Convert) string {
	call, ok := e.X.(*ir.Intrinsic)
	if !ok || ctype(e.T) != "float" || call.Result != 0 {
		return ""
	}
	name := cMath[strings.TrimPrefix(call.Fn, "math.")]
	if name == "" || !strings.HasPrefix(call.Fn, "math.") {
		return ""
	}
	var args []string
	for _, a := range call.Args {
		c, ok := a.(*ir.Convert)
		if !ok || ctype(c.X.Type()) != "float" {
			return ""
		}
		args = append(args, k.expr(c.X))
	}
	return name + "f(" + strings.Join(args, ", ") + ")"
}

// cMath are the functions of package math that CUDA has, by its name for them.
var cMath = map[string]string{
	"Abs": "fabs", "Acos": "acos", "Acosh": "acosh", "Asin": "asin", "Asinh": "asinh", "Atan": "atan", "Atan2": "atan2",
	"Atanh": "atanh", "Cbrt": "cbrt", "Ceil": "ceil", "Copysign": "copysign", "Cos": "cos", "Cosh": "cosh", "Erf": "erf",
	"Erfc": "erfc", "Erfcinv": "erfcinv", "Erfinv": "erfinv", "Exp": "exp", "Exp2": "exp2", "Expm1": "expm1",
	"FMA": "fma", "Floor": "floor", "Gamma": "tgamma", "Hypot": "hypot", "J0": "j0", "J1": "j1", "Log": "log", "Log10": "log10",
	"Log1p": "log1p", "Log2": "log2", "Mod": "fmod", "Pow": "pow", "Remainder": "remainder", "Round": "round",
	"RoundToEven": "rint", "Sin": "sin", "Sinh": "sinh", "Sqrt": "sqrt", "Tan": "tan", "Tanh": "tanh", "Trunc": "trunc",
	"Y0": "y0", "Y1": "y1",
}

func (k *kernelPrinter) intrinsic(e *ir.Intrinsic) string {
	var args []string
	for _, a := range e.Args {
		args = append(args, k.expr(a))
	}
	list := "(" + strings.Join(args, ", ") + ")"
	switch e.Fn {
	case checkedIndex:
		k.file.uses[checkedIndex] = true
		return checkedIndex + list
	case "min", "max", "math.Min", "math.Max":
		fn := "pardiff_" + strings.ToLower(strings.TrimPrefix(e.Fn, "math."))
		k.file.uses[fn] = true
		fn += "<" + ctype(e.T) + ">"
		s := args[0]
		for _, a := range args[1:] {
			s = fn + "(" + s + ", " + a + ")"
		}
		return s
	case "math.Inf":
		k.file.uses["pardiff_inf"] = true
		return "pardiff_inf" + list
	case "math.NaN":
		k.file.uses["pardiff_inf"] = true
		return "(pardiff_inf(1) - pardiff_inf(1))"
	case "math.Sincos":
		return [...]string{"sin", "cos"}[e.Result] + list
	case "math.Dim":
		return "fdim" + list
	case "math.Signbit":
		return "(copysign(1.0, " + args[0] + ") < 0.0)"
	case "math.IsNaN":
		return "(" + args[0] + " != " + args[0] + ")"
	case "math.IsInf":
		k.file.uses["pardiff_inf"] = true
		return "pardiff_isinf" + list
	case "math.Jn", "math.Yn":
		return strings.ToLower(e.Fn[5:]) + "((int)" + k.operand(e.Args[0], cUnary) + ", " + args[1] + ")"
	case "math.Ldexp":
		return "ldexp(" + args[0] + ", (int)" + k.operand(e.Args[1], cUnary) + ")"
	}
	name, ok := strings.CutPrefix(e.Fn, "math.")
	if c := cMath[name]; ok && c != "" && e.Result == 0 {
		return c + list
	}
	if e.Fn == "math.Lgamma" && e.Result == 0 {
		return "lgamma" + list
	}
	k.refuse(e.Fn + " is no function that CUDA kernels have")
	return ""
}
