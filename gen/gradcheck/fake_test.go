package gradcheck

import (
	"fmt"
	"strings"
	"testing"
)

// A recorder takes the place of a *testing.T and keeps what is reported.
type recorder struct{ messages []string }

func (r *recorder) Helper() {}
func (r *recorder) Errorf(format string, args ...any) {
	r.messages = append(r.messages, fmt.Sprintf(format, args...))
}

// wantFault fails unless the check reported something with the given text in it.
func wantFault(t *testing.T, text string, check func(TB)) {
	t.Helper()
	r := &recorder{}
	check(r)
	all := strings.Join(r.messages, "\n")
	if len(r.messages) == 0 {
		t.Errorf("nothing was reported, want %q", text)
	} else if !strings.Contains(all, text) {
		t.Errorf("reported:\n%s\nwant %q", all, text)
	}
}
