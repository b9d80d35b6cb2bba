package gen

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/pardiff/pardiffgen/analysis/load"
)

// The exit statuses of the command.
const (
	exitOK      = 0
	exitDiffers = 1 // -check or -diff found a difference
	exitRefused = 2 // a function was refused, or the call was wrong
)

// Main runs the command with its arguments, without the command's name, and returns its exit
// status: 0 done; 1 -check or -diff found a difference; 2 a function was refused or the call was
// wrong. Reports go to stdout, diagnostics to stderr.
func Main(args []string, stdout, stderr io.Writer) int {
	c := &command{stdout: stdout, stderr: stderr}
	patterns, err := c.parse(args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitRefused
	case c.version:
		fmt.Fprintln(stdout, "pardiffgen", version())
		return exitOK
	}
	status, err := c.run(patterns)
	if err != nil {
		fmt.Fprintf(stderr, "pardiffgen: %v\n", err)
		return exitRefused
	}
	return status
}

// A command is one call of pardiffgen.
type command struct {
	check, diff, explain, json, verbose, version bool
	dir, tags                                    string
	stdout, stderr                               io.Writer
	cwd                                          string
}

const usage = `usage: pardiffgen [flags] [packages]

Pardiffgen writes the gradients that //pardiff: directives in Go packages ask for.
Without packages it works on the package in the current directory.

`

func (c *command) parse(args []string) ([]string, error) {
	f := flag.NewFlagSet("pardiffgen", flag.ContinueOnError)
	f.SetOutput(c.stderr)
	f.BoolVar(&c.check, "check", false, "write nothing; report missing, stale and orphaned files")
	f.BoolVar(&c.diff, "diff", false, "write nothing; print a unified diff of what would change")
	f.BoolVar(&c.explain, "explain", false, "print what was decided and why, for each function")
	f.BoolVar(&c.json, "json", false, "with -explain: print it as JSON")
	f.StringVar(&c.dir, "C", "", "run in `dir`: patterns are relative to it")
	f.StringVar(&c.tags, "tags", "", "build tags, a comma-separated `list`")
	f.BoolVar(&c.verbose, "v", false, "print what is done with each file")
	f.BoolVar(&c.version, "version", false, "print the version")
	f.Usage = func() {
		io.WriteString(c.stderr, usage)
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if c.json && !c.explain {
		err := errors.New("-json needs -explain")
		fmt.Fprintf(c.stderr, "pardiffgen: %v\n", err)
		return nil, err
	}
	return f.Args(), nil
}

// run does the work on the packages that match the patterns.
func (c *command) run(patterns []string) (int, error) {
	var err error
	if c.cwd, err = os.Getwd(); err != nil {
		return 0, err
	}
	prog, err := load.Load(load.Config{Dir: c.dir, Patterns: patterns, Tags: c.tags})
	if err != nil {
		return 0, err
	}
	jobs := newJobs(prog)
	status := exitOK
	for _, j := range jobs {
		runPasses(j)
	}
	c.printDiagnostics(prog, jobs)
	for _, j := range jobs {
		if j.refused() {
			status = exitRefused
			continue
		}
		if j.noCUDA.Len() > 0 {
			status = exitRefused
		}
		differs, err := c.finish(j)
		if err != nil {
			return 0, err
		}
		if differs {
			status = max(status, exitDiffers)
		}
	}
	return status, c.printReport(jobs)
}

// finish writes the files of a job or says how they differ.
func (c *command) finish(j *job) (differs bool, err error) {
	changes, err := j.plan()
	if err != nil {
		return false, err
	}
	if c.diff {
		differs = diff(changes, c.stdout, c.rel)
	}
	if c.check {
		differs = check(changes, c.stdout, c.rel)
	}
	if c.diff || c.check {
		return differs, nil
	}
	log := io.Discard
	if c.verbose {
		log = c.stderr
	}
	return false, write(changes, log, c.rel)
}

// printDiagnostics prints everything that is wrong, in order of position.
func (c *command) printDiagnostics(prog *load.Program, jobs []*job) {
	var all load.Diagnostics
	for _, j := range jobs {
		for _, d := range slices.Concat(j.diags.Sorted(), j.noCUDA.Sorted()) {
			all.AddAt(d.Pos, "%s", d.Message)
		}
	}
	for _, w := range prog.Warnings {
		all.AddAt(w.Pos, "warning: %s", w.Message)
	}
	for _, d := range all.Sorted() {
		fmt.Fprintln(c.stderr, d.Format(c.cwd))
	}
}

func (c *command) printReport(jobs []*job) error {
	if !c.explain {
		return nil
	}
	r := newReport(jobs, c.rel)
	if c.json {
		return r.writeJSON(c.stdout)
	}
	return r.writeText(c.stdout)
}

// rel returns a path relative to the current directory, unless that leads far away.
func (c *command) rel(path string) string {
	rel, err := filepath.Rel(c.cwd, path)
	if err != nil || strings.HasPrefix(rel, filepath.Join("..", "..", "..")) {
		return path
	}
	return rel
}

// version returns the version of the module that the command was built from.
func version() string {
	const module = "github.com/pardiff/pardiffgen"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	if info.Main.Path == module {
		return info.Main.Version
	}
	for _, d := range info.Deps {
		if d.Path == module {
			return d.Version
		}
	}
	return "(unknown)"
}
