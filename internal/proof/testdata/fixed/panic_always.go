// What follows is never reached, and its tangents would come back from a copy.
// unknown
package p

type body struct{ x, v float64 }

func F(bodies []*body, dt float64) float64 {
	for _, b := range bodies {
		b.x += dt * dt
	}
	if 0.0 < 0.8 {
		panic("no")
	}
	s := 0.0
	for i := range bodies {
		s += bodies[i].x * bodies[i].v
	}
	return s
}
