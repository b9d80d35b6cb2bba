package cudacheck

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// good prints what a test binary does whose tests pass and whose benchmark ends; $name is that of the binary.
const good = `case "$*" in
*-test.bench*)
	case $name in
	runtime) echo "BenchmarkCopy-8 	 300	 1 ns/op	 4000 GB/s" ;;
	*) echo "BenchmarkDevice-8 	 300	 1 ns/op	 1000 GB/s	 50 GFLOP/s	 0.1 ms/grad" ;;
	esac ;;
*)
	case $name in
	runtime) echo "--- PASS: TestLaunches (0.01s)" ;;
	*) echo "--- PASS: TestLossCUDA (0.01s)" ;;
	esac ;;
esac
`

// script runs example/cuda-check.sh for so many seconds, if any are given, with programs that print what is good, but for some of
// other texts, by their names without ".test". It returns what it prints and its exit status.
func script(t *testing.T, other map[string]string, seconds string) (string, int) {
	t.Helper()
	dir := t.TempDir()
	program := func(name, suffix, text string) {
		if o, ok := other[name]; ok {
			text = o
		}
		if err := os.WriteFile(filepath.Join(dir, name+suffix), []byte("#!/usr/bin/env bash\nname="+name+"\n"+text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	program("runtime", ".test", good)
	for _, pkg := range launchers(t) {
		program(filepath.Base(pkg), ".test", good)
	}
	program("nvidia-smi", "", "echo a GPU\n")
	program("python3", "", "echo no torch; exit 1\n")
	program("compute-sanitizer", "", "shift 4\n\"$@\" || exit\necho 'ERROR SUMMARY: 0 errors'\n")
	cmd := exec.Command("../../example/cuda-check.sh", "run", dir)
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "PARDIFF_CUDA=")
	if seconds != "" {
		cmd.Env = append(cmd.Env, "PARDIFF_CHECK_SECONDS="+seconds)
	}
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(out), exit.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(out), 0
}

// What example/cuda-check.sh says, and its exit status, follow from what the programs print that it runs: nothing that
// was skipped, is not there or did not end counts as right.
func TestScript(t *testing.T) {
	cudastandin.Need(t, cudastandin.Host)
	const tests, benchmarks = "*-test.run\\ CUDA*", "*-test.bench*"
	// when has a program do something else where its arguments are such.
	when := func(args, do string) string {
		return "case \"$*\" in " + args + ")\n" + do + "\nexit ;;\nesac\n" + good
	}
	var correct []string // what it says of packages whose tests pass: all that have launchers
	for _, dir := range launchers(t) {
		correct = append(correct, "correct "+filepath.Base(dir)+": 1 tests")
	}
	for _, test := range []struct {
		name, program, text string // what the program does instead
		seconds             string // that the script has
		status              int
		want, not           []string
	}{
		{name: "all right", status: 0, want: append(correct, "correct runtime", "runtime: BenchmarkCopy", "100% of copy",
			"heat2d: BenchmarkDevice", "25% of copy, 100% of product", "compute-sanitizer racecheck attention: ERROR SUMMARY: 0 errors", "no PyTorch"),
			not: []string{"FAILED", "WRONG", "not run", "out of time"}},
		{name: "skipped", program: "heat2d", text: when(tests, `echo "    a_test.go:1: no device"; echo "--- SKIP: TestMisfitCUDA (0.0s)"; echo PASS`),
			status: 1, want: []string{"not run: heat2d: tests were skipped:     a_test.go:1: no device --- SKIP: TestMisfitCUDA", "correct heat3d"}, not: []string{"correct heat2d"}},
		{name: "some skipped", program: "runtime", text: when("*Launches*", `echo "--- PASS: TestLaunches"; echo "--- SKIP: TestBuffers"; echo PASS`),
			status: 1, want: []string{"not run: runtime: tests were skipped"}, not: []string{"correct runtime"}},
		{name: "no test", program: "gmm", text: when(tests, `echo "testing: warning: no tests to run"; echo PASS`),
			status: 1, want: []string{"not run: gmm: there is no test"}, not: []string{"correct gmm"}},
		{name: "wrong", program: "nbody", text: when(tests, `echo "    number 3 is 1, want 2"; echo "--- FAIL: TestEnergyCUDA"; exit 1`),
			status: 1, want: []string{"WRONG nbody", "number 3 is 1, want 2"}, not: []string{"correct nbody"}},
		{name: "no driver", program: "dense", text: when(tests, `echo "pardiffgen: LossCUDA: there is no NVIDIA driver, install it"; echo "--- FAIL: TestLossCUDA"; exit 1`),
			status: 1, want: []string{"not run: dense: there is no NVIDIA driver, install it"}, not: []string{"correct dense", "WRONG"}},
		{name: "crash", program: "gather", text: when(tests, `echo "--- PASS: TestMisfitCUDA"; kill -9 $$`),
			status: 1, want: []string{"WRONG gather: status 137"}, not: []string{"correct gather"}},
		{name: "no benchmark", program: "softmax", text: when(benchmarks, "echo PASS"), status: 1, want: []string{"FAILED: the benchmark of softmax prints no rate"}},
		{name: "failed benchmark", program: "softmax", text: when(benchmarks, "echo no memory; exit 1"), status: 1, want: []string{"the benchmark of softmax: status 1", "no memory"}},
		{name: "sanitizer", program: "compute-sanitizer", text: "echo 'invalid read'; exit 1\n", status: 1, want: []string{"FAILED: compute-sanitizer memcheck heat2d: status 1", "invalid read"}},
		{name: "sanitizer that ran nothing", program: "compute-sanitizer", text: "echo 'ERROR SUMMARY: 0 errors'\n", status: 1, want: []string{"FAILED: compute-sanitizer memcheck heat2d: status 0"}},
		{name: "PyTorch", program: "python3", text: "echo torch dense: 1 ms eager\n", want: []string{"torch dense: 1 ms eager"}, not: []string{"no PyTorch", "PyTorch failed"}},
		{name: "PyTorch that fails", program: "python3", text: "case $1 in -c) ;; *) echo no memory; exit 1 ;; esac\n", want: []string{"PyTorch failed: status 1", "no memory"}},
		{name: "late", program: "runtime", text: "sleep 1000\n", seconds: "6", status: 1, want: []string{"out of time: correctness of runtime", "out of time: correctness of softmax: not run"},
			not: []string{"correct runtime"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			out, status := script(t, map[string]string{test.program: test.text}, test.seconds)
			if status != test.status {
				t.Errorf("status %d, want %d", status, test.status)
			}
			for _, want := range test.want {
				if !strings.Contains(out, want) {
					t.Errorf("it does not say %q", want)
				}
			}
			for _, not := range test.not {
				if strings.Contains(out, not) {
					t.Errorf("it says %q", not)
				}
			}
			if t.Failed() {
				t.Log("\n" + out)
			}
		})
	}
}

// What test binaries of today print is what the script looks for: those of the runtime and of dense, on a stand-in and
// on small sizes.
func TestScriptOnStandin(t *testing.T) {
	d := cudastandin.Start(t)
	programs := map[string]string{}
	for name, files := range map[string][2]string{
		"runtime": {"../../cudatmpl/runtime", "testdata/sums.cu"},
		"dense":   {"../../example/dense", "dense_grad.cu"},
	} {
		kernels, err := d.Kernels(filepath.Join(files[0], files[1]))
		if err != nil {
			t.Fatal(err)
		}
		programs[name] = fmt.Sprintf("LD_LIBRARY_PATH=%q PARDIFF_STANDIN_KERNELS=%q exec %q \"$@\" -test.short -test.benchtime=1x\n",
			d.Dir(), kernels, cudastandin.TestBinary(t, files[0]))
	}
	out, status := script(t, programs, "600")
	if status != 0 {
		t.Errorf("status %d", status)
	}
	for _, want := range []string{`correct runtime: \d+ tests`, `correct dense: 2 tests`, `runtime: BenchmarkCopy.* GB/s`,
		`dense: BenchmarkDevice.* ms/grad, \d+% of copy, 100% of product`, "compute-sanitizer memcheck dense: ERROR SUMMARY"} {
		if !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("nothing like %q in\n%s", want, out)
		}
	}
}
