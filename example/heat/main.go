package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"

	"gonum.org/v1/gonum/optimize"
)

const (
	points = 41    // points along the rod, whose length is 1
	noise  = 0.002 // standard deviation of the observations' noise
	seed   = 1609
)

func main() {
	if err := run(os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "heat:", err)
		os.Exit(1)
	}
}

func run(out io.Writer) error {
	rod, u0, truth := Setup(points)
	obs := Observe(truth, rod, u0, noise, rand.New(rand.NewPCG(seed, 0)))
	fmt.Fprintf(out, "%d points, %d time steps, noise %.4f\n\n", points, rod.Steps, noise)
	fmt.Fprintln(out, "smoothing   misfit    profile error   gradients")

	flat := make([]float64, points-1)
	fmt.Fprintf(out, "%9s   %.5f   %.4f\n", "(start)", Misfit(flat, rod, u0, obs), profileError(flat, truth))
	logK, err := RecoverToNoise(rod, u0, obs, noise, func(smooth, misfit float64, res *optimize.Result) {
		fmt.Fprintf(out, "%9.0e   %.5f   %.4f          %4d\n",
			smooth, misfit, profileError(res.X, truth), res.GradEvaluations)
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(out, "\nthe misfit has fallen below the noise level")
	fmt.Fprintln(out, "\nplace   conductivity: true   recovered")
	for i := 3; i < points-1; i += 6 {
		x := (float64(i) + 0.5) * rod.Dx
		fmt.Fprintf(out, "%.4f                %.3f       %.3f\n", x, math.Exp(truth[i]), math.Exp(logK[i]))
	}
	return nil
}

// Setup returns a rod with n points, its initial temperatures (1 at the left end, 0 at the
// right end, 1/2 between them) and the logarithm of a conductivity profile with a bump and a dip.
func Setup(n int) (rod Rod, u0, logK []float64) {
	rod = Rod{Dx: 1 / float64(n-1), Beta: 0.5}
	rod.Dt = rod.Dx * rod.Dx / 32
	rod.Steps = int(0.1/rod.Dt + 0.5)
	u0 = make([]float64, n)
	for i := range u0 {
		u0[i] = 0.5
	}
	u0[0], u0[n-1] = 1, 0
	logK = make([]float64, n-1)
	for i := range logK {
		x := (float64(i) + 0.5) * rod.Dx
		logK[i] = 0.8*bump((x-0.3)/0.12) - 0.9*bump((x-0.7)/0.1)
	}
	return rod, u0, logK
}

func bump(x float64) float64 { return math.Exp(-0.5 * x * x) }

// Observe returns the final temperatures for the profile logK with normal noise of standard
// deviation sd at the inner points; those of the ends are known.
func Observe(logK []float64, rod Rod, u0 []float64, sd float64, rng *rand.Rand) []float64 {
	obs := append([]float64(nil), u0...)
	rod.Run(logK, obs)
	for i := 1; i < len(obs)-1; i++ {
		if sd > 0 {
			obs[i] += sd * rng.NormFloat64()
		}
	}
	return obs
}

// RecoverToNoise returns the profile recovered with the largest weight of smoothness, among
// 0.1, 0.1/4, 0.1/16 and so on, for which the misfit is at most level. It calls report for each
// weight that it tries.
func RecoverToNoise(rod Rod, u0, obs []float64, level float64, report func(smooth, misfit float64, res *optimize.Result)) ([]float64, error) {
	logK := make([]float64, len(u0)-1)
	for smooth := 0.1; smooth > 1e-12; smooth /= 4 {
		res, err := Recover(logK, rod, u0, obs, smooth)
		if err != nil {
			return nil, err
		}
		logK = res.X
		misfit := Misfit(logK, rod, u0, obs)
		report(smooth, misfit, res)
		if misfit <= level {
			return logK, nil
		}
	}
	return nil, fmt.Errorf("the misfit stays above %g", level)
}

// Recover minimises the objective from the profile start on.
func Recover(start []float64, rod Rod, u0, obs []float64, smooth float64) (*optimize.Result, error) {
	var work ObjectiveWork
	problem := optimize.Problem{
		Func: func(logK []float64) float64 { return Objective(logK, rod, u0, obs, smooth) },
		Grad: func(grad, logK []float64) { work.Grad(logK, rod, u0, obs, smooth, grad) },
	}
	settings := &optimize.Settings{
		GradientThreshold: 1e-8,
		Converger:         &optimize.FunctionConverge{Relative: 1e-4, Iterations: 10},
	}
	return optimize.Minimize(problem, start, settings, &optimize.LBFGS{})
}

// Misfit returns the root mean square difference between the observations and the final
// temperatures for the profile logK.
func Misfit(logK []float64, rod Rod, u0, obs []float64) float64 {
	return math.Sqrt(2 * Objective(logK, rod, u0, obs, 0))
}

// profileError returns the root mean square difference of two profiles.
func profileError(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += (a[i] - b[i]) * (a[i] - b[i])
	}
	return math.Sqrt(sum / float64(len(a)))
}
