package load

import (
	"go/ast"
	"go/token"
	"strings"
)

// claimNames verifies that what the directives of a directory generate has names that are free: not
// declared by the user, and asked for once. Files that the build excludes do not count, because
// they may declare the same functions for another system.
func (d *sourceDir) claimNames() {
	taken := make(map[string]claim)
	for f := range d.sources {
		if f.built {
			f.declared(taken)
		}
	}
	for f := range d.sources {
		if !f.built {
			continue
		}
		for _, fn := range f.directives.Funcs {
			for _, r := range fn.Requests {
				d.claim(f, fn, r, taken)
			}
		}
	}
}

// A claim is a name in use.
type claim struct {
	pos  token.Pos
	work *funcDirectives // the function whose requests share a Work
	gen  bool            // asked for by a directive, not declared
}

// scope returns the prefix of the keys of a package's names: the external test package has a
// scope of its own.
func (f *sourceFile) scope() string { return f.pkgName() + ":" }

// declared adds the names of a file: functions, methods and fields as Type.Name, imports, and the
// rest of the package level.
func (f *sourceFile) declared(taken map[string]claim) {
	add := func(id *ast.Ident, typ string) {
		if id != nil && id.Name != "_" && id.Name != "init" {
			taken[f.scope()+typ+id.Name] = claim{pos: id.Pos()}
		}
	}
	for _, decl := range f.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			typ := ""
			if t := receiverName(decl); t != "" {
				typ = t + "."
			}
			add(decl.Name, typ)
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						add(id, "")
					}
				case *ast.ImportSpec:
					add(spec.Name, "")
				case *ast.TypeSpec:
					add(spec.Name, "")
					fields(spec, add)
				}
			}
		}
	}
}

func fields(spec *ast.TypeSpec, add func(*ast.Ident, string)) {
	s, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, field := range s.Fields.List {
		for _, id := range field.Names {
			add(id, spec.Name.Name+".")
		}
		if len(field.Names) == 0 {
			add(typeName(field.Type), spec.Name.Name+".")
		}
	}
}

// claim takes the names of one request, or reports that they are taken.
func (d *sourceDir) claim(f *sourceFile, fn *funcDirectives, r *Request, taken map[string]claim) {
	key := f.scope() + r.Name
	if t := receiverName(fn.Decl); t != "" {
		key = f.scope() + t + "." + r.Name
	}
	old, ok := taken[key]
	switch at := f.fset.Position(old.pos); {
	case ok && old.gen:
		d.diags.Add(f.fset, r.Pos, "%s is already asked for by the directive at %s; give one of them another name=", r.Name, shortPos(at))
	case ok:
		d.diags.Add(f.fset, r.Pos, "%s is already declared at %s; give the generated function another name with name=", r.Name, shortPos(at))
	default:
		taken[key] = claim{pos: r.Pos, gen: true}
	}
	if r.Work == "" {
		return
	}
	key = f.scope() + r.Work
	old, ok = taken[key]
	if ok && old.work != fn {
		d.diags.Add(f.fset, r.Pos, "the Work type %s, which %s needs, is already taken at %s", r.Work, r.Name, shortPos(f.fset.Position(old.pos)))
		return
	}
	taken[key] = claim{pos: r.Pos, gen: true, work: fn}
	if r.CUDA {
		for _, name := range []string{CUDAName(r.Work), ConstructorName(CUDAName(r.Work))} {
			d.claimCUDA(f, fn, r, name, taken)
		}
	}
}

// claimCUDA takes a name that only the build with the tag cuda declares.
func (d *sourceDir) claimCUDA(f *sourceFile, fn *funcDirectives, r *Request, name string, taken map[string]claim) {
	key := f.scope() + name
	if old, ok := taken[key]; ok && old.work != fn {
		d.diags.Add(f.fset, r.CUDAPos, "%s, which CUDA for %s needs, is already taken at %s", name, r.Name, shortPos(f.fset.Position(old.pos)))
		return
	}
	taken[key] = claim{pos: r.Pos, gen: true, work: fn}
}

// shortPos is a position for use inside a message: the file's base name and the line.
func shortPos(p token.Position) string {
	p.Filename = p.Filename[strings.LastIndexAny(p.Filename, `/\`)+1:]
	p.Column = 0
	return p.String()
}
