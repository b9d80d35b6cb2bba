package gen

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/gotooltest"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestReadme tries what README.md shows: each code block with a name beside its language is a file of a module
// outside the repository.
func TestReadme(t *testing.T) {
	blocks := readmeBlocks(t)
	cache, err := exec.Command("go", "env", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	p := testscript.Params{
		Dir:                 "testdata/readme",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("GOMODCACHE", strings.TrimSpace(string(cache))) // else each script downloads the modules again
			return writeReadmeModule(e.WorkDir, blocks)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"shown": shown, "refused": refused,
		},
	}
	if err := gotooltest.Setup(&p); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, p)
}

// TestReadmeExplain requires the lines of -explain that README.md quotes.
func TestReadmeExplain(t *testing.T) {
	var out, errs bytes.Buffer
	if status := Main([]string{"-explain", "-check", "../example/heat"}, &out, &errs); status == exitRefused {
		t.Fatalf("exit status %d: %s%s", status, &out, &errs)
	}
	got := strings.Split(strings.ReplaceAll(out.String(), "../", ""), "\n")
	lines := map[string]bool{}
	for _, l := range got {
		lines[l] = true
	}
	for _, l := range strings.Split(strings.TrimSpace(readmeBlocks(t)["explain"]), "\n") {
		if !lines[l] {
			t.Errorf("README.md quotes %q; -explain does not print that:\n%s", l, &out)
		}
	}
}

// TestReadmeTables requires that each piece of Go that README.md lists as accepted stands in the sources that are tried,
// and that each message of its tables of refusals is required by a source of its own.
func TestReadmeTables(t *testing.T) {
	files := map[string]string{}
	for _, name := range []string{"../README.md", "testdata/readme/accepted.txtar", "testdata/readme/refused.txtar", "testdata/readme/unsupported.txtar"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[filepath.Base(name)] = string(text)
	}
	space := regexp.MustCompile(`[\s;]+`) // and what ends statements on one line
	tried := space.ReplaceAllString(files["accepted.txtar"], "")
	fragments := 0
	for _, row := range readmeTable(t, files["README.md"], "| accepted | |") {
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			fragments++
			pattern := regexp.QuoteMeta(space.ReplaceAllString(m[1], ""))
			if !regexp.MustCompile(strings.ReplaceAll(pattern, `\(\.\.\.\)`, `\(.*?\)`)).MatchString(tried) {
				t.Errorf("%s: %s is not in accepted.txtar", row[0], m[1])
			}
		}
	}
	messages := 0
	for table, file := range map[string]string{"| refused | message |": "refused.txtar", "| not supported yet | message": "unsupported.txtar"} {
		for _, row := range readmeTable(t, files["README.md"], table) {
			for m := range strings.SplitSeq(row[1], "; ") {
				messages++
				if !regexp.MustCompile(`(?m)^refused \w+ '` + regexp.QuoteMeta(m) + `'$`).MatchString(files[file]) {
					t.Errorf("%s: no source in %s is refused with %q", row[0], file, m)
				}
			}
		}
	}
	if fragments < 50 || messages < 20 {
		t.Errorf("%d pieces of Go and %d messages: are the tables still there?", fragments, messages)
	}
}

// readmeTable returns the cells of the rows of the table whose first line begins with head.
func readmeTable(t *testing.T, readme, head string) (rows [][]string) {
	t.Helper()
	_, rest, ok := strings.Cut(readme, "\n"+head)
	if !ok {
		t.Fatalf("README.md has no table %s", head)
	}
	lines := strings.Split(rest, "\n")
	for _, line := range lines[2:] { // behind the end of the head and the rule
		if !strings.HasPrefix(line, "|") {
			break
		}
		rows = append(rows, strings.Split(strings.Trim(line, "| "), " | "))
	}
	return rows
}

// readmeBlocks returns the named code blocks of README.md.
func readmeBlocks(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := map[string]string{}
	for _, m := range regexp.MustCompile("(?ms)^```[a-z]+ ([a-z_/.]+)\n(.*?)^```$").FindAllSubmatch(text, -1) {
		blocks[string(m[1])] = string(m[2])
	}
	for _, name := range []string{"spring.go", "spring_test.go", "shown", "explain"} {
		if blocks[name] == "" {
			t.Fatalf("README.md has no block %s", name)
		}
	}
	return blocks
}

// writeReadmeModule writes the blocks and a go.mod that leads to this repository and to the versions of its
// dependencies, so that no other is looked for.
func writeReadmeModule(dir string, blocks map[string]string) error {
	root, err := filepath.Abs("..")
	if err != nil {
		return err
	}
	const module = "github.com/pardiff/pardiffgen"
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		return err
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		return err
	}
	files := map[string]string{
		"README.md": string(readme),
		"go.mod": strings.Replace(string(mod), "module "+module, "module example.com/spring", 1) +
			fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %s => %q\n", module, module, root),
		"go.sum": string(sum),
	}
	maps.Copy(files, blocks)
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// shown FILE EXCERPT requires that the parts of an excerpt, between lines that are "// ...", stand in the file in
// that order.
func shown(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: shown FILE EXCERPT")
	}
	rest := ts.ReadFile(args[0])
	for _, part := range strings.Split(ts.ReadFile(args[1]), "// ...\n") {
		_, after, ok := strings.Cut(rest, part)
		if !ok {
			ts.Fatalf("%s does not have\n%s", args[0], part)
		}
		rest = after
	}
}

// refused DIR MESSAGE requires that the package is refused with a message that README.md quotes.
func refused(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: refused DIR MESSAGE")
	}
	status(ts, false, []string{"2", "pardiffgen", "-C", args[0]})
	if errs := ts.ReadFile("stderr"); !strings.Contains(errs, args[1]) {
		ts.Fatalf("the message is not %q but\n%s", args[1], errs)
	}
	if !strings.Contains(ts.ReadFile("README.md"), args[1]) {
		ts.Fatalf("README.md does not have the message %q", args[1])
	}
}
