package analysis_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/irtest"
)

var wantMark = regexp.MustCompile(`// want (\d+) "([^"]*)"`)

// TestRefused checks each refusal in testdata/refused: its position, its words, the reason and the way
// out that follow, and that there are no others.
func TestRefused(t *testing.T) {
	src, err := os.ReadFile("testdata/refused/refused.go")
	if err != nil {
		t.Fatal(err)
	}
	type mark struct {
		at, words string
		found     bool
	}
	var marks []*mark
	for i, line := range strings.Split(string(src), "\n") {
		for _, m := range wantMark.FindAllStringSubmatch(line, -1) {
			marks = append(marks, &mark{at: fmt.Sprintf("src.go:%d:%s", i+1, m[1]), words: m[2]})
		}
	}
	form := regexp.MustCompile(`^cannot differentiate: .+ \(.+\); .+$`)
	p := irtest.Load(t, string(src))
	for _, name := range p.Names() {
		f, diags := p.Lower(t, name)
		if (f == nil) != (diags.Len() > 0) {
			t.Errorf("%s: %d refusals, lowered: %t", name, diags.Len(), f != nil)
		}
		for _, d := range diags.Sorted() {
			at := d.Pos.String()
			i := slices.IndexFunc(marks, func(m *mark) bool { return m.at == at && strings.Contains(d.Message, m.words) })
			if i < 0 {
				t.Errorf("%s: unexpected: %s: %s", name, at, d.Message)
				continue
			}
			marks[i].found = true
			if !form.MatchString(d.Message) {
				t.Errorf("%s: %s: not of the form of a refusal: %s", name, at, d.Message)
			}
		}
	}
	for _, m := range marks {
		if !m.found {
			t.Errorf("%s: no refusal with %q", m.at, m.words)
		}
	}
}
