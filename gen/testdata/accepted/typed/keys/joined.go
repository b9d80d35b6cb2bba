package keys

import (
	"errors"
	"strings"
)

type Errno uint8

func (e Errno) Error() string { return strings.Repeat("e", int(e)) }

// F4 : "internal error: generated code does not type-check: cannot use 2 (constant of type int) as error value in argument to errors.Join"
//
//pardiff:grad
func F4(x float64) float64 {
	e2 := errors.Join(Errno(3), Errno(2))
	return x * x * float64(len(e2.Error()))
}
