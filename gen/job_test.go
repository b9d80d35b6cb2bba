package gen

import (
	"go/ast"
	"go/token"
	"testing"

	"github.com/pardiff/pardiffgen/analysis/load"
)

// TestCulprit requires that the function which fails is named, not the first of its file.
func TestCulprit(t *testing.T) {
	var units []*unit
	for pos := token.Pos(10); pos < 40; pos += 10 {
		decl := &ast.FuncDecl{Name: &ast.Ident{NamePos: pos}}
		units = append(units, &unit{target: &load.Target{Source: load.Source{Decl: decl}}})
	}
	for _, tt := range []struct {
		name    string
		failing func(*unit) bool
		want    token.Pos
	}{
		{"error", func(u *unit) bool { return u == units[1] }, 20},
		{"panic", func(u *unit) bool {
			if u == units[2] {
				panic("fault")
			}
			return false
		}, 30},
		{"together", func(*unit) bool { return false }, 10},
	} {
		if got := culprit(units, tt.failing); got != tt.want {
			t.Errorf("%s: position %d, want %d", tt.name, got, tt.want)
		}
	}
}
