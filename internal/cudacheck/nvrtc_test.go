package cudacheck

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// spillLimit is how many bytes of its registers a thread may keep in memory. Calls, which divisions are, cost some;
// more than that is a kernel whose values live there.
const spillLimit = 256

// NVIDIA's compilers take every kernel, for all architectures, and threads have registers for what they compute.
// The launchers' own way to NVRTC is used.
func TestNVRTC(t *testing.T) {
	files := ptx(t)
	t.Run("ptxas", func(t *testing.T) {
		cudastandin.Need(t, cudastandin.PTXAS)
		for _, file := range files {
			for kernel, use := range assemble(t, file) {
				t.Logf("%s: %s: %d registers, %d bytes spilled", filepath.Base(file), kernel, use.registers, use.spilled)
				if use.spilled > spillLimit {
					t.Errorf("%s: %s spills %d bytes", filepath.Base(file), kernel, use.spilled)
				}
			}
		}
	})
}

// made are the files that ptx returns; the tests do not run in parallel.
var made []string

// ptx returns what compile makes of all kernels.
func ptx(t *testing.T) []string {
	t.Helper()
	if made == nil {
		made = compile(t, kernels(t), folder)
	}
	return made
}

// folder is for what tests share.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "cudacheck"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(folder)
	os.Exit(status)
}

// compile returns the files of PTX that NVRTC makes of .cu files, whose paths begin with "../.." or are absolute, in
// dir: one for each of the architectures, which is their names' last part but one.
func compile(t *testing.T, files []string, dir string) []string {
	t.Helper()
	cudastandin.Need(t, cudastandin.Host, cudastandin.NVRTC)
	const runtime = "../../cudatmpl/runtime"
	out, err := cudastandin.Exec(cudastandin.TestBinary(t, runtime), runtime, append(os.Environ(),
		"LD_LIBRARY_PATH="+os.Getenv("PARDIFF_NVRTC"), "PARDIFF_CU="+strings.Join(files, ":"),
		"PARDIFF_ARCH="+strings.Join(architectures, ":"), "PARDIFF_PTX="+dir), "-test.run=TestCompileFiles")
	if err != nil {
		t.Fatal(err)
	}
	list, _ := filepath.Glob(dir + "/*.ptx")
	if len(list) != len(files)*len(architectures) {
		t.Fatalf("%d files of PTX of %d .cu files\n%s", len(list), len(files), out)
	}
	return list
}

var (
	ptxKernel = regexp.MustCompile(`Compiling entry function '(\w+)'`)
	ptxSpill  = regexp.MustCompile(`(\d+) bytes spill stores`)
	ptxUsed   = regexp.MustCompile(`Used (\d+) registers`)
)

// usage is what a thread of a kernel needs: registers, and bytes of memory where they do not suffice.
type usage struct{ registers, spilled int }

// assemble makes machine code of PTX and returns, for each kernel, what ptxas says that it uses.
func assemble(t *testing.T, file string) map[string]usage {
	t.Helper()
	out, err := exec.Command(os.Getenv("PARDIFF_PTXAS"), "-v", "-arch=sm_"+architecture(file), "-o", os.DevNull, file).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", filepath.Base(file), err, out)
		return nil
	}
	uses := map[string]usage{}
	kernel, spill := "", ""
	for line := range strings.Lines(string(out)) {
		if m := ptxKernel.FindStringSubmatch(line); m != nil {
			kernel = m[1]
		}
		if m := ptxSpill.FindStringSubmatch(line); m != nil {
			spill = m[1]
		}
		if m := ptxUsed.FindStringSubmatch(line); m != nil {
			registers, err1 := strconv.Atoi(m[1])
			spilled, err2 := strconv.Atoi(spill)
			if err1 != nil || err2 != nil {
				t.Errorf("%s: %s: ptxas says nothing of its registers\n%s", filepath.Base(file), kernel, out)
			}
			uses[kernel] = usage{registers, spilled}
		}
	}
	if len(uses) == 0 {
		t.Errorf("%s: ptxas names no kernels\n%s", filepath.Base(file), out)
	}
	return uses
}

// architecture is the one that a file of PTX is for.
func architecture(file string) string {
	return strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(file, ".ptx")), ".")
}
