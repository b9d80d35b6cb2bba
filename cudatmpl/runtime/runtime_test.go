//go:build cuda

package runtime

import (
	_ "embed"
	"errors"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gorgonia.org/cu"
)

//go:embed testdata/sums.cu
var sums string

var sumsKernels = []string{"square", "block_sums", "reverse_blocks"}

// open opens device 0, where there is one.
func open(t *testing.T) *pardiffCUDA {
	t.Helper()
	c, err := pardiffOpen("SumsCUDA", 0, nil, sums, sumsKernels...)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() {
		if err := c.close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// The error of opening a device and using it is the one that standin_test.go arranges.
func TestOneError(t *testing.T) {
	want := os.Getenv("PARDIFF_WANT")
	if want == "" {
		t.Skip("no error is arranged")
	}
	err := use()
	if err == nil {
		t.Fatal("there is no error")
	}
	if !strings.HasPrefix(err.Error(), "pardiffgen: SumsCUDA: ") || !regexp.MustCompile(want).MatchString(err.Error()) {
		t.Errorf("error %q, want %q", err, want)
	}
}

// use opens device 0, has it do one of each thing, and closes it.
func use() error {
	c, err := pardiffOpen("SumsCUDA", 0, nil, sums, sumsKernels...)
	if err != nil {
		return err
	}
	var x, y pardiffBuf
	const n = 1000
	host := make([]float64, n)
	err = c.do(func() error {
		run := &pardiffRun{gpu: c}
		run.err = pardiffUp(c, &x, host)
		run.clear(&y, 8*n)
		run.launch(0, 4, 256, pardiffPtr(&x), pardiffPtr(&y), pardiffInt(n), pardiffF64(1), pardiffF32(1))
		run.copy(&x, &y, 8*n)
		if run.err != nil {
			return run.err
		}
		if err := c.sync(); err != nil {
			return err
		}
		return pardiffDown(c, host, &y)
	})
	return errors.Join(err, c.close())
}

func TestLaunches(t *testing.T) {
	c := open(t)
	const n, threads, blocks = 10000, 256, 7
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Sin(float64(i))
	}
	var dx, dy, dz, part pardiffBuf
	y, z, sum := make([]float64, n), make([]float64, n), make([]float64, blocks)
	err := c.do(func() error {
		return errors.Join(pardiffUp(c, &dx, x), c.reserve(&dy, 8*n), c.reserve(&dz, 8*n), c.reserve(&part, 8*blocks),
			c.launch(0, blocks, threads, 0, pardiffPtr(&dx), pardiffPtr(&dy), pardiffInt(n), pardiffF64(0.5), pardiffF32(0.25)),
			c.launch(1, blocks, threads, 0, pardiffPtr(&dy), pardiffPtr(&part), pardiffInt(n)),
			c.copy(&dz, &dy, 8*n),
			c.launch(2, n/16, 16, 16*8, pardiffPtr(&dz)),
			pardiffDown(c, y, &dy), pardiffDown(c, z, &dz), pardiffDown(c, sum, &part), c.sync())
	})
	if err != nil {
		t.Fatal(err)
	}
	want, got := 0.0, 0.0
	for i, v := range x {
		w := 0.5*v*v + 0.25
		want += w
		if !(math.Abs(y[i]-w) <= 1e-15) {
			t.Fatalf("y[%d] = %g, want %g", i, y[i], w)
		}
		if j := i/16*16 + 15 - i%16; z[i] != y[j] {
			t.Fatalf("z[%d] = %g, want y[%d] = %g", i, z[i], j, y[j])
		}
	}
	for _, s := range sum {
		got += s
	}
	if !(math.Abs(got-want) <= 1e-12*want) {
		t.Errorf("sum %g, want %g", got, want)
	}
	if got := c.bytes(); got != 8*(3*n+blocks) {
		t.Errorf("%d bytes are held", got)
	}
}

// Memory that is a part of something with pointers in it goes there and back too.
func TestMemoryBesidePointers(t *testing.T) {
	c := open(t)
	type model struct {
		name    *string
		weights [4]float64
	}
	m := &model{new(string), [4]float64{1, 2, 3, 4}}
	var buf pardiffBuf
	err := c.do(func() error {
		if err := pardiffUp(c, &buf, m.weights[:]); err != nil {
			return err
		}
		m.weights = [4]float64{}
		return pardiffDown(c, m.weights[:3], &buf)
	})
	if err != nil || m.weights != [4]float64{1, 2, 3, 0} {
		t.Errorf("%v, %v", m.weights, err)
	}
}

func TestBuffers(t *testing.T) {
	c := open(t)
	var a, b pardiffBuf
	err := c.do(func() error {
		if err := errors.Join(pardiffUp(c, &a, []int{1, 2, 3}), c.reserve(&a, 8), c.reserve(&b, 16), c.zero(&b, 16)); err != nil {
			return err
		}
		got, zeros := make([]int, 3), []int{7, 7}
		if err := errors.Join(pardiffDown(c, got, &a), pardiffDown(c, zeros, &b)); err != nil {
			return err
		}
		if !slices.Equal(got, []int{1, 2, 3}) || !slices.Equal(zeros, []int{0, 0}) {
			t.Errorf("%v and %v came back", got, zeros)
		}
		for _, err := range []error{c.zero(&b, 17), c.copy(&a, &b, 17), c.copy(&b, &a, 17), pardiffDown(c, make([]byte, 17), &b)} {
			if err == nil || !strings.Contains(err.Error(), "17 bytes of a buffer") {
				t.Errorf("17 bytes of 16: %v", err)
			}
		}
		var none pardiffBuf
		return errors.Join(c.zero(&none, 0), c.copy(&none, &b, 0), pardiffUp(c, &none, []float64(nil)), pardiffDown(c, []float64{}, &none),
			c.launch(0, 0, 256, 0))
	})
	if err != nil {
		t.Error(err)
	}
	if got := c.bytes(); got != 24+16 {
		t.Errorf("%d bytes are held", got)
	}
}

// The inverse of an index lists for each place where it stands, in order.
func TestBuffersOfInverse(t *testing.T) {
	c := open(t)
	const n, places = 1000, 37
	index := make([]int, n)
	for i := range index {
		index[i] = i * i % places
	}
	var dev, start, order pardiffBuf
	invert := func(begin, end, places int) (first, list []int, err error) {
		first, list = make([]int, places+1), make([]int, max(end-begin, 0))
		err = c.do(func() error {
			r := &pardiffRun{gpu: c}
			if r.invert(&start, &order, &dev, "index", begin, end, places); r.err != nil {
				return r.err
			}
			return errors.Join(pardiffDown(c, first, &start), pardiffDown(c, list, &order))
		})
		return first, list, err
	}
	if err := c.do(func() error { return pardiffUp(c, &dev, index) }); err != nil {
		t.Fatal(err)
	}
	for _, bounds := range [][2]int{{0, n}, {3, n - 7}, {5, 5}, {9, 2}} {
		first, list, err := invert(bounds[0], bounds[1], places)
		if err != nil {
			t.Fatal(err)
		}
		for j := range places {
			var want []int
			for i := bounds[0]; i < bounds[1]; i++ {
				if index[i] == j {
					want = append(want, i)
				}
			}
			if got := list[first[j]:first[j+1]]; !slices.Equal(got, want) {
				t.Errorf("%v: place %d is at %v, want %v", bounds, j, got, want)
			}
		}
	}
	want := "pardiffgen: SumsCUDA: index[6] = 36 is no subscript of 36 elements"
	if _, _, err := invert(0, n, places-1); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestErrors(t *testing.T) {
	c := open(t)
	var b pardiffBuf
	for _, test := range []struct {
		want string
		f    func() error
	}{
		{`no device memory for 1152921504606846976 bytes beside the 0 that it holds \(\d+ of the device's \d+ are free\).*OutOfMemory`,
			func() error { return c.reserve(&b, 1<<60) }},
		{`kernel block_sums in 1 blocks of 2048 threads: `, func() error { return c.launch(1, 1, 2048, 0, 0, 0, 0) }},
		{`kernel block_sums cannot run in 4294967297 blocks`, func() error { return c.launch(1, 1<<32+1, 256, 0, 0, 0, 0) }},
	} {
		err := c.do(test.f)
		if err == nil || !regexp.MustCompile("^pardiffgen: SumsCUDA: "+test.want).MatchString(err.Error()) {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	// What was too much is no harm to what follows.
	if err := c.do(func() error { return errors.Join(c.reserve(&b, 80), c.zero(&b, 80), c.sync()) }); err != nil || c.bytes() != 80 {
		t.Errorf("%d bytes are held, want 80: %v", c.bytes(), err)
	}
	if err := c.close(); err != nil {
		t.Error(err)
	}
	if err := c.do(c.sync); err == nil || err.Error() != "pardiffgen: SumsCUDA: used after Close" {
		t.Errorf("after close: %v", err)
	}
}

func TestImages(t *testing.T) {
	c := open(t)
	ptx, err := c.compile(sums)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want   string
		device int
		image  string
		source string
		kernel string
	}{
		{"there is no device 99; this machine has [1-9]", 99, ptx, "", "square"},
		{"the driver does not take the image: Invalid", 0, "no PTX", "", "square"},
		{"the image has no kernel cube; make it from the .cu file", 0, ptx, "", "cube"},
		{`NVRTC does not compile the kernels for compute_\d+\n(.|\n)*SumsCUDA.cu(.|\n)*on purpose`, 0, "", "#error on purpose\n" + sums, "square"},
	} {
		var image []byte
		if test.image != "" {
			image = []byte(test.image)
		}
		_, err := pardiffOpen("SumsCUDA", test.device, image, test.source, test.kernel)
		if err == nil || !regexp.MustCompile("^pardiffgen: SumsCUDA: "+test.want).MatchString(err.Error()) {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
	d, err := pardiffOpen("SumsCUDA", 0, []byte(ptx), "", sumsKernels...)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.close(); err != nil {
		t.Error(err)
	}
	if err := d.close(); err != nil {
		t.Error("second close:", err)
	}
}

// What a launcher leaves on its thread and on the device is what was there.
func TestContext(t *testing.T) {
	c := open(t)
	var during cu.CUContext
	err := c.do(func() (err error) {
		during, err = cu.CurrentContext()
		return err
	})
	if err != nil || during != c.context {
		t.Errorf("context %v, want %v: %v", during, c.context, err)
	}
}
