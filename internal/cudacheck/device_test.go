package cudacheck

import (
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// architectures are the floor of what is supported and the newest GPU that there may be one to run on.
var architectures = []string{"75", "90"}

// kernels returns the .cu files of this module that are right, by paths that begin with "../..".
func kernels(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".cu" && filepath.Base(path) != "misuse.cu" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("%d .cu files: %v", len(files), err)
	}
	return files
}

// libclc has the functions of math.h for clang. It is where Debian keeps it, or where PARDIFF_LIBCLC says.
var libclc = cmp.Or(os.Getenv("PARDIFF_LIBCLC"), "/usr/lib/clc/nvptx64--nvidiacl.bc")

// clang returns the PTX that clang makes of a .cu file for an architecture.
func clang(file, arch string) (string, error) {
	cmd := exec.Command("clang-19", "-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib", "--cuda-device-only",
		"--cuda-gpu-arch=sm_"+arch, "-Xclang", "-target-feature", "-Xclang", "+ptx78",
		"-Xclang", "-mlink-builtin-bitcode", "-Xclang", libclc, "-Wall", "-Werror", "-Wno-unused-function",
		"-Wno-unused-variable", "-Wno-logical-op-parentheses", "-Wno-linker-warnings",
		"-fms-extensions", "-O2", "-include", "clang.h", "-S", file, "-o", "-")
	var errs strings.Builder
	cmd.Stderr = &errs
	ptx, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s for sm_%s: %w\n%s", file, arch, err, errs.String())
	}
	return string(ptx), nil
}

// Clang compiles every kernel for the device, with a definition of each function that it calls.
func TestClang(t *testing.T) {
	cudastandin.Need(t, cudastandin.Clang)
	if _, err := os.Stat(libclc); err != nil {
		t.Fatal(err)
	}
	for _, file := range kernels(t) {
		for _, arch := range architectures {
			ptx, err := clang(file, arch)
			if err != nil {
				t.Error(err)
				continue
			}
			if !strings.Contains(ptx, ".entry ") {
				t.Errorf("%s for sm_%s: no kernels", file, arch)
			}
			for line := range strings.Lines(ptx) {
				if strings.HasPrefix(line, ".extern .func") {
					t.Errorf("%s for sm_%s calls what is not there: %s", file, arch, line)
				}
			}
		}
	}
}
