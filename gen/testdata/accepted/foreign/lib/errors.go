package lib

import "fmt"

func describe(n int) string { return fmt.Sprint("n is ", n) }

// Checked returns the square of x, or an error that a function makes which is not exported.
func Checked(x float64, n int) (float64, error) {
	if n < 0 {
		return 0, fmt.Errorf("wrong: %s", describe(n))
	}
	return x * x, nil
}
