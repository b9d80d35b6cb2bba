// Package texts has arrays of strings, and structs with them.
package texts

type cfg2 struct {
	N     uint8
	Names [2]string
}

func withCfg2(x float64, c cfg2) float64 {
	if c.Names[1] == "" {
		x *= x
	}
	return x
}

// G is one case of the package.
//
//pardiff:vjp
func G(x float64, k float64) (s float64) {
	return withCfg2(k, cfg2{N: 3}) * withCfg2(k, cfg2{3, [2]string{"a", "b"}}) * x
}

type cfg3 struct {
	Names [2]string
	Tab   [2]map[string]int
}

func with3(x float64, c cfg3, i int) float64 {
	c.Names[i] += "b"
	for k := range 2 {
		if c.Names[k] == "ab" {
			x *= x
		}
		c.Names[k] = "ab"
	}
	return x * float64(c.Tab[0]["a"]+len(c.Names[1]))
}

// H is one case of the package.
//
//pardiff:vjp
func H(x float64, k float64) (s float64) {
	c := cfg3{Names: [2]string{"a", "b"}, Tab: [2]map[string]int{{"a": 2}, nil}}
	s = with3(k, c, 0) * with3(k, c, 1) * x
	c.Names[0] = "ab"
	s *= with3(k, c, 1)
	for i := range 2 {
		if c.Names[i] == "b" {
			s *= x
		}
		c.Names[i] = "b"
	}
	return s
}
