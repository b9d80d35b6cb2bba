package cudastandin

import (
	"fmt"
	"os"
	"strings"
)

// A Count is one thing that a program had a device do.
type Count struct {
	// What is launch, up or down (copies to the device and back), copy (on the device) or set (memory to zero).
	What string
	// Kernel is that of a launch.
	Kernel string
	// Bytes are those of a copy or a setting.
	Bytes int
	// Of a launch, in bytes of device memory: what threads load and store, each time that they do; and distinct
	// memory that the launch reads before it writes it, and that it writes. The first two are what caches and
	// shared memory are asked for, the others what must come from memory and go there if nothing is fetched twice.
	Loaded, Stored, Read, Written int
}

// Moved is the least traffic between the device and its memory by which c can be done: distinct memory that a launch
// reads and writes, each once; what is copied on the device, twice. Copies from and to the host are not counted.
func (c Count) Moved() int {
	switch c.What {
	case "launch":
		return c.Read + c.Written
	case "copy":
		return 2 * c.Bytes
	case "set":
		return c.Bytes
	}
	return 0
}

// Counts reads the file that PARDIFF_STANDIN_COUNT named in a run with kernels of CountedKernels.
func Counts(file string) ([]Count, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []Count
	for line := range strings.Lines(string(text)) {
		var c Count
		if strings.HasPrefix(line, "launch ") {
			_, err = fmt.Sscanf(line, "%s %s %d %d %d %d", &c.What, &c.Kernel, &c.Loaded, &c.Stored, &c.Read, &c.Written)
		} else {
			_, err = fmt.Sscanf(line, "%s %d", &c.What, &c.Bytes)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %q: %w", file, line, err)
		}
		list = append(list, c)
	}
	return list, nil
}
