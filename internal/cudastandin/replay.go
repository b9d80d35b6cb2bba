package cudastandin

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
)

// A Sanitizer is what a replay is built with.
type Sanitizer string

const (
	None    Sanitizer = "none"
	Address Sanitizer = "address,undefined"
	Thread  Sanitizer = "thread"
)

// flags are those of the compiler.
func (s Sanitizer) flags() []string {
	if s == None {
		return nil
	}
	return []string{"-fsanitize=" + string(s), "-fno-sanitize-recover=all"}
}

// A Replayer is a program that runs recorded launches of the kernels that are built into it.
type Replayer struct {
	path      string
	sanitizer Sanitizer
}

// Replayer builds a program for the kernels of .cu files.
func (d *Driver) Replayer(s Sanitizer, cu ...string) (*Replayer, error) {
	objects, err := d.engines[s]()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(d.dir, "replay")
	if err != nil {
		return nil, err
	}
	flags := slices.Concat([]string{"-pthread"}, s.flags(), objects)
	for _, file := range cu {
		src, err := d.wrap(file)
		if err != nil {
			return nil, err
		}
		object := filepath.Join(dir, filepath.Base(src)+".o")
		if err := d.compile(object, slices.Concat(hostFlags, engineFlags(s), s.flags(), []string{"-c", src})...); err != nil {
			return nil, err
		}
		flags = append(flags, object)
	}
	r := &Replayer{filepath.Join(dir, "replay"), s}
	return r, d.compile(r.path, flags...)
}

// engine compiles what all replays with a sanitizer share, without the sanitizer: it would take the scheduler's
// own doings for the threads'.
func (d *Driver) engine(s Sanitizer) ([]string, error) {
	var objects []string
	for _, name := range []string{"engine", "replay"} {
		object := d.path(name + "-" + string(s) + ".o")
		if err := d.compile(object, append(engineFlags(s), "-c", d.path(name+".cpp"))...); err != nil {
			return nil, err
		}
		objects = append(objects, object)
	}
	return objects, nil
}

func engineFlags(s Sanitizer) []string {
	if s == Thread {
		return []string{"-O1", "-g", "-DPARDIFF_TSAN"}
	}
	return []string{"-O1", "-g"}
}

// Run runs the launches of a recording with threads and blocks in order. The error holds what the sanitizer or the
// engine reports.
func (r *Replayer) Run(recording, order string) error {
	cmd := exec.Command(r.path, recording, order)
	cmd.Env = append(os.Environ(), "ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0",
		"UBSAN_OPTIONS=print_stacktrace=1", "TSAN_OPTIONS=halt_on_error=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("replay of %s, %s, sanitizer %s: %w\n%s", filepath.Base(recording), order, r.sanitizer, err, out)
	}
	return nil
}
