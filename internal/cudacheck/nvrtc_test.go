package cudacheck

import (
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
	cudastandin.Need(t, cudastandin.Host, cudastandin.NVRTC)
	const runtime = "../../cudatmpl/runtime"
	files, ptx := kernels(t), t.TempDir()
	out, err := cudastandin.Exec(cudastandin.TestBinary(t, runtime), runtime, append(os.Environ(),
		"LD_LIBRARY_PATH="+os.Getenv("PARDIFF_NVRTC"), "PARDIFF_CU="+strings.Join(files, ":"),
		"PARDIFF_ARCH="+strings.Join(architectures, ":"), "PARDIFF_PTX="+ptx), "-test.run=TestCompileFiles")
	if err != nil {
		t.Error(err)
	}
	made, _ := filepath.Glob(ptx + "/*.ptx")
	if len(made) != len(files)*len(architectures) {
		t.Errorf("%d files of PTX of %d .cu files\n%s", len(made), len(files), out)
	}
	t.Run("ptxas", func(t *testing.T) {
		cudastandin.Need(t, cudastandin.PTXAS)
		for _, file := range made {
			assemble(t, file)
		}
	})
}

var (
	ptxKernel = regexp.MustCompile(`Compiling entry function '(\w+)'`)
	ptxSpill  = regexp.MustCompile(`(\d+) bytes spill stores`)
	ptxUsed   = regexp.MustCompile(`Used (\d+) registers`)
)

// assemble makes machine code of PTX and reports, for each kernel, what ptxas says that it uses.
func assemble(t *testing.T, file string) {
	arch := strings.TrimPrefix(filepath.Ext(strings.TrimSuffix(file, ".ptx")), ".")
	out, err := exec.Command(os.Getenv("PARDIFF_PTXAS"), "-v", "-arch=sm_"+arch, "-o", os.DevNull, file).CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", filepath.Base(file), err, out)
		return
	}
	kernel, spill := "", ""
	for line := range strings.Lines(string(out)) {
		if m := ptxKernel.FindStringSubmatch(line); m != nil {
			kernel = m[1]
		}
		if m := ptxSpill.FindStringSubmatch(line); m != nil {
			spill = m[1]
		}
		if m := ptxUsed.FindStringSubmatch(line); m != nil {
			t.Logf("%s: %s: %s registers, %s bytes spilled", filepath.Base(file), kernel, m[1], spill)
			if n, err := strconv.Atoi(spill); err != nil || n > spillLimit {
				t.Errorf("%s: %s spills %s bytes", filepath.Base(file), kernel, spill)
			}
		}
	}
}
