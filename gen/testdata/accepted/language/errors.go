package language

import (
	"errors"
	"fmt"
	"slices"
)

// Diverged is an error with numbers in it.
type Diverged struct {
	Res   float64
	It    int
	State []float64
	Err   error
}

func (e *Diverged) Error() string { return fmt.Sprint(e.Res, e.It, e.State, e.Err) }

func (e *Diverged) Unwrap() error { return e.Err }

// Negative is an error that is a value.
type Negative struct {
	V  float64
	At struct{ I, J int }
}

func (e Negative) Error() string { return fmt.Sprint(e.V, e.At) }

// Large is a number and an error.
type Large float64

func (e Large) Error() string { return fmt.Sprint(float64(e)) }

var errSmall = errors.New("small")

func wrapped(err error, v float64) error {
	if v > 2 {
		return fmt.Errorf("%g: %w", v, err)
	}
	return nil
}

func checked(x []float64) (err error) {
	for i, v := range x {
		var e Negative
		if v < 0 {
			e.V, e.At.J = v*v, i
			err = e
			e.V = 7
			return err
		}
	}
	return err
}

// Errors has active values in errors, of each kind.
//
//pardiff:grad
//pardiff:jvp
//pardiff:vjp name=ErrorsVJP
func Errors(x []float64, n int) (s float64, err error) {
	if n > len(x) {
		return 0, errors.New(fmt.Sprintf("%g", x[0]))
	}
	if err := checked(x); err != nil {
		return x[0] * x[1], fmt.Errorf("%g: %w", x[0]*x[1], err)
	}
	y := make([]float64, n)
	for i, v := range x[:n] {
		y[i] = v * v
		s += y[i] * x[0]
		switch {
		case s < 0.1:
			return s, &Diverged{It: i, Err: errSmall}
		case s > 30:
			return s * s, Large(s)
		case s > 20:
			return s * v, &Diverged{Res: s - 20, It: i, State: slices.Clone(y[:i])}
		case s > 10:
			err = &Diverged{s, i, nil, errors.Join(errSmall, err)}
		}
	}
	if err != nil {
		return s * x[0], err
	}
	return s, wrapped(&Diverged{Res: s * x[0]}, s)
}
