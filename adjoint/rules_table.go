package adjoint

// ruleTable returns the derivatives of all float functions of package math and of the builtins min
// and max. In the texts g is the adjoint of the result, y the result; for the tangent g is the
// tangent of the argument. The form with the result is taken where it is as good and
// saves a function call.
//
// Where the function is finite and its derivative is not (the square root at 0, the arc cosine at 1),
// the condition g != 0 keeps a zero adjoint zero: 0·Inf would be NaN. Where the function
// itself is infinite there is no such condition.
func ruleTable() []Rule {
	var all []Rule
	for _, part := range [][]Rule{
		elementaryRules(), trigonometricRules(), specialRules(),
		steppedRules(), splittingRules(), selectingRules(),
	} {
		all = append(all, part...)
	}
	return all
}

// one is the rule of a smooth function of one argument x.
func one(fn, adj string) Rule {
	return Rule{Fn: fn, Params: "x", Terms: []Term{{Adj: adj}}}
}

// edge is one for a function whose derivative is infinite at a point of its domain.
func edge(fn, adj string) Rule {
	return Rule{Fn: fn, Params: "x", Terms: []Term{{Adj: adj, When: "g != 0"}}}
}

func elementaryRules() []Rule {
	return []Rule{
		one("math.Exp", "g * y"),
		one("math.Exp2", "g * y * math.Ln2"),
		one("math.Expm1", "g * (y + 1)"),
		one("math.Log", "g / x"),
		one("math.Log10", "g / (x * math.Ln10)"),
		one("math.Log2", "g / (x * math.Ln2)"),
		one("math.Log1p", "g / (1 + x)"),
		{Fn: "math.Sqrt", Params: "x", Terms: []Term{{Adj: "g / (2 * y)", When: "g != 0"}},
			Choice: "An adjoint of 0 stays 0 through math.Sqrt at 0."},
		{Fn: "math.Cbrt", Params: "x", Terms: []Term{{Adj: "g / (3 * y * y)", When: "g != 0"}},
			Choice: "An adjoint of 0 stays 0 through math.Cbrt at 0."},
		{Fn: "math.Hypot", Params: "p q", Terms: []Term{
			{0, "g * (p / y)", "y != 0"},
			{1, "g * (q / y)", "y != 0"},
		}, Choice: "The derivative of math.Hypot at (0, 0) is 0."},
		// The condition on the base's term is needed only where its power may be
		// infinite; for a literal exponent of at least 1 it vanishes.
		{Fn: "math.Pow", Params: "x p", Terms: []Term{
			{0, "g * p * math.Pow(x, p-1)", "p >= 1 || g != 0 && p != 0"},
			{1, "g * y * math.Log(x)", "g != 0 && x != 0"},
		}, Choice: "The derivative of math.Pow with respect to the exponent is 0 where the base is 0."},
		{Fn: "math.FMA", Params: "a b c", Terms: []Term{{0, "g * b", ""}, {1, "g * a", ""}, {2, "g", ""}}},
	}
}

func trigonometricRules() []Rule {
	return []Rule{
		one("math.Sin", "g * math.Cos(x)"),
		one("math.Cos", "-g * math.Sin(x)"),
		one("math.Tan", "g * (1 + y*y)"),
		{Fn: "math.Sincos", Result: 0, Params: "x", Terms: []Term{{Adj: "g * math.Cos(x)"}}},
		{Fn: "math.Sincos", Result: 1, Params: "x", Terms: []Term{{Adj: "-g * math.Sin(x)"}}},
		edge("math.Asin", "g / math.Sqrt((1-x)*(1+x))"),
		edge("math.Acos", "-g / math.Sqrt((1-x)*(1+x))"),
		one("math.Atan", "g / (1 + x*x)"),
		{Fn: "math.Atan2", Params: "v u", Terms: []Term{
			// Not u / (u*u + v*v), whose denominator may overflow, or be 0. Where u is 0, or one of them infinite, the quotient
			// makes the denominator infinite, as it should be.
			{0, "g / (u + v*(v/u))", "u != 0 || v != 0"},
			{1, "-g / (v + u*(u/v))", "u != 0 || v != 0"},
		}, Choice: "The derivative of math.Atan2 at (0, 0) is 0."},
		one("math.Sinh", "g * math.Cosh(x)"),
		one("math.Cosh", "g * math.Sinh(x)"),
		one("math.Tanh", "g * (1 - y*y)"),
		one("math.Asinh", "g / math.Hypot(1, x)"),
		// Two roots: the product of the radicands would overflow for large x.
		edge("math.Acosh", "g / (math.Sqrt(x-1) * math.Sqrt(x+1))"),
		one("math.Atanh", "g / ((1 - x) * (1 + x))"),
	}
}

func specialRules() []Rule {
	return []Rule{
		one("math.Erf", "g * (2 / math.SqrtPi) * math.Exp(-x*x)"),
		one("math.Erfc", "-g * (2 / math.SqrtPi) * math.Exp(-x*x)"),
		one("math.Erfinv", "g * (math.SqrtPi / 2) * math.Exp(y*y)"),
		one("math.Erfcinv", "-g * (math.SqrtPi / 2) * math.Exp(y*y)"),
		one("math.Gamma", "g * y * pardiff.digamma(x)"),
		one("math.Lgamma", "g * pardiff.digamma(x)"),
		one("math.J0", "-g * math.J1(x)"),
		one("math.J1", "g * (math.J0(x) - math.Jn(2, x)) / 2"),
		{Fn: "math.Jn", Params: "n x", Terms: []Term{{1, "g * (math.Jn(n-1, x) - math.Jn(n+1, x)) / 2", ""}}},
		one("math.Y0", "-g * math.Y1(x)"),
		one("math.Y1", "g * (math.Y0(x) - y/x)"),
		{Fn: "math.Yn", Params: "n x", Terms: []Term{{1, "g * (math.Yn(n-1, x) - math.Yn(n+1, x)) / 2", ""}}},
	}
}

// steppedRules are the functions that are constant between their jumps.
func steppedRules() []Rule {
	var rules []Rule
	for _, fn := range []string{"math.Floor", "math.Ceil", "math.Round", "math.RoundToEven", "math.Trunc", "math.Logb"} {
		rules = append(rules, Rule{Fn: fn, Params: "x", Choice: "The derivative of " + fn + " is 0."})
	}
	return append(rules, Rule{Fn: "math.Modf", Result: 0, Params: "x",
		Choice: "The derivative of the integer part that math.Modf returns is 0."})
}

// splittingRules are the functions that are linear between their jumps.
func splittingRules() []Rule {
	return []Rule{
		{Fn: "math.Modf", Result: 1, Params: "x", Terms: []Term{{0, "g", ""}},
			Choice: "The derivative of the fraction that math.Modf returns is 1."},
		{Fn: "math.Frexp", Result: 0, Params: "x", Terms: []Term{{0, "g * (y / x)", "x != 0"}},
			Choice: "The derivative of the fraction that math.Frexp returns is 0 at 0 and, elsewhere, the power of 2 that it was scaled by."},
		{Fn: "math.Ldexp", Params: "x n", Terms: []Term{{0, "math.Ldexp(g, n)", ""}}},
		{Fn: "math.Mod", Params: "a b", Terms: []Term{{0, "g", ""}, {1, "-g * math.Trunc(a/b)", ""}},
			Choice: "The derivative of math.Mod(a, b) is 1 in a and -trunc(a/b) in b."},
		{Fn: "math.Remainder", Params: "a b", Terms: []Term{{0, "g", ""}, {1, "-g * math.RoundToEven(a/b)", ""}},
			Choice: "The derivative of math.Remainder(a, b) is 1 in a and -roundeven(a/b) in b."},
		{Fn: "math.Nextafter", Params: "a b", Terms: []Term{{0, "g", ""}},
			Choice: "The derivative of math.Nextafter is 1 in its first argument and 0 in its second."},
		{Fn: "math.Nextafter32", Params: "a b", Terms: []Term{{0, "g", ""}},
			Choice: "The derivative of math.Nextafter32 is 1 in its first argument and 0 in its second."},
	}
}

// selectingRules are the functions that have a kink where they go over from one argument, or
// its sign, to the other.
func selectingRules() []Rule {
	// Where an argument is NaN no comparison holds, and the adjoint must not vanish.
	larger := []Term{{0, "g", "a >= b"}, {1, "g", "!(a >= b)"}}
	smaller := []Term{{0, "g", "a <= b"}, {1, "g", "!(a <= b)"}}
	tie := func(fn string) string { return "At a tie the derivative of " + fn + " is 1 in the first argument." }
	return []Rule{
		{Fn: "math.Abs", Params: "x", Terms: []Term{{0, "g * math.Copysign(1, x)", "x != 0"}},
			Choice: "The derivative of math.Abs at 0 is 0."},
		{Fn: "math.Copysign", Params: "x s", Terms: []Term{{0, "g * math.Copysign(1, x) * math.Copysign(1, s)", "x != 0"}},
			Choice: "The derivative of math.Copysign is 0 where its first argument is 0, and 0 in its second argument."},
		{Fn: "math.Dim", Params: "a b", Terms: []Term{{0, "g", "a >= b"}, {1, "-g", "a >= b"}},
			Choice: "At a tie math.Dim(a, b) has the derivative of a-b."},
		{Fn: "math.Max", Params: "a b", Terms: larger, Choice: tie("math.Max")},
		{Fn: "math.Min", Params: "a b", Terms: smaller, Choice: tie("math.Min")},
		{Fn: "max", Params: "a b", Terms: larger, Variadic: true, Choice: tie("max")},
		{Fn: "min", Params: "a b", Terms: smaller, Variadic: true, Choice: tie("min")},
	}
}
