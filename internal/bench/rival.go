package main

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

//go:embed c/*.c c/*.h torch/bench.py
var sources embed.FS

// flags are what the C programs are compiled with.
var flags = []string{"-O3", "-march=native"}

// rivals are the programs in other languages that there are on this machine.
type rivals struct {
	dir    string // for everything that is built or written, removed by close
	cc     string // the C compiler, "" if there is none
	python string // a Python with PyTorch, "" if there is none
	about  []string

	gradbench string // the command example/gradbench, "" before it is built
}

// buildGradbench returns the command example/gradbench, which it builds the first time. The process must be in the module.
func (r *rivals) buildGradbench() (string, error) {
	if r.gradbench != "" {
		return r.gradbench, nil
	}
	program := filepath.Join(r.dir, "gradbench")
	msg, err := exec.Command("go", "build", "-o", program, "github.com/pardiff/pardiffgen/example/gradbench").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building example/gradbench: %w\n%s", err, msg)
	}
	r.gradbench = program
	return program, nil
}

// newRivals looks for the named C compiler and Python and unpacks the sources. An empty name is not looked for.
func newRivals(cc, python string) (*rivals, error) {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	if err := os.CopyFS(dir, sources); err != nil {
		os.RemoveAll(dir)
		return nil, err
	}
	r := &rivals{dir: dir}
	if version, ok := answers(cc, "--version"); ok {
		r.cc = cc
		r.about = append(r.about, version+" "+strings.Join(flags, " "))
	} else {
		r.about = append(r.about, "no C compiler")
	}
	if version, ok := answers(python, "-c", "import torch; print('PyTorch', torch.__version__)"); ok {
		r.python = python
		r.about = append(r.about, version)
	} else {
		r.about = append(r.about, "no PyTorch")
	}
	return r, nil
}

// answers runs a program and returns the first line that it prints, and whether it could be run.
func answers(name string, args ...string) (string, bool) {
	if name == "" {
		return "", false
	}
	out, err := exec.Command(name, args...).Output()
	line, _, _ := strings.Cut(string(out), "\n")
	return line, err == nil
}

func (r *rivals) close() error { return os.RemoveAll(r.dir) }

// starters returns how to start the programs that there are, by their columns.
func (r *rivals) starters() map[int]func(k kind, sizes []int, input string) (*process, error) {
	m := make(map[int]func(kind, []int, string) (*process, error))
	if r.cc != "" {
		m[inC] = r.startC
	}
	if r.python != "" {
		m[inTorch] = r.startTorch
	}
	return m
}

// startC compiles and starts the workload in C.
func (r *rivals) startC(k kind, sizes []int, input string) (*process, error) {
	program := filepath.Join(r.dir, k.program)
	args := append(append([]string{}, flags...), "-o", program, filepath.Join(r.dir, "c", k.program+".c"), "-lm")
	if msg, err := exec.Command(r.cc, args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", k.name, err, msg)
	}
	outputs := program + ".out"
	return start(exec.Command(program, append([]string{input, outputs}, decimal(sizes)...)...), outputs)
}

// startTorch starts the workload in PyTorch: with as many threads as there are workers or with one, whichever is
// faster now. Small tensors, and other load on the machine, can make threads a hindrance.
func (r *rivals) startTorch(k kind, sizes []int, input string) (*process, error) {
	best, err := r.startTorchWith(runtime.GOMAXPROCS(0), k, sizes, input)
	if err != nil || runtime.GOMAXPROCS(0) == 1 {
		return best, err
	}
	one, err := r.startTorchWith(1, k, sizes, input)
	if err != nil {
		return nil, errors.Join(err, best.stop())
	}
	t, err1 := best.run(1)
	tOne, err2 := one.run(1)
	if tOne < t {
		best, one = one, best
	}
	if err := errors.Join(err1, err2, one.stop()); err != nil {
		return nil, errors.Join(err, best.stop())
	}
	return best, nil
}

// startTorchWith starts the workload in PyTorch with the given number of threads. Settings
// of the environment that choose the kernels of its libraries are taken away: it
// shall run at its best.
func (r *rivals) startTorchWith(threads int, k kind, sizes []int, input string) (*process, error) {
	n := strconv.Itoa(threads)
	outputs := filepath.Join(r.dir, k.program+".torch"+n+".out")
	args := []string{filepath.Join(r.dir, "torch", "bench.py"), n, k.program, input, outputs}
	cmd := exec.Command(r.python, append(args, decimal(sizes)...)...)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "OPENBLAS_") && !strings.HasPrefix(v, "MKL_") && !strings.HasPrefix(v, "OMP_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "OMP_NUM_THREADS="+n)
	return start(cmd, outputs)
}

func decimal(v []int) []string {
	var s []string
	for _, n := range v {
		s = append(s, strconv.Itoa(n))
	}
	return s
}
