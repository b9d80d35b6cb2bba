package cudastandin

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The engine and the sanitizers find each mistake of misuse.cu, at its line, and find none where there is none.
func TestMisuse(t *testing.T) {
	d := Start(t)
	replayers := map[Sanitizer]*Replayer{}
	for _, s := range []Sanitizer{None, Address, Thread} {
		r, err := d.Replayer(s, "testdata/misuse.cu")
		if err != nil {
			t.Fatal(err)
		}
		replayers[s] = r
	}
	for _, test := range []struct {
		kernel    string
		sanitizer Sanitizer
		want      string // of the report; empty if there is none
	}{
		{"no_barrier", Thread, "misuse.cu:7"},
		{"barrier", Thread, ""},
		{"barrier", Address, ""},
		{"same_element", Thread, "misuse.cu:18"},
		{"same_element_atomic", Thread, ""},
		{"same_element_later", Thread, "misuse.cu:26"},
		{"one_too_many", Address, "misuse.cu:32"},
		{"shared_bounds", Address, "misuse.cu:37"},
		{"two_barriers", None, "threads of a block wait at different barriers"},
		{"ended_before_barrier", None, ""},
		{"lane_waits", None, "waits at a "},
		{"lane_ended", None, "lane 5 of the mask has ended"},
		{"outside_mask", None, "a lane outside of the mask takes part"},
		{"two_masks", None, "lanes of a warp name different masks"},
		{"reads_outside", None, "lane 15 reads lane 16, which is not in the mask"},
		{"warp", None, ""},
		{"warp", Thread, ""},
	} {
		t.Run(test.kernel+"_"+string(test.sanitizer), func(t *testing.T) {
			for _, order := range []string{"forward", "reverse", "shuffle"} {
				err := replayers[test.sanitizer].Run(launchFile(t, test.kernel), order)
				if test.want == "" && err != nil {
					t.Error(err)
				}
				if test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
					t.Errorf("%s: error %v, want %q", order, err, test.want)
				}
			}
		})
	}
}

// launchFile writes a launch as record.h describes it: of a kernel in two blocks of 64 threads, on 128 numbers.
func launchFile(t *testing.T, kernel string) string {
	const n, address = 128, 1 << 20
	var b bytes.Buffer
	put := func(v any) {
		if err := binary.Write(&b, binary.LittleEndian, v); err != nil {
			t.Fatal(err)
		}
	}
	put([]uint32{uint32(len(kernel)), 2, 1, 0, 2, 1, 1, 64, 1, 1})
	b.WriteString(kernel)
	put([]uint64{address, n, address, 8 * n})
	put(make([]float64, n))
	file := filepath.Join(t.TempDir(), "launch")
	if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}
