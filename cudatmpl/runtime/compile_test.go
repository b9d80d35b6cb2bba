//go:build cuda

package runtime

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gorgonia.org/cu/nvrtc"
)

// NVRTC compiles the files that PARDIFF_CU names, separated by colons, for each architecture of PARDIFF_ARCH. The
// PTX goes to PARDIFF_PTX.
func TestCompileFiles(t *testing.T) {
	files, dir := os.Getenv("PARDIFF_CU"), os.Getenv("PARDIFF_PTX")
	if files == "" {
		t.Skip("no files are named")
	}
	major, minor, err := nvrtc.Version()
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("NVRTC %d.%d", major, minor)
	for _, file := range strings.Split(files, ":") {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, arch := range strings.Split(os.Getenv("PARDIFF_ARCH"), ":") {
			ptx, log, err := pardiffNVRTC(string(source), filepath.Base(file), "compute_"+arch)
			if err != nil {
				t.Errorf("%s for compute_%s: %v\n%s", file, arch, err, log)
				continue
			}
			name := strings.ReplaceAll(strings.Trim(file, "./"), "/", "_") + "." + arch + ".ptx"
			if err := os.WriteFile(filepath.Join(dir, name), []byte(strings.TrimRight(ptx, "\x00")), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
