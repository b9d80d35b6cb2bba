package cudacheck

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// A row is what is known of the kernels of one gradient.
type row struct {
	name             string // package.Function
	kernels          int    // that the gradient launches
	launches         int    // of one gradient, the largest in the tests of launchers
	moved, asked     int    // bytes of its launches, copies and settings: Count.Moved, and what threads load and store
	least            int    // bytes of arguments that go to the device and of results that come back
	uses             map[string]usage
	difference       float64 // to the Go gradient, relative to the largest number of an argument: the largest of all tests
	single           string  // the same of kernels of float32 numbers, if TestFloat32 has run
	registers, spill [2]int  // the most that a thread of a kernel needs, for each of the architectures
	run              gradientRun
}

// TestTable counts what each gradient of a workload costs. What the first kernel of dense asks of memory, and what of
// it is distinct, are as they follow from its loops. The table goes to the file PARDIFF_CUDA_TABLE, if that is set.
func TestTable(t *testing.T) {
	d := cudastandin.Start(t)
	var rows []*row
	for _, dir := range launchers(t) {
		rows = append(rows, measure(t, d, dir)...)
	}
	have := strings.Split(os.Getenv("PARDIFF_CUDA"), ",")
	if slices.Contains(have, string(cudastandin.NVRTC)) && slices.Contains(have, string(cudastandin.PTXAS)) {
		registers(t, rows)
	}
	slices.SortFunc(rows, func(a, b *row) int { return cmp.Compare(a.name, b.name) })
	for _, r := range rows {
		if r.name == "dense.LossGrad" {
			dense(t, r.run)
		}
	}
	table := tabulate(rows)
	t.Log("\n" + table)
	if file := os.Getenv("PARDIFF_CUDA_TABLE"); file != "" {
		if err := os.WriteFile(file, []byte(table), 0o666); err != nil {
			t.Error(err)
		}
	}
}

var differenceLine = regexp.MustCompile(`(\w+\.\w+): largest relative difference (\S+)`)

// differences returns what tests of launchers said of theirs to the Go gradients: the largest for each package.Function. F
// stands for F32 as well.
func differences(t *testing.T, out string) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for _, m := range differenceLine.FindAllStringSubmatch(out, -1) {
		v, err := strconv.ParseFloat(m[2], 64)
		if err != nil {
			t.Error(err)
		}
		name := strings.Replace(m[1], "32", "", 1)
		all[name] = max(all[name], v)
	}
	if len(all) == 0 {
		t.Errorf("no test compares with a gradient of Go:\n%s", out)
	}
	return all
}

// measure runs the tests of launchers in dir and returns a row for each gradient.
func measure(t *testing.T, d *cudastandin.Driver, dir string) []*row {
	t.Helper()
	cu, _ := filepath.Glob(dir + "/*.cu")
	kernels, err := d.CountedKernels(cu...)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "counts")
	out, err := cudastandin.Exec(cudastandin.TestBinary(t, dir), dir, d.Env(kernels, "PARDIFF_STANDIN_COUNT="+file), "-test.run=CUDA")
	if err != nil {
		t.Fatal(err)
	}
	counts, err := cudastandin.Counts(file)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]*row{}
	for _, g := range gradients(counts) {
		r := g.row(filepath.Base(dir))
		if old := rows[r.name]; old == nil || r.least > old.least {
			rows[r.name] = r
		}
	}
	for name, v := range differences(t, out) {
		r := rows[name]
		if r == nil {
			t.Errorf("%s is no gradient that was launched", name)
			continue
		}
		r.difference, r.single = v, "-"
		if v, ok := singleDifferences.Load(name); ok {
			r.single = fmt.Sprintf("%.1e", v)
		}
	}
	var list []*row
	for _, r := range rows {
		list = append(list, r)
	}
	return list
}

// A gradientRun is what one call of a gradient had the device do: copies there, launches, copies back.
type gradientRun []cudastandin.Count

// gradients cuts what a program did into gradients: each begins with arguments that follow results.
func gradients(counts []cudastandin.Count) []gradientRun {
	var all []gradientRun
	for i, c := range counts {
		if i == 0 || c.What == "up" && counts[i-1].What == "down" && all[len(all)-1].last() >= 0 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], c)
	}
	return slices.DeleteFunc(all, func(g gradientRun) bool { return g.last() < 0 })
}

// last returns the last launch, -1 if there is none.
func (g gradientRun) last() int {
	for i, c := range slices.Backward(g) {
		if c.What == "launch" {
			return i
		}
	}
	return -1
}

func (g gradientRun) row(pkg string) *row {
	r := &row{uses: map[string]usage{}, run: g}
	inverts := false // an index: it comes from the device before the last launch, its inverse goes there
	for i, c := range g {
		inverts = inverts || c.What == "down" && i < g.last()
		r.moved += c.Moved()
		r.asked += c.Moved()
		switch c.What {
		case "launch":
			if r.name == "" {
				fn, _, _ := strings.Cut(c.Kernel, "_")
				r.name = pkg + "." + fn
			}
			r.launches++
			r.uses[c.Kernel] = usage{}
			r.asked += c.Loaded + c.Stored - c.Moved()
		case "up", "down":
			if inverts && i < g.last() {
				r.moved += c.Bytes
				r.asked += c.Bytes
			} else {
				r.least += c.Bytes
			}
		}
	}
	r.kernels = len(r.uses)
	return r
}

// dense compares with the largest layer of dense_cuda_test.go: of 3 times 2 tiles of batch*out sums, each brings its rows of the
// input and of the weights into shared memory once, and each sum reads its bias and what is wanted, and writes a number and its
// adjoint; each block writes one more.
func dense(t *testing.T, g gradientRun) {
	t.Helper()
	const in, out, batch, rowTiles, colTiles = 130, 128, 131, 3, 2
	want := cudastandin.Count{What: "launch", Kernel: "LossGrad_reverse_s_tiles",
		Loaded: 8 * (colTiles*batch*in + rowTiles*out*in + 2*batch*out), Stored: 8 * (2*batch*out + rowTiles*colTiles),
		Read: 8 * (out*in + out + batch*in + batch*out), Written: 8 * (2*batch*out + rowTiles*colTiles)}
	if !slices.Contains(g, want) {
		t.Errorf("no launch is %+v, of %+v", want, g)
	}
}

// registers fills in what ptxas says of the kernels.
func registers(t *testing.T, rows []*row) {
	t.Helper()
	for _, file := range ptx(t) {
		at := slices.Index(architectures, architecture(file))
		for kernel, use := range assemble(t, file) {
			for _, r := range rows {
				pkg, _, _ := strings.Cut(r.name, ".")
				if _, ok := r.uses[kernel]; ok && strings.Contains(filepath.Base(file), "_"+pkg+"_") {
					r.registers[at] = max(r.registers[at], use.registers)
					r.spill[at] = max(r.spill[at], use.spilled)
				}
			}
		}
	}
}

// tabulate prints the table.
func tabulate(rows []*row) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "gradient\tkernels\tlaunches\tmoved kB\tleast kB\tmoved/least\tasked/moved\tregisters\tspilled bytes\tdifference\tin float32\t")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.1f\t%.1f\t%.2f\t%.1f\t%d %d\t%d %d\t%.1e\t%s\t\n", r.name, r.kernels, r.launches, float64(r.moved)/1e3, float64(r.least)/1e3,
			float64(r.moved)/float64(r.least), float64(r.asked)/float64(r.moved), r.registers[0], r.registers[1], r.spill[0], r.spill[1], r.difference, r.single)
	}
	w.Flush()
	return b.String()
}
