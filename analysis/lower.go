package analysis

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// Sources finds the syntax of the functions that a target calls.
type Sources interface {
	// Source returns the syntax of fn, nil if it is outside the module or has no body.
	Source(fn *types.Func) *load.Source
	// RuleFor returns the rule that stands for the derivative of fn, nil if there is none.
	RuleFor(fn *types.Func) *load.Rule
	// DerivativeOf returns the VJP, JVP or copy that will be generated for fn beside the code for by, nil if none can be.
	DerivativeOf(fn *types.Func, by *load.Target, mode load.Mode) *load.Generated
}

// Lower translates the target's function, with the helpers that it calls inlined, to the IR.
// What cannot be translated is reported to diags, all of it; the result is nil then.
func Lower(src Sources, t *load.Target, diags *load.Diagnostics) *ir.Func {
	f, whole := LowerPart(src, t, diags)
	if !whole {
		return nil
	}
	return f
}

// maxPasses bounds the passes over a function: each learns something that no earlier one knew, and few things can be learnt.
const maxPasses = 1000

// LowerPart is [Lower], but for a function that is not translated as a whole it returns what was, for what else there is to say
// of it; that may be nil, and need not be a valid function.
func LowerPart(src Sources, t *load.Target, diags *load.Diagnostics) (f *ir.Func, whole bool) {
	internal := func(what any) {
		text := strings.ReplaceAll(fmt.Sprint(what), t.Pkg.Dir+string(filepath.Separator), "")
		diags.Add(t.Pkg.Fset, t.Decl.Pos(), "cannot differentiate: %s (internal error: %s); please report it with this function's source", t.Fn.Name(), text)
	}
	defer func() {
		if r := recover(); r != nil {
			internal(r)
			f, whole = nil, false
		}
	}()
	unstable, plans, tables, nulls := map[varKey]bool{}, map[varKey]slicePlan{}, map[varKey]tablePlan{}, map[varKey]bool{}
	pointed := map[string]bool{}
	tops, passed := map[varKey]bool{}, map[varKey]slicePlan{}
	oddly, rotated := map[varKey]bool{}, map[varKey]bool{}
	places := newPlaces()
	known := map[*types.Var]restated{}
	asIs, callable := map[any]*kept{}, map[*types.Func]bool{}
	limited := false
	for pass := 0; ; pass++ {
		if pass == maxPasses {
			panic("its plan does not settle")
		}
		faults := &load.Diagnostics{}
		l := &lowerer{
			src: src, diags: faults, fset: t.Pkg.Fset, pkg: t.Home().Types, asked: t, sweeps: t.Sweeps(),
			unstable: unstable, pointed: pointed, plans: plans, nulls: nulls, tops: tops, passed: passed, oddly: oddly, rotated: rotated, limited: &limited, restated: known,
			asIs: asIs, callable: callable, looked: map[*ir.Opaque]bool{}, textNil: map[*ir.Var]ir.Expr{},
			keys:       map[*ir.Var][]varKey{},
			assumed:    map[*ir.Var]bool{},
			headers:    map[*ir.Var]bool{},
			rowHeaders: map[*ir.Var]bool{},
			mutable:    map[*ir.Var]bool{},
			unlike:     map[ir.Stmt]lengthTest{},
			backs:      map[*ir.Swap]bool{},
			caps:       map[*ir.Var]ir.Expr{},
			reuses:     map[*ast.CallExpr][]int{},
			globals:    map[globalKey]*ir.Var{},
			writes:     map[*ast.FuncDecl]writeSet{},
			turns:      map[*ast.FuncDecl]rotations{},
			ends:       map[*ir.Var]*cursor{},
			starts:     map[*ir.Var]bool{},
			tables:     tables,
			places:     places,
			memOf:      map[varKey]*memory{},
			called:     map[varKey]string{},
			iters:      map[*ir.Block]*ir.Var{},
			copying:    map[ir.Stmt]bool{},
			fresh:      map[*ir.Ref]bool{},
			memories:   map[*ir.Var]owner{},
			hollow:     map[*ir.Var]hollow{},
			made:       map[*ir.Var]bool{},
			columns:    map[*ir.Var]string{},
			grown:      map[*ir.Var]bool{},
			viewOf:     map[*ir.Var]viewOrigin{},
			simple:     map[*types.Func]bool{},
			quiet:      map[types.Object]bool{},
			escapes:    map[*ir.Var]token.Pos{},
			broken:     map[*types.Func]bool{},
			copies:     map[*ir.Var]bool{},
			module:     map[*types.Package]bool{},
			badTypes:   map[*types.TypeName]bool{},
			badPkgs:    map[*types.Package]bool{},
			badVars:    map[*types.Var]bool{},
			given:      map[*node]bool{},
			unmade:     map[*node]bool{},
			allocLen:   map[*ir.Var]ir.Expr{},
			initOf:     map[*ir.Var]ir.Expr{},
			busy:       map[*types.Named]bool{},
			receivers:  map[*ast.CallExpr]*node{},
			owned:      map[*node]*frame{},
			inst:       substitution{},

			instances: instancesOf(t.Pkg),
		}
		f := l.function(&t.Source, t.Assume)
		if l.replanned {
			continue
		}
		l.checkAliases()
		if l.replanned {
			continue
		}
		if l.settlePlaces(); l.replanned {
			continue
		}
		if l.checkCopies(f); l.replanned {
			continue
		}
		l.checkEscapes(f)
		if l.refused {
			diags.Merge(faults)
			return f, false
		}
		if l.settle(f) {
			continue
		}
		l.finish(f)
		if err := ir.Check(f); err != nil {
			internal(err)
			return nil, false
		}
		return f, true
	}
}

// A varKey names a Var in a way that survives from one pass of lowering to the next.
type varKey struct {
	obj  types.Object
	path string
}

// madeAt is the key of a variable without a name that is made at pos.
func madeAt(pos token.Pos) varKey { return varKey{path: fmt.Sprint(int(pos))} }

type globalKey = varKey

// A lowerer translates one target. Some translations are better when a variable is never
// written after its declaration, which is known at the end only. So lowering assumes
// it, notes the assumption, and starts again with what it has learnt if it was wrong.
type lowerer struct {
	*places

	src     Sources
	diags   *load.Diagnostics
	fset    *token.FileSet
	pkg     *types.Package // the package that the code is printed in
	asked   *load.Target   // whose function is lowered
	sweeps  load.Sweeps    // what is to be derived
	refused bool
	// emitted counts statements; broken are helpers in which something was refused, which are
	// not looked at again.
	emitted int
	broken  map[*types.Func]bool

	fn  *ir.Func
	fr  *frame
	blk *ir.Block
	// blocks are the blocks around blk and blk itself.
	blocks []*ir.Block
	// loops are the loops around the statement at hand, of callers too.
	loops []ast.Node
	// outside is the number of blocks around the outermost of loops.
	outside int
	// cur is what statements made from now on say about their origin.
	cur ir.Meta
	// at is the position of the expression at hand.
	at token.Pos
	// noisy is the end of the last call in the statement at hand that may write memory: calls that are
	// evaluated before it are put into variables. NoPos if there is none.
	noisy token.Pos

	asIs      map[any]*kept        // statements and functions
	callable  map[*types.Func]bool // as it is
	open      []attempt            // the innermost last
	entering  *frame               // of which parameters are being bound, nil for none
	calling   *types.Func          // the function of which a call is being written as text, nil for none
	settlings []settling
	labels    int                 // made for texts
	looked    map[*ir.Opaque]bool // that only read memory, at once
	textNil   map[*ir.Var]ir.Expr // whether slices that source text gave are nil
	ranged    ast.Expr            // a slice that a loop goes through, which may be copied

	unstable   map[varKey]bool
	pointed    map[string]bool // types of values that source text alone uses, of which an address is taken
	again      bool            // unstable has grown in this pass
	keys       map[*ir.Var][]varKey
	assumed    map[*ir.Var]bool       // taken to be never written after their declaration
	headers    map[*ir.Var]bool       // likewise, for where slices lie and how long they are
	rowHeaders map[*ir.Var]bool       // likewise, for the slices that lie in their memory
	mutable    map[*ir.Var]bool       // made up and written
	unlike     map[ir.Stmt]lengthTest // by the first of their statements
	backs      map[*ir.Swap]bool      // that undo others at the end of a helper
	turning    bool                   // slices change places
	caps       map[*ir.Var]ir.Expr    // capacities that make was given
	globals    map[globalKey]*ir.Var
	restated   map[*types.Var]restated // of other packages, which generated code cannot name
	writes     map[*ast.FuncDecl]writeSet
	turns      map[*ast.FuncDecl]rotations
	plans      map[varKey]slicePlan // how the slices in fields of structs are assigned
	// replanned says that plans have grown in this pass.
	replanned bool
	tables    map[varKey]tablePlan
	called    map[varKey]string     // what the user calls results without a name
	iters     map[*ir.Block]*ir.Var // the iterators of counted loops by their bodies
	memOf     map[varKey]*memory    // the memory of variables by the one that stands for all that share it
	rowCopies []rowCopy
	memories  map[*ir.Var]owner  // of tables and variables with memory of their own
	hollow    map[*ir.Var]hollow // new slices that may be nil
	grown     map[*ir.Var]bool   // memory of slices that grow
	viewOf    map[*ir.Var]viewOrigin
	nulls     map[varKey]bool         // variables of which somebody asks whether they are nil
	passed    map[varKey]slicePlan    // variables that helpers assign in place of their parameters
	reuses    map[*ast.CallExpr][]int // the arguments of calls that are assigned the results, or are used no more
	tops      map[varKey]bool         // variables that are cut, and made longer again
	oddly     map[varKey]bool         // variables that may be nil where their memory is not
	rotated   map[varKey]bool         // variables that change places by a call
	made      map[*ir.Var]bool        // slices that make or a literal gives, whose capacity is known
	columns   map[*ir.Var]string      // the names of tables by where their rows start
	limited   *bool                   // some slice has the capacity that x[i:j:k] says
	asksCap   bool                    // somebody asks for a capacity
	lasting   []alias                 // of tables
	copying   map[ir.Stmt]bool        // statements that make those
	fresh     map[*ir.Ref]bool        // elements of slices that are known to have been made for their variable
	placed    []placedRow
	starts    map[*ir.Var]bool    // variables that say where slices start
	ends      map[*ir.Var]*cursor // slice variables by the variable that says where they end
	bounds    []bound             // what is known of their lengths
	simple    map[*types.Func]bool
	quiet     map[types.Object]bool // functions that write no memory but their own
	escapes   map[*ir.Var]token.Pos // local slices that are returned, and where
	copies    map[*ir.Var]bool      // by-value parameters of helpers and their fields
	aliases   []alias
	module    map[*types.Package]bool  // packages whose source is at hand
	badTypes  map[*types.TypeName]bool // refused already
	badPkgs   map[*types.Package]bool  // of fields that were refused
	badVars   map[*types.Var]bool      // package-level variables that were refused
	given     map[*node]bool           // slices in fields that a part of the assignment at hand has given their values
	unmade    map[*node]bool           // slices without memory that were refused
	complex   bool                     // complex numbers were refused
	allocLen  map[*ir.Var]ir.Expr      // the lengths of local slices, where they do not change
	initOf    map[*ir.Var]ir.Expr      // the values of local integers that are not assigned again

	owned   map[*node]*frame // what pointers point to that was made by a function, which nothing else names after its end
	notNull []*ir.Var        // variables that say of pointers that they are nil, and were tested in the block at hand

	instances *types.Context // of generic types
	// inst has the type parameters of the generic functions that are being inlined.
	inst    substitution
	structs []*types.Struct // made by substitution
	// localTypes says that some function so far declares types in its body.
	localTypes bool
	busy       map[*types.Named]bool   // being substituted
	receivers  map[*ast.CallExpr]*node // of calls of method values
}

// A frame is one activation of a function whose body is being lowered: the target's, or that of
// an inlined helper.
type frame struct {
	*load.Source
	lit    *ast.FuncLit // of which it is an activation, nil for a function
	parent *frame
	call   token.Pos
	def    *frame         // of a literal: the frame around it
	reused []types.Object // parameters that stand for variables of the caller
	env    *environment
	writes writeSet
	scope  *scope

	// apart says that parameters that are exchanged may be slots.
	apart bool
	slots *slots

	results []*node // places of the results
	// Of an inlined function with several returns: the blocks around its body, the slices that all returns so far return as
	// results, and the results that some returns so far leave nil.
	entry  []*ir.Block
	direct map[*node]*node
	nils   map[*node]bool
	// pointers are the parameters that returns so far give as pointer results, nil for results that are made.
	pointers map[*node]*node
	// tail says that the only return is the last statement: its values are taken as they are.
	tail     bool
	out      []*node
	deferred []func() // what is executed where an inlined function returns
}

func (l *lowerer) info() *types.Info { return l.fr.Pkg.Info }

// emit appends s to the block at hand.
func (l *lowerer) emit(s ir.Stmt) {
	if m := s.Info(); m.Pos == token.NoPos {
		*m = l.cur
	}
	l.blk.Stmts = append(l.blk.Stmts, s)
	l.emitted++
	switch s := s.(type) {
	case *ir.Alloc:
		l.checkType(s.Dst.T)
		if len(s.Dst.Elems) == 0 && l.stable(s.Len) {
			l.allocLen[s.Dst.Var] = s.Len
		}
	case *ir.Decl:
		l.checkType(s.Var.Type)
		if s.Init != nil && ir.IsInt(s.Var.Type) && types.Identical(s.Init.Type(), s.Var.Type) && l.stable(s.Init) {
			l.initOf[s.Var] = s.Init
		}
	}
}

// in runs f with a new block as the one at hand, and returns it.
func (l *lowerer) in(f func()) *ir.Block {
	outer := l.blk
	b := &ir.Block{}
	l.blk = b
	l.blocks = append(l.blocks, b)
	known, tested := len(l.bounds), len(l.notNull)
	f()
	l.bounds, l.notNull = l.bounds[:known], l.notNull[:tested]
	l.blocks = l.blocks[:len(l.blocks)-1]
	l.blk = outer
	return b
}

// visible says whether b is the block at hand or around it.
func (l *lowerer) visible(b *ir.Block) bool {
	for _, o := range l.blocks {
		if o == b {
			return true
		}
	}
	return false
}

// function lowers the whole target.
func (l *lowerer) function(s *load.Source, facts []load.Fact) *ir.Func {
	sig := s.Fn.Signature()
	f := &ir.Func{Name: s.Fn.Name(), Fset: l.fset, Pos: s.Decl.Name.Pos(), Obj: s.Fn, Pkg: l.pkg}
	l.fn = f
	l.fr = &frame{Source: s, env: newEnvironment(), writes: l.writesOf(s), scope: &scope{}}
	l.localTypes = declaresTypes(s.Decl)
	if l.checkTypeParams(sig); l.refused {
		return nil
	}
	if s.Decl.Body == nil {
		l.refuse(s.Decl.Name.Pos(), "function "+s.Fn.Name(), "it has no body in Go", "write a //pardiff:rule for it")
		return nil
	}
	if l.refuseCycle(s) {
		return nil
	}
	f.Body = l.in(func() {
		l.params(sig)
		l.resultDecls(sig)
		f.Facts = l.facts(facts)
		l.list(stepsOf(s.Decl.Body.List))
	})
	f.Body.Pos = s.Decl.Body.Pos()
	return f
}

// header is the key for what is known of the slices in a variable, as apart from their elements.
func (k varKey) header() varKey { return varKey{k.obj, k.path + "[]"} }

// field is what the user calls the field that k is the key of, "" if k is that of something else.
func (k varKey) field() string {
	if k.obj == nil || k.obj.Name() == "" || !strings.HasPrefix(k.path, ".") {
		return ""
	}
	return k.obj.Name() + k.path
}

// called is what the user calls what k is the key of; name is that of a variable.
func (k varKey) called(name string) string {
	if f := k.field(); f != "" {
		return f
	}
	if _, f, ok := strings.Cut(k.path, "."); ok && k.obj == nil {
		return "field " + f
	}
	return name
}

func (k varKey) at(field string) varKey { return varKey{k.obj, k.path + "." + field} }
