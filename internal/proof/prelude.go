package proof

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

type parsed struct {
	fset *token.FileSet
	file *ast.File
}

func parseOnly(src string) (parsed, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "src.go", src, parser.SkipObjectResolution)
	if err != nil {
		return parsed{}, err
	}
	return parsed{fset, file}, nil
}

// prelude are the declarations that the snippets use, by name.
var prelude = map[string]string{
	"hSq":    `func hSq(a float64) float64 { return a * a }`,
	"hClamp": "func hClamp(x, lo, hi float64) float64 {\nif x < lo {\nreturn lo\n}\nif x > hi {\nreturn hi * hi\n}\nreturn x\n}",
	"hTwo":   "func hTwo(a, b float64) (p, q float64) {\np = a * b\nq = a - b*p\nreturn\n}",
	"hSum":   "func hSum(xs ...float64) (s float64) {\nfor _, x := range xs {\ns += x * x\n}\nreturn s\n}",
	"hFill":  "func hFill(x []float64, v float64) {\nfor i := range x {\nx[i] = v * x[i]\n}\n}",
	"hAxpy":  "func hAxpy(a float64, x, y []float64) {\nfor i := range y {\nif i >= len(x) {\nbreak\n}\ny[i] += a * x[i]\n}\n}",
	"hBump":  "func hBump(p *float64, v float64) float64 {\n*p += v * *p\nreturn *p\n}",
	"hLast":  "func hLast[T float32 | float64](x []T, z T) T {\nr := z\nfor _, v := range x {\nr = v * z\n}\nreturn r\n}",
	"hBig":   "func hBig[T float32 | float64](a, b T) T {\nif a > b {\nreturn a * a\n}\nreturn b\n}",
	"hPt":    "type hPt struct {\nA, B float64\nV [2]float64\n}\nfunc (p hPt) Norm() float64 { return p.A*p.A + p.B*p.V[1] }\nfunc (p *hPt) Scale(s float64) {\np.A *= s\np.V[0] += s * p.B\n}\nfunc (p hPt) Add(q hPt) hPt {\np.A += q.A\np.V[1] *= q.B\nreturn p\n}",
	"hBox":   "type hBox struct {\nNow, Next []hPt\nLog []float64\n}\nfunc (b *hBox) Step(v float64, n int) {\nfor i := range b.Now {\nb.Next[i].V[n%2] += v*b.Now[i].A + b.Now[1-i].V[1]\nb.Next[i].A = v + b.Now[i].V[0]*v\n}\nb.Now, b.Next = b.Next, b.Now\nif b.Log = append(b.Log, v); len(b.Log) > 2 {\nb.Log = b.Log[1:]\n}\n}",
	"hEmb":   "type hEmb struct {\nhPt\nC float64\n}",
	"hMat":   "type hMat struct {\nN int\nData []float64\n}\nfunc (m hMat) At(i, j int) float64 { return m.Data[i*m.N+j] }\nfunc (m *hMat) Set(i, j int, v float64) { m.Data[i*m.N+j] = v }\nfunc (m hMat) Row(i int) []float64 { return m.Data[i*m.N : (i+1)*m.N] }",
	"hFirst": "func hFirst(x []float64, lim float64) (int, float64) {\nfor i, v := range x {\nif v > lim {\nreturn i, v * v\n}\n}\nreturn 0, lim\n}",
	"hRoot":  "func hRoot(a float64) float64 {\nx := 1.0\nfor it := 0; it < 6; it++ {\nd := (x*x - a) / (2 * x)\nx -= d\nif d*d < 1e-9 {\nbreak\n}\n}\nreturn x\n}",
	"hApply": `func hApply(f func(float64) float64, x float64) float64 { return x * f(x) }`,
	"hMake":  "func hMake(n int, v float64) []float64 {\nr := make([]float64, n)\nfor i := range r {\nr[i] = v * float64(i+1)\n}\nreturn r\n}",
	"hRec":   "func hRec(x float64, n int) float64 {\nif n <= 0 {\nreturn x\n}\nreturn x * hRec(0.5*x, n-1)\n}",
	"hTab":   `var hTab = [4]float64{0.5, 1.5, -0.25, 2}`,
	"hC":     `const hC = 0.75`,
	"hF":     `type hF float64`,
	"hSwap":  "func hSwap(x []float64, i, j int) { x[i], x[j] = x[j], x[i] }",
	"hSh":    "type hSh interface{ Area() float64 }\ntype hCirc struct{ R float64 }\nfunc (c hCirc) Area() float64 { return c.R * c.R }",
}

var preludeName = regexp.MustCompile(`\bh[A-Z][a-z]*\b`)

// complete adds the declarations and the import that the text needs.
func complete(src string) string {
	for {
		added := false
		for _, name := range preludeName.FindAllString(src, -1) {
			decl := prelude[name]
			if decl != "" && !strings.Contains(src, decl) && !regexp.MustCompile(`(?m)^(func|var|const|type) `+name+`\b`).MatchString(src) {
				src += "\n" + decl + "\n"
				added = true
			}
		}
		if !added {
			break
		}
	}
	for _, pkg := range []string{"math"} {
		if strings.Contains(src, pkg+".") && !strings.Contains(src, `"`+pkg+`"`) {
			if i := strings.IndexByte(src, '\n'); i > 0 {
				src = src[:i] + "\nimport \"" + pkg + "\"\n" + src[i:]
			}
		}
	}
	return src
}
