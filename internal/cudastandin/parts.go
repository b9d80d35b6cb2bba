package cudastandin

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A Part is something outside of Go that checks of CUDA need.
type Part string

const (
	Host  Part = "host"  // g++ and cgo, to build and run the stand-in
	Clang Part = "clang" // clang-19 and libclc, to compile for the device
	NVRTC Part = "nvrtc" // libnvrtc of CUDA, in the folder PARDIFF_NVRTC
	PTXAS Part = "ptxas" // ptxas, in the file PARDIFF_PTXAS
	NVCC  Part = "nvcc"  // nvcc, in the file PARDIFF_NVCC, with the headers of its SDK in ../include
)

// Need skips the test unless the environment variable PARDIFF_CUDA, words separated by commas, names all the
// parts: what it names must be there.
func Need(t testing.TB, parts ...Part) {
	t.Helper()
	have := strings.Split(os.Getenv("PARDIFF_CUDA"), ",")
	for _, p := range parts {
		if !slices.Contains(have, string(p)) {
			t.Skipf("PARDIFF_CUDA does not name %q; .ci/cuda installs what CUDA's checks need and runs them", p)
		}
	}
}

// Start builds a stand-in for the test.
func Start(t testing.TB) *Driver {
	t.Helper()
	Need(t, Host)
	d, err := Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBinary builds the tests of the package in dir with the tag cuda, as a user would, and returns the program. Headers
// are looked for in this module and then in the other folders.
func TestBinary(t testing.TB, dir string, include ...string) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "test")
	cmd := exec.Command("go", "test", "-c", "-tags", "cuda", "-o", out, ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), cgo(t, include)...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out
}

// cgo is the environment that the README tells users of.
func cgo(t testing.TB, include []string) []string {
	t.Helper()
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/pardiff/pardiffgen").Output()
	if err != nil {
		t.Fatal(err)
	}
	sdk := filepath.Join(strings.TrimSpace(string(root)), "cudatmpl", "sdk")
	include = append([]string{filepath.Join(sdk, "include")}, include...)
	return []string{"CGO_ENABLED=1", "CGO_CFLAGS=-O2 -g -I" + strings.Join(include, " -I"), "CGO_LDFLAGS=-L" + filepath.Join(sdk, "lib")}
}

// Exec runs a test binary in dir and returns what it prints. It is an error if a test or a benchmark fails, and if none
// passes.
func Exec(binary, dir string, env []string, args ...string) (string, error) {
	cmd := exec.Command(binary, append([]string{"-test.v", "-test.timeout=5m"}, args...)...)
	cmd.Dir = dir
	cmd.Env = append(env, "PARDIFF_CUDA=") // it starts none of these checks itself
	out, err := cmd.CombinedOutput()
	if err == nil && !strings.Contains(string(out), "--- PASS") && !strings.Contains(string(out), "ns/op") {
		err = errors.New("no test passed")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return string(out), err
}
