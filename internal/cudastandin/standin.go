package cudastandin

import (
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed driver
var sources embed.FS

// A Driver is a stand-in that was built in a folder.
type Driver struct {
	dir     string                                 // holds libcuda.so.1, libnvrtc.so and what is built with them
	engines map[Sanitizer]func() ([]string, error) // what replays are linked with
}

// Build builds a stand-in in dir, an empty folder.
func Build(dir string) (*Driver, error) {
	d := &Driver{dir: dir}
	d.engines = map[Sanitizer]func() ([]string, error){}
	for _, s := range []Sanitizer{None, Address, Thread} {
		d.engines[s] = sync.OnceValues(func() ([]string, error) { return d.engine(s) })
	}
	src, err := sources.ReadDir("driver")
	if err != nil {
		return nil, err
	}
	for _, f := range src {
		text, err := sources.ReadFile("driver/" + f.Name())
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(d.path(f.Name()), text, 0o666); err != nil {
			return nil, err
		}
	}
	err = d.compile(d.path("libcuda.so.1"), "-O2", "-fPIC", "-shared", "-Wl,-soname,libcuda.so.1", d.path("driver.cpp"), d.path("image.cpp"), d.path("engine.cpp"), d.path("count.cpp"), "-ldl")
	if err != nil {
		return nil, err
	}
	return d, d.compile(d.path("libnvrtc.so"), "-O1", "-fPIC", "-shared", d.path("nvrtc.cpp"))
}

// Dir is the folder with libcuda.so.1 and libnvrtc.so.
func (d *Driver) Dir() string { return d.dir }

func (d *Driver) path(name string) string { return filepath.Join(d.dir, name) }

// compile runs the compiler and returns what it says as the error.
func (d *Driver) compile(out string, args ...string) error {
	args = append([]string{"-std=c++17", "-Wall", "-Wextra", "-o", out}, args...)
	if text, err := exec.Command("g++", args...).CombinedOutput(); err != nil || len(text) > 0 {
		return fmt.Errorf("g++ %s: %v\n%s", strings.Join(args, " "), err, text)
	}
	return nil
}

// Kernels compiles .cu files for the host, each by itself, and returns the value of PARDIFF_STANDIN_KERNELS.
func (d *Driver) Kernels(cu ...string) (string, error) { return d.kernels(nil, cu) }

// CountedKernels is Kernels for launches whose accesses to memory are counted: see [Counts].
func (d *Driver) CountedKernels(cu ...string) (string, error) {
	return d.kernels([]string{"-fsanitize=thread"}, cu)
}

func (d *Driver) kernels(more, cu []string) (string, error) {
	var objects []string
	for _, file := range cu {
		src, err := d.wrap(file)
		if err != nil {
			return "", err
		}
		out := strings.TrimSuffix(src, ".cpp") + ".so"
		object := strings.TrimSuffix(src, ".cpp") + ".o"
		if err := d.compile(object, slices.Concat(hostFlags, more, []string{"-O2", "-fPIC", "-c", src})...); err != nil {
			return "", err
		}
		if err := d.compile(out, "-shared", object, "-L"+d.dir, "-l:libcuda.so.1"); err != nil {
			return "", err
		}
		objects = append(objects, out)
	}
	return strings.Join(objects, ":"), nil
}

// hostFlags are for kernels: what they leave uninitialised is no number of use.
var hostFlags = []string{"-Wno-maybe-uninitialized", "-Wno-uninitialized", "-Wno-unused-parameter", "-Wno-unused-variable", "-Wno-unused-function", "-Wno-unknown-pragmas",
	"-ffp-contract=off", "-ftrivial-auto-var-init=pattern"}

var kernelDecl = regexp.MustCompile(`__global__\s+(?:__launch_bounds__\s*\(([^)]*)\)\s*)?void\s+(?:__launch_bounds__\s*\(([^)]*)\)\s*)?(\w+)\s*\(`)

// wrap writes a C++ file that has the kernels of a .cu file and makes them known, and returns its path.
func (d *Driver) wrap(cu string) (string, error) {
	cu, err := filepath.Abs(cu)
	if err != nil {
		return "", err
	}
	text, err := os.ReadFile(cu)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "#include \"device.h\"\n#include %q\n", cu)
	kernels := kernelDecl.FindAllSubmatch(text, -1)
	if len(kernels) == 0 {
		return "", errors.New(cu + ": no kernels")
	}
	for _, k := range kernels {
		bound := string(k[1]) + string(k[2])
		if bound == "" {
			bound = "0"
		}
		fmt.Fprintf(&b, "PARDIFF_KERNEL(%s, (%s))\n", k[3], bound)
	}
	f, err := os.CreateTemp(d.dir, strings.TrimSuffix(filepath.Base(cu), ".cu")+"-*.cpp")
	if err != nil {
		return "", err
	}
	if _, err := f.WriteString(b.String()); err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// Env is the environment of a program that shall run on the stand-in with kernels that Kernels returned.
// Settings follow, as name=value.
func (d *Driver) Env(kernels string, settings ...string) []string {
	env := append(os.Environ(), "LD_LIBRARY_PATH="+d.dir, "PARDIFF_STANDIN_KERNELS="+kernels)
	return append(env, settings...)
}
