package emit

import (
	"slices"

	"github.com/pardiff/pardiffgen/cudatmpl/runtime"
)

// SharedCUDA prints the file that the CUDA launchers of a package share, pardiff_grad_cuda.go, as [Shared]
// prints the one of all gradients. helpers are the names of package cudatmpl/runtime that the launchers use, a
// method as type.method. needs are helpers that the file wants of [Shared], for builtins that the package hides.
func SharedCUDA(pkgName string, helpers []string, opts ...SharedOption) (src []byte, needs []string, err error) {
	if len(helpers) == 0 {
		return nil, nil, nil
	}
	spec := newSharedSpec(pkgName, opts)
	spec.tag = "cuda"
	l, err := loadCUDA()
	if err != nil {
		return nil, nil, err
	}
	need, err := l.closure(helpers, spec)
	if err != nil {
		return nil, nil, err
	}
	for h := range need {
		for _, u := range h.uses {
			if spec.hides(u) {
				needs = append(needs, standIns[u])
			}
		}
	}
	slices.Sort(needs)
	src, err = l.print(spec, need)
	return src, slices.Compact(needs), err
}

// loadCUDA returns the runtime of CUDA launchers.
func loadCUDA() (*library, error) {
	l := &library{methods: map[string][]string{}}
	for _, name := range []string{"open.go", "memory.go", "launch.go", "compile.go", "grid.go", "tiles.go"} {
		src, err := runtime.Files.ReadFile(name)
		if err != nil {
			return nil, err
		}
		if err := l.parse(src); err != nil {
			return nil, err
		}
	}
	return l, nil
}
