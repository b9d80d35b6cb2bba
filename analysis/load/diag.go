package load

import (
	"cmp"
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
)

// A Diagnostic is one refusal or fault, with its position.
type Diagnostic struct {
	Pos     token.Position
	Message string
}

// Diagnostics collects what is wrong in a run, so that all of it is reported together. The zero
// value is ready.
type Diagnostics struct {
	list []Diagnostic
}

// Add reports a fault at pos. The same message at the same position is kept once.
func (d *Diagnostics) Add(fset *token.FileSet, pos token.Pos, format string, args ...any) {
	d.AddAt(fset.Position(pos), format, args...)
}

// AddAt is Add for a position that is already resolved.
func (d *Diagnostics) AddAt(pos token.Position, format string, args ...any) {
	n := Diagnostic{pos, fmt.Sprintf(format, args...)}
	if !slices.Contains(d.list, n) {
		d.list = append(d.list, n)
	}
}

// Merge adds the diagnostics of o.
func (d *Diagnostics) Merge(o *Diagnostics) {
	for _, n := range o.list {
		d.AddAt(n.Pos, "%s", n.Message)
	}
}

// Len returns the number of diagnostics.
func (d *Diagnostics) Len() int { return len(d.list) }

// Sorted returns the diagnostics in order of file, line and column.
func (d *Diagnostics) Sorted() []Diagnostic {
	out := slices.Clone(d.list)
	slices.SortStableFunc(out, func(a, b Diagnostic) int {
		return cmp.Or(
			strings.Compare(a.Pos.Filename, b.Pos.Filename),
			cmp.Compare(a.Pos.Line, b.Pos.Line),
			cmp.Compare(a.Pos.Column, b.Pos.Column),
			strings.Compare(a.Message, b.Message),
		)
	})
	return out
}

// Format returns the diagnostic as file:line:col: message, the file relative to dir where that is
// shorter to read.
func (d Diagnostic) Format(dir string) string {
	pos := d.Pos
	if rel, err := filepath.Rel(dir, pos.Filename); err == nil && !strings.HasPrefix(rel, filepath.Join("..", "..", "..")) {
		pos.Filename = rel
	}
	return pos.String() + ": " + d.Message
}
