package main

import (
	"fmt"
	"io"
	"math"
	"os"

	"gonum.org/v1/gonum/optimize"
)

const degree = math.Pi / 180

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kepler:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	seen := sightings()
	orbit, res, err := Fit(seen, Start(seen))
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "L-BFGS: %d iterations, %d gradients\n\n", res.MajorIterations, res.GradEvaluations)
	fmt.Fprintf(out, "eccentricity       %8.5f\n", orbit.Ecc)
	fmt.Fprintf(out, "aphelion           %8.3f degrees (Kepler found 148.8)\n", math.Mod(orbit.Peri/degree+180, 360))
	fmt.Fprintf(out, "sidereal period    %8.3f days\n\n", 2*math.Pi/orbit.Rate*365.25)
	fmt.Fprintln(out, "year   longitude seen   computed - seen (minutes of arc)")
	for i, o := range oppositions() {
		d := math.Remainder(orbit.Longitude(seen[i].Time)-seen[i].Lon, 2*math.Pi)
		fmt.Fprintf(out, "%d         %8.3f   %+.2f\n", o.year, seen[i].Lon/degree, 60*d/degree)
	}
	fmt.Fprintf(out, "\nroot mean square difference %.2f minutes of arc\n",
		60/degree*math.Sqrt(2*Misfit(orbit, seen)))
	return nil
}

// Start returns a nearly circular orbit with the period of Mars that passes through the first
// sighting.
func Start(seen []Sighting) Orbit {
	rate := 2 * math.Pi / 1.88
	return Orbit{Ecc: 0.01, Rate: rate, Mean: seen[0].Lon - rate*seen[0].Time}
}

// Fit minimises the misfit of an orbit to what was seen.
func Fit(seen []Sighting, start Orbit) (Orbit, *optimize.Result, error) {
	problem := optimize.Problem{
		Func: func(v []float64) float64 { return Misfit(orbit(v), seen) },
		Grad: func(grad, v []float64) {
			var g Orbit
			MisfitGrad(orbit(v), seen, &g)
			copy(grad, vector(g))
		},
	}
	settings := &optimize.Settings{GradientThreshold: 1e-10}
	res, err := optimize.Minimize(problem, vector(start), settings, &optimize.LBFGS{})
	if err != nil {
		return Orbit{}, nil, err
	}
	return orbit(res.X), res, nil
}

// orbit returns the orbit that a vector of the optimiser stands for.
func orbit(v []float64) Orbit {
	return Orbit{Ecc: v[0], Peri: v[1], Mean: v[2], Rate: v[3]}
}

// vector is the inverse of [orbit].
func vector(o Orbit) []float64 {
	return []float64{o.Ecc, o.Peri, o.Mean, o.Rate}
}
