package emit

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/scanner"
	"go/token"
	"go/types"
	"strings"

	"github.com/pardiff/pardiffgen/internal/ir"
)

// floatConst makes the constant x one of a float type.
func (p *printer) floatConst(x ast.Expr, t types.Type) ast.Expr {
	if b, ok := x.(*ast.BasicLit); ok {
		if b.Kind == token.INT && isDecimal(b.Value) {
			return lit(token.FLOAT, b.Value+".0")
		}
		return x
	}
	return call(p.typ(t), x)
}

func isDecimal(s string) bool { return strings.Trim(s, "0123456789") == "" }

func (p *printer) constant(c *ir.Const) ast.Expr {
	text := c.Text
	if text == "" {
		text = c.Val.ExactString()
		if c.Val.Kind() == constant.Float {
			f, _ := constant.Float64Val(c.Val)
			text = fmt.Sprint(f)
		}
	}
	if c.Pkg != nil {
		return p.file.object(c.Pkg, text[strings.LastIndexByte(text, '.')+1:])
	}
	text = strings.TrimSpace(text)
	x, err := parser.ParseExpr(text)
	if err != nil {
		panic(faultf("constant %q is not an expression", text))
	}
	switch x := x.(type) {
	case *ast.BasicLit:
		return lit(x.Kind, x.Value)
	case *ast.UnaryExpr:
		return &ast.UnaryExpr{Op: x.Op, X: ast.NewIdent(text[1:])}
	case *ast.BinaryExpr:
		return &ast.ParenExpr{X: ast.NewIdent(text)}
	case *ast.ParenExpr:
		return &ast.ParenExpr{X: ast.NewIdent(text[1 : len(text)-1])}
	}
	return ast.NewIdent(text)
}

// untyped returns the default type of what e prints as if that is an untyped constant or an
// untyped bool, and nil if it has a type of its own.
func untyped(e ir.Expr) types.Type {
	switch e := e.(type) {
	case *ir.Const:
		return untypedConst(e)
	case *ir.Unary:
		return untyped(e.X)
	case *ir.Binary:
		switch e.Op {
		case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			return types.Typ[types.Bool]
		case token.SHL, token.SHR:
			if typedShift(e) {
				return nil
			}
			return untyped(e.X)
		}
		return wider(untyped(e.X), untyped(e.Y))
	case *ir.Intrinsic:
		if !strings.Contains(e.Fn, ".") {
			t := untyped(e.Args[0])
			for _, a := range e.Args[1:] {
				t = wider(t, untyped(a))
			}
			return t
		}
	}
	return nil
}

// wider returns the default type of an operation between untyped operands, nil if one has a type.
func wider(a, b types.Type) types.Type {
	if a == nil || b == nil {
		return nil
	}
	if basicKind(b) > basicKind(a) {
		return b
	}
	return a
}

func basicKind(t types.Type) types.BasicKind { return t.Underlying().(*types.Basic).Kind() }

// untypedConst looks at the text of a constant. A name counts as untyped, which is the safe side:
// it makes the caller spell out the type.
func untypedConst(c *ir.Const) types.Type {
	var s scanner.Scanner
	fset := token.NewFileSet()
	text := strings.TrimPrefix(c.Text, "-")
	s.Init(fset.AddFile("", -1, len(text)), []byte(text), nil, 0)
	switch _, tok, l := s.Scan(); tok {
	case token.INT:
		return types.Typ[types.Int]
	case token.FLOAT:
		return types.Typ[types.Float64]
	case token.CHAR:
		return types.Universe.Lookup("rune").Type()
	case token.STRING:
		return types.Typ[types.String]
	case token.IDENT:
		if l == "true" || l == "false" {
			return types.Typ[types.Bool]
		}
	case token.LPAREN:
		return untypedText(&s)
	}
	if c.Val == nil {
		return types.Typ[types.UntypedNil]
	}
	switch c.Val.Kind() {
	case constant.Float:
		return types.Typ[types.Float64]
	case constant.Bool:
		return types.Typ[types.Bool]
	case constant.String:
		return types.Typ[types.String]
	}
	return types.Typ[types.Int]
}

// untypedText is untypedConst for an expression of several constants: what literals alone make, or no type where
// there are names.
func untypedText(s *scanner.Scanner) types.Type {
	t := types.Typ[types.Int]
	for {
		switch _, tok, _ := s.Scan(); tok {
		case token.EOF:
			return t
		case token.FLOAT:
			t = types.Typ[types.Float64]
		case token.IDENT, token.CHAR, token.STRING:
			return types.Typ[types.UntypedNil]
		}
	}
}
