package proof

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// mustCheck checks function fn of src within a time limit.
func mustCheck(t *testing.T, src, fn string, seed uint64) Report {
	t.Helper()
	r, err := timed(t, src, fn, seed)
	if err != nil {
		t.Errorf("%s: %v\n%s", fn, err, src)
	}
	return r
}

// limit is far above what a check takes on a machine that has much else to do: what exceeds it does not end.
const limit = time.Minute

// timed is Check with a time limit. Source that does not type-check is skipped.
func timed(t testing.TB, src, fn string, seed uint64) (Report, error) {
	prog, err := Load(src)
	if err != nil || !slices.Contains(prog.Names(), fn) {
		return Report{}, nil
	}
	type outcome struct {
		r   Report
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		r, err := Check(prog, fn, seed)
		done <- outcome{r, err}
	}()
	select {
	case o := <-done:
		return o.r, o.err
	case <-time.After(limit):
		return Report{}, fmt.Errorf("no end after %v", limit)
	}
}

// FuzzSource takes the text of a file and a script of changes. Whatever compiles afterwards is either
// refused with positions, or its derivatives print, type-check and agree with the interpreter.
func FuzzSource(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	for i, s := range seeds() {
		if i%5 == 0 { // TestSeeds has all of them
			f.Add(s.src, script(r))
		}
	}
	var slow backlog
	f.Fuzz(func(t *testing.T, src string, script []byte) {
		if !slow.report(t) {
			return
		}
		if len(src) > 4000 || len(script) > 400 {
			return
		}
		names := Functions(src)
		if len(names) == 0 {
			return
		}
		fn := names[0]
		if slices.Contains(names, "F") {
			fn = "F"
		}
		if changed := Mutate(src, fn, script, 12); changed != "" {
			slow.check(t, changed, fn)
		}
	})
}

// patience is how long the fuzz target waits for one program. The engine takes for hung what lasts 10 seconds, and a
// few programs do on a busy machine.
const patience = 2 * time.Second

// A backlog is the programs that take longer than that. They are checked to their end while others are tried.
type backlog struct{ list []chan string }

// check checks function fn of src, or notes it for report.
func (b *backlog) check(t *testing.T, src, fn string) {
	done := make(chan string, 1)
	go func() {
		text := ""
		if _, err := timed(t, src, fn, hash(src)); err != nil {
			text = fmt.Sprintf("%s: %v\n%s", fn, err, src)
		}
		done <- text
	}()
	select {
	case text := <-done:
		if text != "" {
			t.Error(text)
		}
	case <-time.After(patience):
		b.list = append(b.list, done)
	}
}

// report fails for programs of the backlog that have turned out to be wrong. Where there are several that are not through,
// it waits for the first of them, and says whether there is room for another one.
func (b *backlog) report(t *testing.T) bool {
	const most = 3
	wait := time.Duration(0)
	if len(b.list) >= most {
		wait = patience
	}
	b.list = slices.DeleteFunc(b.list, func(done chan string) bool {
		select {
		case text := <-done:
			if text != "" {
				t.Error(text)
			}
			return true
		case <-time.After(wait):
			wait = 0
			return false
		}
	})
	return len(b.list) < most
}

func hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

func script(r *rand.Rand) []byte {
	b := make([]byte, 20+r.IntN(200))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

var (
	mutants  = flag.Int("mutants", 80, "number of random programs of TestMutants")
	compiled = flag.Int("compiled", 40, "number of random programs of TestCompiled")
	first    = flag.Uint64("first", 0, "number of the first program of TestMutants")
	keep     = flag.String("keep", "", "folder where TestMutants puts the programs that fail")
)

// TestMutants checks random changes of the programs of the module.
func TestMutants(t *testing.T) {
	tally := map[Verdict]int{}
	start := time.Now()
	for i := range uint64(*mutants) {
		r := rand.New(rand.NewPCG(*first+i, 3))
		s := seeds()[r.IntN(len(seeds()))]
		src := Mutate(s.src, s.fn, script(r), 1+r.IntN(14))
		rep, err := timed(t, src, s.fn, *first+i)
		tally[rep.Verdict]++
		if err == nil {
			continue
		}
		if *keep == "" {
			t.Errorf("program %d: %v\n%s", *first+i, err, src)
			continue
		}
		kind := class(err)
		begin := time.Now()
		src = minimize(src, s.fn, func(src string) bool {
			if strings.Contains(kind, "no end") || time.Since(begin) > time.Minute {
				return false
			}
			_, err := timed(t, src, s.fn, *first+i)
			return err != nil && class(err) == kind
		})
		if _, again := timed(t, src, s.fn, *first+i); again != nil {
			err = again
		}
		head, _, _ := strings.Cut(err.Error(), "\n")
		t.Errorf("program %d: %s", *first+i, head)
		os.MkdirAll(*keep, 0o777)
		name := filepath.Join(*keep, fmt.Sprintf("%d_%s", *first+i, s.fn))
		os.WriteFile(name+".go", []byte(src), 0o666)
		os.WriteFile(name+".txt", []byte(err.Error()), 0o666)
	}
	t.Log(tally, time.Since(start))
}

// class is an error without what differs between programs.
func class(err error) string {
	head, _, _ := strings.Cut(err.Error(), "\n")
	if i := strings.Index(head, "arguments ["); i >= 0 {
		if j := strings.LastIndex(head, "]: "); j > i {
			head = head[j:]
		} else {
			head = "the primal panics"
		}
	}
	return varying.ReplaceAllString(head, "")
}

var varying = regexp.MustCompile(`[-+]?[0-9.]+(e[-+][0-9]+)?| in: .*|of [a-z]\w*`)
