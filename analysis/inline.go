package analysis

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/pardiff/pardiffgen/analysis/load"
	"github.com/pardiff/pardiffgen/internal/ir"
)

// inline lowers the body of a helper in place of a call of it.
func (l *lowerer) inline(e *ast.CallExpr, s *load.Source) []*node {
	sig := s.Fn.Signature()
	inst := l.instance(e, s)
	typed := l.substitute(sig, inst).(*types.Signature) // sig as the caller sees it
	if vals, ok := l.callKept(e, s.Fn); ok {
		return vals
	}
	defer l.attempts(attempt{fn: s.Fn})()
	if l.broken[s.Fn] || !l.mayInline(e, s) || l.refuseCycle(s) {
		return l.dummies(typed.Results())
	}
	l.localTypes = l.localTypes || s.Decl.Body != nil && declaresTypes(s.Decl)
	if l.active(s.Fn) {
		return l.recursiveCall(e, s, inst)
	}
	recv, args, _ := l.operands(e, typed)
	if len(args) != sig.Params().Len() {
		return l.dummies(typed.Results()) // refused
	}
	reused := l.reusedBy(e, s)
	defer l.instantiate(inst)()
	fr := &frame{Source: s, parent: l.fr, call: e.Pos(), reused: reused, env: newEnvironment(), writes: l.writesOf(s), scope: &scope{}}
	return l.enter(fr, recv, args)
}

// enter lowers the body of a function in the frame fr, with arguments, and returns its results.
func (l *lowerer) enter(fr *frame, recv *node, args []*node) []*node {
	if fr.lit != nil {
		defer l.attempts(attempt{})()
	}
	sig := fr.Fn.Signature()
	simple := l.isSimple(fr.Fn)
	fr.apart = l.apart(fr, fr.lit, append([]*node{recv}, args...))
	first := len(l.aliases)
	l.entering = fr
	if sig.Recv() != nil {
		l.bindParam(fr, sig.Recv(), recv, simple)
	}
	for i, a := range args {
		l.bindParam(fr, sig.Params().At(i), a, simple)
	}
	l.entering = nil
	bound := len(l.aliases)
	before := l.diags.Len()
	vals := l.body(fr, sig)
	l.broken[fr.Fn] = l.diags.Len() > before
	for i := first; i < bound; i++ { // parameters are in use up to here
		l.aliases[i].end = len(l.blk.Stmts)
	}
	return vals
}

// maxStatements limits how long a function may become by inlining.
const maxStatements = 20000

// mayInline refuses helpers of helpers without end, and generic ones whose writes cannot be seen.
func (l *lowerer) mayInline(e *ast.CallExpr, s *load.Source) bool {
	if l.emitted > maxStatements {
		l.broken[s.Fn] = true
		l.refuse(e.Pos(), "call of "+s.Fn.Name(), "with all that it calls the function becomes too long", "declare a //pardiff:rule for it or for a function that it calls")
		return false
	}
	return l.followable(e, s)
}

// bindParam makes a helper's parameter stand for its argument. The argument itself is taken where
// that cannot be told from a copy.
func (l *lowerer) bindParam(fr *frame, p *types.Var, arg *node, simple bool) {
	if p.Name() == "" || p.Name() == "_" {
		return
	}
	arg.force()
	changed := fr.writes[p].any()
	if arg.fn != nil && !changed {
		fr.env.set(p, arg)
		return
	}
	key := varKey{obj: p}
	switch l.class(l.typ(p.Type())) {
	case classSlice, classPointer:
		fr.env.set(p, l.bindRef(fr, p, arg))
	case classStruct, classArray:
		if changed {
			fr.env.set(p, l.declareAs(p.Name(), p, key, arg))
			return
		}
		fr.env.set(p, l.frozen(p.Name(), l.typ(p.Type()), key, arg))
	default:
		if _, fn := l.typ(p.Type()).Underlying().(*types.Signature); fn && arg.isNothing() && !changed {
			fr.env.set(p, arg)
			return
		}
		if !changed && !l.typedByName(arg) && (l.plain(arg.x) || simple && l.usedOnce(fr, p)) {
			fr.env.set(p, arg)
			return
		}
		fr.env.set(p, l.copied(l.declareAs(p.Name(), p, key, arg)))
	}
}

// typedByName says whether a value that source text alone uses needs a variable for its type: nil has none of its own, and
// what becomes an interface has that of the value.
func (l *lowerer) typedByName(n *node) bool {
	if _, basic := n.typ.Underlying().(*types.Basic); basic && !n.isNil || l.class(n.typ) != classOpaque {
		return false
	}
	_, named := n.x.(*ir.Ref)
	return !named
}

// copied marks the Vars of n as copies that may turn out not to be needed.
func (l *lowerer) copied(n *node) *node {
	if r, ok := n.x.(*ir.Ref); ok {
		l.copies[r.Var] = true
	}
	return n
}

// plain says whether x can be written again in place of a variable with its value.
func (l *lowerer) plain(x ir.Expr) bool {
	switch x := x.(type) {
	case *ir.Const:
		return true
	case *ir.Ref:
		return len(x.Elems) == 0 && l.stable(x)
	case *ir.Len:
		return l.stable(x)
	}
	return false
}

func (l *lowerer) usedOnce(fr *frame, p *types.Var) bool {
	n := 0
	ast.Inspect(fr.Decl.Body, func(x ast.Node) bool {
		if id, ok := x.(*ast.Ident); ok && fr.Pkg.Info.Uses[id] == p {
			n++
		}
		return true
	})
	return n <= 1
}

// bindRef is a slice or a pointer as a parameter.
func (l *lowerer) bindRef(fr *frame, p *types.Var, arg *node) *node {
	t := l.typ(p.Type())
	if l.class(t) == classPointer {
		if arg.isNil || arg.pending {
			l.noteRead(arg)
			return l.pendingNode(t)
		}
		c := *l.pinNode(arg)
		c.typ = t
		return &c
	}
	l.noteRead(arg)
	if n := l.slot(fr, p, arg); n != nil {
		return n
	}
	if n, ok := l.reused(fr, p, arg); ok {
		return n
	}
	if n, ok := l.cursorFor(fr, p.Name(), p, varKey{obj: p}, t, arg); ok {
		return n
	}
	switch x := arg.x.(type) {
	case *ir.Ref:
		if c := fr.writes[p]; (c == nil || c.whole == 0) && (len(x.Elems) == 0 || l.stable(x)) {
			l.noteAlias(x, nil)
			return &node{typ: t, x: x}
		}
	case nil:
		if c := fr.writes[p]; arg.table != nil && (c == nil || c.whole == 0) {
			if arg.table.list != nil && !fr.apart { // which may change the number of rows meanwhile
				return l.tableView(p.Name(), nil, t, arg.table, nil, nil, fr.call)
			}
			return &node{typ: t, table: arg.table}
		}
		if arg.pending {
			return l.pendingNode(t)
		}
		return &node{typ: t, isNil: arg.isNil}
	}
	if arg.unsure() {
		return l.moving(p.Name(), p, varKey{obj: p}, t, arg, rowMoves)
	}
	v := l.view(p.Name(), t, arg)
	l.keys[v] = append(l.keys[v], varKey{obj: p})
	return &node{typ: t, x: ir.NewRef(v)}
}

// frozen is a struct or an array that a helper takes by value and does not write: the argument's
// leaves themselves where nothing writes them, else copies.
func (l *lowerer) frozen(name string, t types.Type, key varKey, arg *node) *node {
	l.noteRead(arg.force())
	switch l.class(t) {
	case classStruct:
		st := t.Underlying().(*types.Struct)
		n := &node{typ: t, parts: make([]*node, st.NumFields())}
		for i := range n.parts {
			f := st.Field(i)
			n.parts[i] = l.frozen(ir.Joined(name, f.Name()), f.Type(), key.at(f.Name()), l.field(arg, i))
		}
		return n
	case classSlice:
		if r := arg.ref(); r != nil && (len(r.Elems) == 0 || l.stable(r)) {
			l.noteAlias(r, nil)
			return arg
		}
		if arg.isNil || arg.pending {
			return arg
		}
	case classPointer:
		if arg.isNil || arg.pending {
			return arg
		}
		return l.pinNode(arg)
	case classArray:
		if r := arg.ref(); r != nil && l.stable(r) {
			return arg
		}
	default:
		if l.plain(arg.x) || arg.fn != nil {
			return arg
		}
	}
	return l.copied(l.declareAs(name, nil, key, &node{typ: t, x: arg.x, zero: arg.zero, isNil: arg.isNil, of: arg.origin()}))
}

// body lowers the body of an inlined function and returns its results.
func (l *lowerer) body(fr *frame, sig *types.Signature) []*node {
	steps := stepsOf(fr.Decl.Body.List)
	returns := 0
	ast.Inspect(fr.Decl.Body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.ReturnStmt:
			returns++
		case *ast.FuncLit:
			return false
		}
		return true
	})
	n := len(steps)
	switch {
	case defers(fr.Decl.Body):
		if !terminates(steps) {
			steps = append(steps, step{stmt: &ast.ReturnStmt{Return: fr.Decl.Body.Rbrace}})
		}
	case n > 0 && returns == 1:
		_, fr.tail = steps[n-1].stmt.(*ast.ReturnStmt)
	}
	outer, cur, noisy := l.fr, l.cur, l.noisy
	l.fr = fr
	defer func() { l.fr, l.cur, l.noisy = outer, cur, noisy }()
	fr.entry, fr.direct, fr.nils = slices.Clone(l.blocks), map[*node]*node{}, map[*node]bool{}
	fr.pointers = map[*node]*node{}
	for i := range sig.Results().Len() {
		l.helperResult(fr, sig.Results().At(i))
	}
	l.list(steps)
	if fr.tail {
		for i, v := range fr.out {
			if v.to != nil && l.owned[v.to] == fr {
				l.owned[v.to] = fr.parent
			}
			if !slices.ContainsFunc(fr.out[:i], func(o *node) bool { return sameNode(o, v) }) {
				fr.out[i] = l.handedOver(v)
			}
		}
		fr.out = l.ownResults(fr, fr.out)
		l.giveBack(fr)
		return fr.out
	}
	out := l.ownResults(fr, l.severalResults(fr, sig))
	l.giveBack(fr)
	return out
}

// handedOver marks a result that is a local of the helper as free to be taken over: nothing names it
// after the helper's end.
func (l *lowerer) handedOver(n *node) *node {
	n.force()
	if c := n.cur; c != nil && c.grows && l.declaredHere(c.obj) {
		v := *n
		v.fresh = true
		return &v
	}
	if n.table != nil && n.table.obj != nil && l.declaredHere(n.table.obj) {
		v := *n
		v.fresh = true
		return &v
	}
	if r := n.ref(); r != nil && len(r.Elems) == 0 && r.Var.Kind == ir.Local && l.ownLocal(r.Var) {
		c := *n
		c.fresh = true
		return &c
	}
	return n
}

// ownLocal says whether v was declared in the function at hand, for a variable of it.
func (l *lowerer) ownLocal(v *ir.Var) bool {
	if v.Obj == nil || v.View != nil {
		return false
	}
	s := l.fr.Pkg.Info.Scopes[l.fr.Decl.Type]
	return s != nil && s.Contains(v.Obj.Pos()) && l.fr.env.get(v.Obj) != nil && l.fr.env.get(v.Obj).x != nil && sameVar(l.fr.env.get(v.Obj), v)
}

// declaredHere says whether a variable is a local or a result of the function at hand.
func (l *lowerer) declaredHere(obj types.Object) bool {
	for v := range l.fr.Fn.Signature().Results().Variables() {
		if v == obj {
			return true
		}
	}
	s := l.fr.Pkg.Info.Scopes[l.fr.Decl.Type]
	return s != nil && obj != nil && s.Contains(obj.Pos())
}

func sameVar(n *node, v *ir.Var) bool {
	r, ok := n.x.(*ir.Ref)
	return ok && r.Var == v && len(r.Elems) == 0
}

// helperResult makes the variable of a result of an inlined function. A function with one return
// at its end needs one only for a result with a name.
func (l *lowerer) helperResult(fr *frame, v *types.Var) {
	named := v.Name() != "" && v.Name() != "_"
	t := l.typ(v.Type())
	if fr.tail && !named {
		fr.results = append(fr.results, l.dummy(t))
		return
	}
	name := "r"
	if named {
		name = v.Name()
	}
	if l.class(t) == classPointer && !fr.tail {
		fr.results = append(fr.results, l.pointerResult(fr, v, t, named))
		return
	}
	var obj types.Object
	if named {
		obj = v
	} else {
		l.called[varKey{obj: v}] = resultOf + fr.Fn.Name()
	}
	n := l.declareAs(name, obj, varKey{obj: v}, l.zeroOrPending(t))
	l.markMutable(n)
	fr.results = append(fr.results, n)
	if named {
		fr.env.set(v, n)
	}
}
