package cudacheck

import (
	"path/filepath"
	"testing"

	"github.com/pardiff/pardiffgen/internal/cudastandin"
)

// trapped are tests that are added to those of launchers. The process is given a subscript that is out of range, by
// itself: it has no device afterwards.
var trapped = map[string]struct {
	test string
	bad  []string
}{
	"gather": {`
func TestTrapCUDA(t *testing.T) {
	c, err := NewMisfitCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	bad, _ := strconv.Atoi(os.Getenv("PARDIFF_BAD"))
	inverse := func(i int) error { // the launcher inverts the index
		_, err := c.Grad([]float64{1, 2, 3}, []int{0, 2, i, 2, 0}, make([]float64, 5), make([]float64, 3))
		return err
	}
	want := fmt.Sprintf("pardiffgen: MisfitCUDA: idx[2] = %d is no subscript of 3 elements", bad)
	if err := inverse(bad); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := inverse(1); err != nil {
		t.Error(err)
	}
	trap(t, c, func(i int) error {
		idx := make([]int, 2000) // so many for each place that threads have copies
		idx[1000] = i
		_, err := c.Grad([]float64{1, 2, 3}, idx, make([]float64, 2000), make([]float64, 3))
		return err
	})
}
`, []string{"3", "-1", "1099511627776"}},
	// A label that is none of its row is an error though the scores go on behind the row.
	"softmax": {`
func TestTrapCUDA(t *testing.T) {
	c, err := NewLossCUDA(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	trap(t, c, func(i int) error {
		_, err := c.Grad(make([]float64, 9), []int{0, i, 2}, 3, make([]float64, 9))
		return err
	})
}
`, []string{"3", "-1"}},
}

const trap = `
// trap calls a gradient with an index that is good and with one that is not, which is an error, and so is what follows.
func trap(t *testing.T, c interface{ Close() error }, call func(i int) error) {
	bad, err := strconv.Atoi(os.Getenv("PARDIFF_BAD"))
	if err != nil {
		t.Fatal(err)
	}
	if err := call(1); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		err := call(bad)
		if err == nil || !strings.HasPrefix(err.Error(), "pardiffgen: ") || !errors.Is(err, cu.LaunchFailed) {
			t.Errorf("%d: error %v", bad, err)
		}
	}
	if err := c.Close(); err == nil {
		t.Error("the device is lost, and Close returns no error")
	}
}
`

// A subscript in memory that lies outside of what it is a subscript of is an error of the launcher, whether the driver
// reports it when the kernel is launched or, as devices do, when something waits for it. The process goes on.
func TestTrap(t *testing.T) {
	d := cudastandin.Start(t)
	for pkg, test := range trapped {
		t.Run(pkg, func(t *testing.T) {
			dir := scratch(t, pkg, func(file, text string) string {
				if file == pkg+"_cuda_test.go" {
					text = replace(t, text, "import (\n", "import (\n\t\"errors\"\n\t\"fmt\"\n\t\"os\"\n\t\"strconv\"\n\t\"strings\"\n\n\t\"gorgonia.org/cu\"\n")
					return text + test.test + trap + "\nvar _ = fmt.Sprint\n"
				}
				return text
			})
			kernels, err := d.Kernels(filepath.Join(dir, pkg+"_grad.cu"))
			if err != nil {
				t.Fatal(err)
			}
			binary := cudastandin.TestBinary(t, dir)
			for i, bad := range test.bad {
				for j, order := range []string{"forward", "reverse", "shuffle"} {
					late := []string{"", "1"}[(i+j)%2]
					env := d.Env(kernels, "PARDIFF_STANDIN_ORDER="+order, "PARDIFF_STANDIN_LATE="+late, "PARDIFF_BAD="+bad)
					if _, err := cudastandin.Exec(binary, dir, env, "-test.run=Trap"); err != nil {
						t.Errorf("late %q, %s: %v", late, order, err)
					}
				}
			}
		})
	}
}
