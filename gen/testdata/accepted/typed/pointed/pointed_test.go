package pointed

import (
	"testing"
	"time"

	"example.com/accepted/gradcheck"
)

// TestPointed compares values, arguments and derivatives where inactive values change through pointers meanwhile.
func TestPointed(t *testing.T) {
	x := []float64{0.9, -0.8, 1.2, 1.1, -0.7}
	gradcheck.VJP(t, Through1, Through1VJP, x, Name("q"))
	gradcheck.JVP(t, Through1, Through1JVP, x, Name("q"))
	gradcheck.VJP(t, Through2, Through2VJP, x, Name("q"))
	gradcheck.JVP(t, Through2, Through2JVP, x, Name("q"))
	gradcheck.VJP(t, Through3, Through3VJP, x, [2]string{"q"})
	gradcheck.JVP(t, Through3, Through3JVP, x, [2]string{"q"})
	gradcheck.VJP(t, Through4, Through4VJP, x, time.Unix(0, 0).UTC())
	gradcheck.JVP(t, Through4, Through4JVP, x, time.Unix(0, 0).UTC())
	gradcheck.VJP(t, Through5, Through5VJP, x, []string{"q"})
	gradcheck.JVP(t, Through5, Through5JVP, x, []string{"q"})
	gradcheck.VJP(t, Through6, Through6VJP, x, map[string]int{"q": 1})
	gradcheck.JVP(t, Through6, Through6JVP, x, map[string]int{"q": 1})
	gradcheck.VJP(t, Through7, Through7VJP, x, S{"q", []string{"a"}, time.Unix(0, 0).UTC(), 0.1})
	gradcheck.JVP(t, Through7, Through7JVP, x, S{"q", []string{"a"}, time.Unix(0, 0).UTC(), 0.1})
	gradcheck.VJP(t, Through8, Through8VJP, x, &S{"q", []string{"a"}, time.Unix(0, 0).UTC(), 0.1})
	gradcheck.JVP(t, Through8, Through8JVP, x, &S{"q", []string{"a"}, time.Unix(0, 0).UTC(), 0.1})
	gradcheck.VJP(t, Through9, Through9VJP, x, []S{{"q", []string{"a"}, time.Unix(0, 0).UTC(), 0.1}, {"w", []string{"a", "b"}, time.Unix(0, 0).UTC(), 0.2}})
	gradcheck.JVP(t, Through9, Through9JVP, x, []S{{"q", []string{"a"}, time.Unix(0, 0).UTC(), 0.1}, {"w", []string{"a", "b"}, time.Unix(0, 0).UTC(), 0.2}})
	gradcheck.VJP(t, Method1, Method1VJP, x, label("q"))
	gradcheck.JVP(t, Method1, Method1JVP, x, label("q"))
	gradcheck.VJP(t, Method2, Method2VJP, x)
	gradcheck.JVP(t, Method2, Method2JVP, x)
	gradcheck.VJP(t, Method3, Method3VJP, x, []string{"a", "b", "a"})
	gradcheck.JVP(t, Method3, Method3JVP, x, []string{"a", "b", "a"})
	gradcheck.VJP(t, Method4, Method4VJP, x, T{W: 0.3, t: time.Unix(0, 0).UTC()})
	gradcheck.JVP(t, Method4, Method4JVP, x, T{W: 0.3, t: time.Unix(0, 0).UTC()})
	gradcheck.VJP(t, Method5, Method5VJP, x, &T{W: 0.3, t: time.Unix(0, 0).UTC()})
	gradcheck.JVP(t, Method5, Method5JVP, x, &T{W: 0.3, t: time.Unix(0, 0).UTC()})
	gradcheck.VJP(t, Method6, Method6VJP, x)
	gradcheck.JVP(t, Method6, Method6JVP, x)
	gradcheck.VJP(t, Method7, Method7VJP, x, EE{label: "q", K: []label{"", "r"}, W: 0.3})
	gradcheck.JVP(t, Method7, Method7JVP, x, EE{label: "q", K: []label{"", "r"}, W: 0.3})
	gradcheck.VJP(t, Method8, Method8VJP, x, &EE{label: "q", K: []label{"", "r"}, W: 0.3}, []label{"", "u"})
	gradcheck.JVP(t, Method8, Method8JVP, x, &EE{label: "q", K: []label{"", "r"}, W: 0.3}, []label{"", "u"})
}
