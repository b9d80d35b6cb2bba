package main

import "math"

//go:generate go tool pardiffgen

// Kepler solves Kepler's equation ea - ecc·sin(ea) = m for the eccentric anomaly ea by
// Newton's method, for an eccentricity 0 <= ecc < 1 and any mean anomaly m, in radians.
func Kepler(m, ecc float64) (ea float64) {
	ea = m + ecc*math.Sin(m)
	if ecc > 0.8 {
		ea = m + math.Copysign(ecc, math.Sin(m))
	}
	for range 50 {
		s, c := math.Sincos(ea)
		step := (ea - ecc*s - m) / (1 - ecc*c)
		ea -= step
		if math.Abs(step) <= 1e-14*(1+math.Abs(ea)) {
			break
		}
	}
	return ea
}

// KeplerVJP is the vector-Jacobian product of [Kepler]. It follows from the implicit
// function theorem, whatever iteration found the root: differentiating
// ea - ecc·sin(ea) = m gives (1 - ecc·cos(ea))·dea = dm + sin(ea)·decc.
//
//pardiff:rule for=Kepler
func KeplerVJP(m, ecc, eaAdj float64, mAdj, eccAdj *float64) (ea float64) {
	ea = Kepler(m, ecc)
	s, c := math.Sincos(ea)
	w := eaAdj / (1 - ecc*c)
	if mAdj != nil {
		*mAdj += w
	}
	if eccAdj != nil {
		*eccAdj += w * s
	}
	return ea
}

// An Orbit describes a planet's motion in the plane of the ecliptic.
type Orbit struct {
	Ecc  float64 // eccentricity
	Peri float64 // longitude of the perihelion, in radians
	Mean float64 // mean longitude at time 0, in radians
	Rate float64 // mean motion, in radians per unit of time
}

// A Sighting is a heliocentric longitude, in radians, seen at a time.
type Sighting struct {
	Time, Lon float64
}

// Longitude returns the heliocentric longitude of a planet at time t, in radians, not
// reduced to a full turn.
func (o Orbit) Longitude(t float64) float64 {
	ea := Kepler(o.Mean+o.Rate*t-o.Peri, o.Ecc)
	s, c := math.Sincos(ea)
	// The true anomaly is ea plus a periodic part: the form with two arguments of the
	// same sign has no jump.
	beta := o.Ecc / (1 + math.Sqrt(1-o.Ecc*o.Ecc))
	return o.Peri + ea + 2*math.Atan2(beta*s, 1-beta*c)
}

// Misfit returns half the mean square of the differences between the longitudes that were
// seen and those of the orbit o, each reduced to half a turn in either direction.
//
//pardiff:grad wrt=o
func Misfit(o Orbit, seen []Sighting) float64 {
	sum := 0.0
	for _, s := range seen {
		d := o.Longitude(s.Time) - s.Lon
		d -= 2 * math.Pi * math.Round(d/(2*math.Pi))
		sum += d * d
	}
	return 0.5 * sum / float64(len(seen))
}
