package gen

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/pardiff/pardiffgen/analysis/load"
)

// directory makes a directory with one generated file in each state, and the job for it.
func directory(t *testing.T) (*job, string) {
	t.Helper()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	j := &job{dir: dir, outputs: map[string][]byte{
		at("same_grad.go"): []byte("same\n"),
		at("old_grad.go"):  []byte("one\ntwo\n"),
		at("new_grad.go"):  []byte("new\n"),
	}}
	for name, text := range map[string]string{
		"same_grad.go": "same\n", "old_grad.go": "one\nto\n", "gone_grad.go": "gone\n",
		"other_grad_windows.go": "other\n", "pardiff_grad.go": "shared\n", "user_grad.go": "mine\n",
	} {
		if err := os.WriteFile(at(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	j.pkgs = []*load.Package{{
		Name: "a", Dir: dir,
		Generated: []string{at("same_grad.go"), at("old_grad.go"), at("gone_grad.go"), at("other_grad_windows.go"), at("pardiff_grad.go")},
		Excluded:  []string{at("other_windows.go")},
	}}
	return j, dir
}

func relTo(dir string) func(string) string {
	return func(path string) string { return strings.TrimPrefix(path, dir+string(filepath.Separator)) }
}

func mustPlan(t *testing.T, j *job) []change {
	t.Helper()
	changes, err := j.plan()
	if err != nil {
		t.Fatal(err)
	}
	return changes
}

// Files are missing, stale, orphaned or current; those that this build leaves out and those of the
// user are not looked at.
func TestCheck(t *testing.T) {
	j, dir := directory(t)
	var out bytes.Buffer
	if !check(mustPlan(t, j), &out, relTo(dir)) {
		t.Error("no difference found")
	}
	want := `gone_grad.go: orphaned: no directive asks for it any more
new_grad.go: missing
old_grad.go: stale
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// A diff shows changed, new and removed files, and can be applied by patch.
func TestDiff(t *testing.T) {
	j, dir := directory(t)
	var out bytes.Buffer
	if !diff(mustPlan(t, j), &out, relTo(dir)) {
		t.Error("no difference found")
	}
	want := `--- gone_grad.go
+++ /dev/null
@@ -1 +0,0 @@
-gone
--- /dev/null
+++ new_grad.go
@@ -0,0 +1 @@
+new
--- old_grad.go
+++ old_grad.go
@@ -1,2 +1,2 @@
 one
-to
+two
`
	if d := cmp.Diff(want, out.String()); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// Writing brings the directory up to date, touches no file that is right, keeps permissions, and
// leaves no temporary file.
func TestWrite(t *testing.T) {
	j, dir := directory(t)
	past := time.Now().Add(-time.Hour)
	same := filepath.Join(dir, "same_grad.go")
	if err := os.Chtimes(same, past, past); err != nil {
		t.Fatal(err)
	}
	if err := write(mustPlan(t, j), io.Discard, relTo(dir)); err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		got[e.Name()] = string(text)
	}
	want := map[string]string{
		"same_grad.go": "same\n", "old_grad.go": "one\ntwo\n", "new_grad.go": "new\n",
		"other_grad_windows.go": "other\n", "pardiff_grad.go": "shared\n", "user_grad.go": "mine\n",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if info, err := os.Stat(same); err != nil || info.ModTime().After(past.Add(time.Minute)) {
		t.Errorf("a file that was right was written again: %v %v", info.ModTime(), err)
	}
	if info, err := os.Stat(filepath.Join(dir, "old_grad.go")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("permissions became %v (%v), want 0600", info.Mode(), err)
	}
	if check(mustPlan(t, j), io.Discard, relTo(dir)) {
		t.Error("writing did not bring the directory up to date")
	}
}

// A failed write leaves the old file and nothing else behind.
func TestWriteFails(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(path, "inside"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := writeFile(path, []byte("x")); err == nil {
		t.Error("a directory was replaced by a file")
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("%d entries left (%v), want the directory alone", len(entries), err)
	}
}

// A file that pardiffgen did not write is never overwritten.
func TestClaimFiles(t *testing.T) {
	j, dir := directory(t)
	j.diags = new(load.Diagnostics)
	j.outputs[filepath.Join(dir, "user_grad.go")] = []byte("theirs\n")
	claimFiles(j)
	var got []string
	for _, d := range j.diags.Sorted() {
		got = append(got, d.Format(dir))
	}
	want := []string{"user_grad.go:1:1: pardiffgen did not write this file and does not overwrite it; rename it, or delete it to have it generated"}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
