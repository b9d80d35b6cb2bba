package adjoint_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/pardiff/pardiffgen/adjoint"
	"github.com/pardiff/pardiffgen/internal/ir"
	"github.com/pardiff/pardiffgen/internal/irtest"
)

func TestShow(t *testing.T) {
	src, _ := os.ReadFile(os.Getenv("SRC"))
	f := irtest.Lower(t, string(src), os.Getenv("FN"))
	if os.Getenv("PRIMAL") != "" {
		fmt.Println(f)
	}
	g, errs := adjoint.Derive(f, adjoint.Options{Forward: os.Getenv("FWD") != ""})
	for _, e := range errs {
		fmt.Println(f.Fset.Position(e.Pos), e.Message)
	}
	if g != nil {
		fmt.Println(ir.StmtString(g.Body))
		fmt.Println(g.Tapes)
	}
}
