// Package embedded has embedded structs.
package embedded

type Base struct {
	Mass float64
	pos  [3]float64
}

func (b *Base) Move(d [3]float64, k float64) {
	for i := range b.pos {
		b.pos[i] += k * d[i]
	}
}
func (b Base) Kin(v float64) float64 { return 0.5 * b.Mass * v * v }

type Named struct {
	Name string
	*Base
}
type Body struct {
	Base
	Vel    [3]float64
	Charge float64
}
type Ion struct {
	Body
	Z int
}

func (b *Body) Step(dt float64) { b.Move(b.Vel, dt) }
func (i *Ion) Step(dt float64)  { i.Body.Step(dt * float64(i.Z)); i.Charge *= 1.01 }

type stepper interface{ Step(float64) }

//pardiff:vjp
func F(ions []Ion, n Named, dt float64) float64 {
	s := 0.0
	for k := range ions {
		i := &ions[k]
		i.Step(dt)
		s += i.Kin(i.Vel[0]) + i.pos[1]*i.Charge*i.Body.Base.pos[0]
		i.Mass *= n.Mass
	}
	n.Move(ions[0].pos, dt)
	c := ions[0]
	c.Base = Base{Mass: dt}
	c.Body.Vel[2] = 4 * dt
	c.Step(0.5)
	return s + n.pos[2] + n.Kin(2) + c.pos[2]*c.Kin(dt)
}
