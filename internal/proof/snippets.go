package proof

// snippets are statements with holes, see fill.
var snippets = []string{
	"$F = $f", "$F += $f", "$F -= $f", "$F *= $f", "$F /= 1 + $f*$f", "$F = $f", "$F += $f*$f", "$F, $F = $f, $f", "$F, $F = $F, $F",
	"$1 := $f\n$F += $1*$1", "$1 := $f\n$1 *= $1\n$F = $1", "var $1 float64\n$1 += $f\n$F -= $1",
	"$1 := make([]float64, len($s))\ncopy($1, $s)\n$F += hSum($1...)", "$1 := $s[1:]\nfor $2 := range $1 {\n$F += $1[$2]*$f\n}", "$1 := $s[:len($s)-1]\n$1[0] = $f\n$F += $1[len($1)-1]",
	"$1 := make([]float64, 2)\n$1[1] = $f\n$1[0] = $1[1]*$f\n$F += $1[0]", "$1, $2 := make([]float64, 3), make([]float64, 3)\nfor $3 := range $1 {\n$1[$3] = $f\n$2[2-$3] = $1[$3]*$f\n}\n$1, $2 = $2, $1\n$F += $1[0]*$2[1]",
	"var $1 []float64\nfor $2 := 0; $2 < 3; $2++ {\n$1 = append($1, $f)\n}\n$F += $1[0]*$1[len($1)-1]", "$1 := append([]float64{}, $s...)\n$1[0] *= $f\n$F += $1[0]*$1[len($1)-1]",
	"$1 := &$s[0]\n*$1 *= $f", "$1 := &$F\n*$1 += $f", "hBump(&$F, $f)", "$F += hBump(&$F, $f)", "hFill($s, $f)", "hAxpy($f, $s, $s)", "hAxpy($f, $s[1:], $s)", "hSwap($s, $i, $i)",
	"$1, $2 := hTwo($f, $f)\n$F = $1*$2", "_, $1 := hTwo($f, $f)\n$F += $1", "$1, $2 := hFirst($s, $f)\n$F += float64($1)*$2", "$F, $F = hTwo($f, $f)",
	"$1 := hPt{A: $f, B: $f}\n$1.Scale($f)\n$F += $1.Norm()", "$1 := hPt{$f, $f, [2]float64{$f, $f}}\n$2 := $1\n$2.V[1] = $f\n$F += $1.Add($2).Norm()", "$1 := &hPt{A: $f}\n$1.B = $f*$1.A\n$F = $1.Norm()",
	"$1 := hEmb{hPt{A: $f}, $f}\n$1.Scale($1.C)\n$F += $1.A", "$1 := []hPt{{A: $f}, {B: $f}}\nfor $2 := range $1 {\n$1[$2].A += $f\n$F += $1[$2].Norm()\n}", "$1 := [2]hPt{}\n$1[1].V[0] = $f\n$2 := $1\n$2[1].V[0] *= 2\n$F += $1[1].V[0]*$2[1].V[0]",
	"$1 := hMat{2, []float64{$f, $f, $f, $f}}\n$1.Set(1, 0, $f)\n$F += $1.At(1, 0)*$1.At(0, 1)", "$1 := hMat{1, $s}\n$F += $1.At(0, 0)", "$1 := hMat{2, make([]float64, 4)}\n$2 := $1.Row(1)\n$2[0] = $f\n$F += $1.At(1, 0)*$f",
	"var $1 [3]float64\nfor $2 := range $1 {\n$1[$2] = $f*float64($2)\n}\n$F += $1[$i%3]", "$1 := [2][2]float64{{$f, $f}, {$f, $f}}\n$2 := $1\n$2[0][1] *= $f\n$F += $2[0][1]*$1[0][1]",
	"$1 := func($2 float64) float64 { return $2*$2 + $f }\n$F += $1($f)", "$1 := func() { $F *= $f }\n$1()\n$1()", "$1 := $f\nfunc() { $1 *= $f }()\n$F += $1", "$1 := func($2 ...float64) float64 { return hSum($2...) }\n$F = $1($f, $f)",
	"if $b {\n$F = $f\n}", "if $b {\n$F += $f\n} else {\n$F = $f\n}", "if $1 := $f; $1 > 0.7 {\n$F += $1*$1\n} else if $1 > 0.2 {\n$F -= $1\n}",
	"switch {\ncase $b:\n$F = $f\ncase $b:\n$F += $f\nfallthrough\ndefault:\n$F *= $f\n}", "switch $i {\ncase 0, 2:\n$F += $f\ncase 1:\n$F *= $f\n}", "switch $1 := $i % 3; $1 {\ncase 0:\n$F = $f\ndefault:\n$F += float64($1)*$f\n}",
	"for $1 := 0; $1 < 3; $1++ {\n$F = 0.5*$f + $f\n}", "for $1 := range $s {\n$s[$1] = $f\n}", "for $1, $2 := range $s {\n$s[$1] = $2*$f\n}", "for _, $1 := range $s {\n$F += $1*$f\n}", "for range 2 {\n$F += $f\n}", "for $1 := range 3 {\n$F += float64($1)*$f\n}",
	"for $1 := len($s) - 1; $1 >= 0; $1-- {\n$s[$1] *= $f\n}", "for $1 := 1; $1 < len($s); $1++ {\n$s[$1] += $f*$s[$1-1]\n}", "for $1 := 0; $1+1 < len($s); $1 += 2 {\n$s[$1] = $s[$1+1]*$f\n}", "for $1 := 0; $1 < len($s); $1++ {\nfor $2 := 0; $2 <= $1; $2++ {\n$F += $s[$2]*$f\n}\n}",
	"$1 := $f\nfor $1 < 3 {\n$1 = 1 + $1 + $1*$1\n}\n$F += 0.1 * $1", "$1 := 0\nfor {\n$1++\nif $1 > 3 {\nbreak\n}\n$F += $f\n}", "$1 := 0.5\nfor $2 := 0; $2 < 5; $2++ {\n$1 = $1*$f\nif $1 > 2 {\nbreak\n}\n}\n$F += $1",
	"$1:\nfor $2 := 0; $2 < 3; $2++ {\nfor $3 := 0; $3 < 3; $3++ {\nif $b {\ncontinue $1\n}\n$F += $f\nif $b {\nbreak $1\n}\n}\n}",
	"if $b {\nreturn $r\n}", "for $1 := range $s {\nif $s[$1] > 1.2 {\nreturn $r\n}\n$F += $f\n}", "if $b {\npanic(\"no\")\n}",
	"copy($s, $s)", "copy($s[1:], $s)", "copy($s, $s[1:])", "clear($s)", "clear($s[1:])", "$1 := hMake(3, $f)\n$F += $1[2]*$1[1]", "$1 := [][]float64{$s, {$f, $f}}\n$F += $1[1][0]*$1[0][0]", "$1 := make([][]float64, 2)\nfor $2 := range $1 {\n$1[$2] = make([]float64, 2)\n$1[$2][1] = $f\n}\n$F += $1[0][1]*$1[1][1]",
	"$1 := $s\n$1[0] += $f", "var $1 [][]float64\n$1 = append($1, $s, $s)\n$2 := $1[len($1)-1]\n$1 = $1[:len($1)-1]\n$2[0] *= $f\n$F += $1[0][0]", "$1 := make([][]float64, 2)\nfor $2 := range 3 {\n$1[$2%2] = $1[$2%2][:0]\n$1[$2%2] = append($1[$2%2], $f, $f)\n}\n$1[0], $1[1] = $1[1], $1[0]\n$F += $1[0][1]*$1[1][0]", "$1 := append([]float64{$f}, $s...)\n$1[0] *= $f\n$F += $1[0]*$1[len($1)-1]",
	"var $1 []float64\nfor $2 := range 3 {\n$1 = append($1, $f)\nif $b {\n$1 = make([]float64, $2, 4)\n}\n$1 = append($1, $f*$f)\n$F += $1[0]*$1[len($1)-1]\n}", "$1, $2 := append([]float64{}, $s...), make([]float64, len($s))\nfor $3 := 0; $3 < 3 && $F < 9; $3++ {\n$2[0] += $1[0]*$f\n$1, $2 = $2, $1\nif $b {\n$2 = make([]float64, len($s))\n}\n}\n$F += $1[0]*$2[0]",
	"$1, $2 := append([]float64{}, $s...), []float64{}\nfor $3 := range 3 {\nfor _, $4 := range $1 {\nif $2 = append($2, $4*$f); $b {\n$2 = append($2, $1[0]*$4)\n}\n}\n$1, $2 = $2, $1[:0]\n$F += $1[0]*$1[len($1)-1]*float64($3)\n}",
	"$1 := hBox{make([]hPt, 2), make([]hPt, 2), nil}\nfor $2 := range 3 {\n$1.Step($f, $2)\n}\n$F += $1.Now[0].V[1]*$1.Next[1].A + hSum($1.Log...)", "var $1, $2 [][]float64\nfor $3 := range 4 {\n$1, $2 = append($1, []float64{$f, $f}), append($2, []float64{$f})\nif len($1) > 2 {\n$1, $2 = $1[1:], $2[1:]\n}\n$F += $1[0][1]*$2[len($2)-1][0]*float64($3)\n}",
	"$1 := float32($f)\n$F = float64($1*$1)", "$1 := hF($f)\n$1 *= $1\n$F += float64($1)", "$1 := math.Sin($f)\n$F += $1*$1", "$1, $2 := math.Sincos($f)\n$F += $1*$2", "$1, $2 := math.Modf($f)\n$F += $1*$2",
	"$1 := map[string]int{\"a\": 1}\n$F += float64($1[\"a\"])*$f", "$1 := map[int]float64{0: $f}\n$F += $1[0]", "var $1 hSh = hCirc{$f}\n$F += $1.Area()", "defer func() { $F = 0 }()", "$1 := make(chan float64, 1)\n$1 <- $f\n$F += <-$1", "go hFill($s, 2)",
	"$I++", "$I = $i", "$1 := int($f)\n$F += float64($1)", "$1 := $i\nfor $1 > 0 {\n$F += float64($1)*$f\n$1 /= 2\n}", "$1 := struct{ a, b float64 }{$f, $f}\n$F += $1.a*$1.b", "$1 := new(float64)\n*$1 = $f\n$F += *$1**$1", "{\n$1 := $f\n$F += $1\n}",
	"$1 := []int{1, 0}\nfor $2 := range $1 {\n$s[$1[$2]] += $f*$s[$2]\n}", "type $1 = float64\n$2 := $1($f)\n$F += $2", "type $1 float64\n$2 := $1($f)\n$F += float64($2*$2)", "type $1 struct{ u, v float64 }\n$2 := $1{$f, $f}\n$3 := $2\n$3.u *= $f\n$F += $2.u*$3.u*$3.v", "const $1 = 3\n$F += $1*$f", "$F = hApply(func($1 float64) float64 { return $1*$f }, $f)", "$1 := hSq\n$F += $1($f)", "$1 := $s[0:1:1]\n$1 = append($1, $f)\n$F += $1[1]*$1[0]",
	"$1 := [3]float64{$f, $f, 1}\n$2 := $1[:]\nfor $3 := range $s {\n$2[$3%3] += $1[0]*$f\n$F += $1[1]*$2[0]\n}", "$1 := [3]float64{$f, $f, $f}\n$2 := $1[1:]\nfor $3 := range $s {\n$F += $1[$3%3]*$2[0]*$s[$3]\n}",
}

// loopSnippets stand at the start or end of a loop's body.
var loopSnippets = []string{
	"if $b {\nbreak\n}", "if $b {\ncontinue\n}", "if $b {\nreturn $r\n}", "if $b {\n$F = $f\nbreak\n}", "$F = $f", "$F += $f", "$F *= $f", "$I++", "if $b {\n$I++\n}", "$1 := $f\n$F += $1*$1", "if $b {\n$F *= $f\ncontinue\n}", "$1 := make([]float64, 2)\n$1[0] = $f\n$F += $1[0]*$1[0]",
}

// wrappers are statements with a hole for a statement, "@".
var wrappers = []string{
	"{\n@\n}", "if $b {\n@\n}", "if $b {\n$F = $f\n} else {\n@\n}", "for $1 := 0; $1 < 2; $1++ {\n@\n}", "for range 2 {\n@\n$F = $f\n}", "func() {\n@\n}()", "switch {\ncase $b:\n@\ndefault:\n$F += $f\n}", "for $1 := 2; $1 > 0; $1-- {\n@\nif $b {\nbreak\n}\n}",
	"$1 := func() {\n@\n}\n$1()\n$1()", "for {\n@\nbreak\n}", "if $b {\n@\n} else {\n@\n}", "$1 := $f\n@\n$F += $1*$1",
}
