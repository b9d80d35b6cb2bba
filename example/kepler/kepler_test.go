package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/example/internal/ratio"
	"github.com/pardiff/pardiffgen/gen/gradcheck"
)

// TestKepler checks the equation itself, over several turns and up to orbits that are nearly
// parabolas.
func TestKepler(t *testing.T) {
	for _, ecc := range []float64{0, 0.0167, 0.2, 0.5, 0.8, 0.9, 0.99, 0.999} {
		for m := -20.0; m <= 20; m += 0.37 {
			ea := Kepler(m, ecc)
			if got := ea - ecc*math.Sin(ea); !(math.Abs(got-m) < 1e-13*(1+math.Abs(m))) {
				t.Errorf("Kepler(%v, %v) = %v, whose mean anomaly is %v", m, ecc, ea, got)
			}
		}
	}
}

// TestKeplerVJP compares the rule with finite differences of the iteration.
func TestKeplerVJP(t *testing.T) {
	for _, ecc := range []float64{0.05, 0.5, 0.9} {
		for _, m := range []float64{-4, 0.1, 1, 3, 10} {
			gradcheck.VJP(t, Kepler, KeplerVJP, m, ecc)
		}
	}
}

// TestKeplerVJPNil checks that an adjoint that is not wanted is left out and that the others
// are added to.
func TestKeplerVJPNil(t *testing.T) {
	m, ecc := 1.0, 2.0
	KeplerVJP(0.7, 0.3, 1.5, &m, nil)
	KeplerVJP(0.7, 0.3, 1.5, nil, &ecc)
	dm, de := 0.0, 0.0
	KeplerVJP(0.7, 0.3, 1.5, &dm, &de)
	if m != 1+dm || ecc != 2+de {
		t.Errorf("adjoints %v and %v, want 1 + %v and 2 + %v", m, ecc, dm, de)
	}
}

// TestLongitude compares with the textbook formula for the true anomaly,
// tan(ν/2) = √((1+ecc)/(1-ecc))·tan(ea/2).
func TestLongitude(t *testing.T) {
	o := Orbit{Ecc: 0.4, Peri: 1, Mean: 0.3, Rate: 2}
	for tm := -1.4; tm < 1.7; tm += 0.1 {
		ea := Kepler(o.Mean+o.Rate*tm-o.Peri, o.Ecc)
		want := o.Peri + 2*math.Atan(math.Sqrt(1.4/0.6)*math.Tan(ea/2))
		got := o.Longitude(tm)
		if !(math.Abs(math.Remainder(got-want, 2*math.Pi)) < 1e-13) {
			t.Errorf("longitude at %v is %v, want %v", tm, got, want)
		}
	}
}

// sample returns an orbit and n sightings near to another one.
func sample(n int) (Orbit, []Sighting) {
	rng := rand.New(rand.NewPCG(4, uint64(n)))
	truth := Orbit{Ecc: 0.3, Peri: 2, Mean: -1, Rate: 3.3}
	seen := make([]Sighting, n)
	for i := range seen {
		tm := 10 * rng.Float64()
		seen[i] = Sighting{Time: tm, Lon: truth.Longitude(tm) + 0.05*rng.NormFloat64()}
	}
	return Orbit{Ecc: 0.25, Peri: 2.1, Mean: -1.1, Rate: 3.29}, seen
}

// TestMisfitTurns checks that whole turns make no difference.
func TestMisfitTurns(t *testing.T) {
	o, seen := sample(5)
	want := Misfit(o, seen)
	for i := range seen {
		seen[i].Lon += 2 * math.Pi * float64(i-2)
	}
	if got := Misfit(o, seen); !(math.Abs(got-want) < 1e-14) {
		t.Errorf("Misfit = %v, without the turns %v", got, want)
	}
}

// TestMisfitGrad compares the generated gradient, which calls the rule, with finite
// differences.
func TestMisfitGrad(t *testing.T) {
	for _, n := range []int{1, 2, 12} {
		o, seen := sample(n)
		gradcheck.Grad(t, Misfit, MisfitGrad, o, seen)
	}
	gradcheck.Grad(t, Misfit, MisfitGrad, Orbit{0.09, 5.7, 3.7, 3.34}, sightings())
}

// TestFit compares with a fit of the same table by SciPy's least_squares (Levenberg-Marquardt
// with differences for the Jacobian).
func TestFit(t *testing.T) {
	seen := sightings()
	o, _, err := Fit(seen, Start(seen))
	if err != nil {
		t.Fatal(err)
	}
	aphelion := math.Mod(o.Peri/degree+180, 360)
	period := 2 * math.Pi / o.Rate * 365.25
	rms := 60 / degree * math.Sqrt(2*Misfit(o, seen))
	if !(math.Abs(o.Ecc-0.09269317) < 1e-6) || !(math.Abs(aphelion-148.92851) < 1e-3) ||
		!(math.Abs(period-686.97239) < 1e-3) || !(math.Abs(rms-0.895355) < 1e-5) {
		t.Errorf("eccentricity %v, aphelion %v, period %v, difference %v", o.Ecc, aphelion, period, rms)
	}
}

// TestRun checks that the program prints the planet's known elements.
func TestRun(t *testing.T) {
	var out bytes.Buffer
	if err := run(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"0.09269", "148.9", "686.97", "difference 0.90 minutes"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, &out)
		}
	}
}

// TestAllocs checks that a gradient with a kept Work allocates nothing.
func TestAllocs(t *testing.T) {
	o, seen := sample(20)
	var grad Orbit
	work := MisfitWork{Workers: 1}
	ratio.Allocs(t, func() { work.Grad(o, seen, &grad) })
}

func BenchmarkMisfit(b *testing.B) {
	o, seen := sample(1000)
	var grad Orbit
	var work MisfitWork
	ratio.Bench(b,
		func() { Misfit(o, seen) },
		func() { work.Grad(o, seen, &grad) })
}
