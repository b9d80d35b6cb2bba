package emit

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// A rank orders the claims to a name: lower ranks choose first.
type rank uint8

const (
	rankParam rank = iota // the user's parameters
	rankExtra             // seeds, adjoints and tangents, the receiver of a Work
	rankUser              // the user's local variables
	rankMade              // what the generator made up
)

func (r rank) user() bool { return r == rankParam || r == rankUser }

// A symbol is a name that is still to be chosen.
type symbol struct {
	wish string
	rank rank
}

const symbolPrefix = "pardiffsym"

// symbols hands out placeholders. They are unique in a file; names are chosen function by
// function.
type symbols struct{ list []symbol }

// add returns a new placeholder for a variable that would like to be called wish.
func (s *symbols) add(wish string, r rank) string {
	s.list = append(s.list, symbol{ir.OneName(wish), r}) // a field of a package-level variable has a path
	return symbolPrefix + strconv.Itoa(len(s.list)-1)
}

// find returns the number of a placeholder, -1 for other identifiers.
func (s *symbols) find(name string) int {
	rest, ok := strings.CutPrefix(name, symbolPrefix)
	if !ok {
		return -1
	}
	n, err := strconv.Atoi(rest)
	if err != nil || n >= len(s.list) {
		return -1
	}
	return n
}

// resolve gives names to the placeholders of each function in file. inScope says which names
// the package and the file's imports declare.
func (s *symbols) resolve(file *ast.File, inScope func(string) bool) error {
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			if err := s.resolveFunc(fn, inScope); err != nil {
				return err
			}
		}
	}
	var left error
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && s.find(id.Name) >= 0 && left == nil {
			left = fmt.Errorf("emit: %q stands outside a function", s.list[s.find(id.Name)].wish)
		}
		return true
	})
	return left
}

// A region is a stretch of source in which a variable is in scope; block is the scope that
// declares it.
type region struct {
	from, to token.Pos
	block    ast.Node
}

func (r region) has(p token.Pos) bool       { return r.from <= p && p < r.to }
func (r region) meets(o region) bool        { return r.from < o.to && o.from < r.to }
func (r region) holds(ps []token.Pos) bool  { return slices.ContainsFunc(ps, r.has) }
func (r region) sameBlock(o region) bool    { return r.block == o.block }
func (r region) startsBefore(o region) bool { return r.from < o.from }

// A local is what one function says about a placeholder.
type local struct {
	symbol
	first   token.Pos
	regions []region
	uses    []token.Pos
	idents  []*ast.Ident
	name    string
}

func (s *symbols) resolveFunc(fn *ast.FuncDecl, inScope func(string) bool) error {
	sc := scanFunc(s, fn)
	order := make([]*local, 0, len(sc.locals))
	for _, l := range sc.locals {
		if len(l.regions) == 0 {
			return fmt.Errorf("emit: %s uses %q, which it does not declare", fn.Name.Name, l.wish)
		}
		order = append(order, l)
	}
	slices.SortFunc(order, func(a, b *local) int {
		if a.rank != b.rank {
			return int(a.rank) - int(b.rank)
		}
		return int(a.first) - int(b.first)
	})
	var named []*local
	for _, l := range order {
		l.name = choose(l, named, sc.fixed, inScope)
		named = append(named, l)
		for _, id := range l.idents {
			id.Name = l.name
		}
	}
	return nil
}

// choose returns the first of x, x1, x2, ... that l can have.
func choose(l *local, named []*local, fixed map[string]bool, inScope func(string) bool) string {
	for n := 0; ; n++ {
		name := numbered(l.wish, n)
		if name == "_" || token.IsKeyword(name) || fixed[name] {
			continue
		}
		if !l.rank.user() && (inScope(name) || types.Universe.Lookup(name) != nil) {
			continue
		}
		if !slices.ContainsFunc(named, func(o *local) bool { return o.name == name && clash(l, o) }) {
			return name
		}
	}
}

func numbered(wish string, n int) string {
	if n == 0 {
		return wish
	}
	return wish + strconv.Itoa(n)
}

// clash says whether two variables cannot have the same name. The user's own may shadow each other
// where the outer one is not used, as the user wrote it.
func clash(a, b *local) bool {
	users := a.rank.user() && b.rank.user()
	for _, ra := range a.regions {
		for _, rb := range b.regions {
			if !ra.meets(rb) {
				continue
			}
			outer, inner := a, rb
			if rb.startsBefore(ra) {
				outer, inner = b, ra
			}
			if !users || ra.sameBlock(rb) || inner.holds(outer.uses) {
				return true
			}
		}
	}
	return false
}

// A scan collects the declarations and uses of placeholders, and the other identifiers.
type scan struct {
	syms   *symbols
	locals map[int]*local
	// fixed are the identifiers of the function that no variable may hide.
	fixed map[string]bool
	skip  map[*ast.Ident]bool // selectors and keys, which belong to no scope
}

func scanFunc(s *symbols, fn *ast.FuncDecl) *scan {
	sc := &scan{syms: s, locals: map[int]*local{}, fixed: map[string]bool{}, skip: map[*ast.Ident]bool{fn.Name: true}}
	all := region{fn.Pos(), fn.End(), fn.Body}
	for _, list := range []*ast.FieldList{fn.Recv, fn.Type.TypeParams, fn.Type.Params, fn.Type.Results} {
		if list == nil {
			continue
		}
		for _, f := range list.List {
			for _, id := range f.Names {
				sc.declare(id, all)
			}
		}
	}
	if fn.Body != nil {
		sc.block(fn.Body, fn.Body.List, fn.Body.End())
	}
	ast.Inspect(fn, sc.visit)
	return sc
}

func (sc *scan) local(id *ast.Ident) *local {
	n := sc.syms.find(id.Name)
	if n < 0 {
		return nil
	}
	l := sc.locals[n]
	if l == nil {
		l = &local{symbol: sc.syms.list[n], first: id.Pos()}
		sc.locals[n] = l
	}
	return l
}

func (sc *scan) declare(e ast.Expr, r region) {
	id, ok := e.(*ast.Ident)
	if !ok {
		return
	}
	if l := sc.local(id); l != nil {
		l.regions = append(l.regions, r)
		sc.skip[id] = true
		l.idents = append(l.idents, id)
	}
}

// block scans the declarations of a list of statements whose scope ends at end.
func (sc *scan) block(scope ast.Node, list []ast.Stmt, end token.Pos) {
	for _, st := range list {
		sc.stmt(scope, st, end)
	}
}

func (sc *scan) stmt(scope ast.Node, st ast.Stmt, end token.Pos) {
	switch st := st.(type) {
	case *ast.AssignStmt:
		if st.Tok == token.DEFINE {
			for _, e := range st.Lhs {
				sc.declare(e, region{st.End(), end, scope})
			}
		}
	case *ast.DeclStmt:
		for _, spec := range st.Decl.(*ast.GenDecl).Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				for _, id := range v.Names {
					sc.declare(id, region{st.End(), end, scope})
				}
			}
		}
	case *ast.BlockStmt:
		sc.block(st, st.List, st.End())
	case *ast.IfStmt:
		if st.Init != nil {
			sc.stmt(st, st.Init, st.End())
		}
		sc.stmt(st, st.Body, st.End())
		if st.Else != nil {
			sc.stmt(st, st.Else, st.End())
		}
	case *ast.ForStmt:
		if st.Init != nil {
			sc.stmt(st, st.Init, st.End())
		}
		sc.stmt(st, st.Body, st.End())
	case *ast.RangeStmt:
		if st.Tok == token.DEFINE {
			sc.declare(st.Key, region{st.Body.Pos(), st.End(), st})
			sc.declare(st.Value, region{st.Body.Pos(), st.End(), st})
		}
		sc.stmt(st, st.Body, st.End())
	}
}

// visit records uses, and the identifiers that are what they are.
func (sc *scan) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.SelectorExpr:
		sc.skip[n.Sel] = true
	case *ast.KeyValueExpr:
		if id, ok := n.Key.(*ast.Ident); ok && sc.syms.find(id.Name) < 0 {
			sc.skip[id] = true
		}
	case *ast.Ident:
		if sc.skip[n] {
			return true
		}
		if l := sc.local(n); l != nil {
			l.uses = append(l.uses, n.Pos())
			l.idents = append(l.idents, n)
		} else {
			sc.fixed[n.Name] = true
		}
	}
	return true
}
