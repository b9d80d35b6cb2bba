//go:build cuda

package runtime

import "testing"

// Tiles cover all sums, are enough for a device, and are half full at least in each direction.
func TestTiles(t *testing.T) {
	for _, test := range []struct{ n, rows, cols, want int }{
		{1, 1024, 1024, 256}, {1, 128, 128, 4}, {1, 129, 128, 6}, {1, 32, 512, 8}, {3, 100, 100, 12},
		{1, 127, 128, 0}, {1, 31, 10000, 0}, {1, 10000, 31, 0}, {0, 1000, 1000, 0}, {1, 0, 1000, 0}, {-1, -1000, 1000, 0},
	} {
		if got := pardiffTiles(test.n, test.rows, test.cols); got != test.want {
			t.Errorf("%d products of %d x %d: %d tiles, want %d", test.n, test.rows, test.cols, got, test.want)
		}
	}
	for _, test := range []struct{ n, rows, cols, want int }{
		{1, 8, 32, 1}, {1, 9, 33, 4}, {5, 16, 64, 20}, {1, 7, 1000, 0}, {1, 1000, 31, 0}, {0, 100, 100, 0}, {-1, -100, 100, 0},
	} {
		if got := pardiffHalos(test.n, test.rows, test.cols); got != test.want {
			t.Errorf("%d times %d x %d iterations: %d tiles, want %d", test.n, test.rows, test.cols, got, test.want)
		}
	}
	if got := pardiffTimes(2, 3, 7); got != 42 {
		t.Errorf("2 * 3 * 7 = %d", got)
	}
}

// Groups are all that there are of enough iterations, where all addresses are multiples of 16.
func TestWide(t *testing.T) {
	const n = 1 << 16
	for _, test := range []struct {
		group, n int
		at       []pardiffArg
		want     int
	}{
		{2, n, nil, n / 2}, {2, n + 1, nil, n / 2}, {4, n + 7, nil, n/4 + 1}, {2, n - 1, nil, 0}, {2, 0, nil, 0}, {2, -1, nil, 0},
		{2, n, []pardiffArg{256, 16, 0}, n / 2}, {2, n, []pardiffArg{256, 8}, 0}, {4, n, []pardiffArg{4, 16}, 0},
	} {
		if got := pardiffWide(test.group, test.n, test.at...); got != test.want {
			t.Errorf("%d of %d iterations at %v: %d groups, want %d", test.group, test.n, test.at, got, test.want)
		}
	}
}

// Few sums have 8 threads each, and parts of the rows a block each where there are many; many sums have a thread each.
func TestColumns(t *testing.T) {
	for _, test := range []struct {
		n, cols, up        int
		rows, tiles, parts int
	}{
		{100, 32, 1, 8, 1, 1}, {100, 33, 1, 8, 2, 1}, {256, 1, 1, 8, 1, 2}, {1 << 20, 64, 1, 8, 2, 512}, {1 << 20, 100, 100, 8, 313, 3},
		{0, 32, 1, 8, 1, 1}, {-1, 32, 1, 8, 1, 1}, {1 << 20, 1 << 14, 1, 1, 64, 1}, {10, 1 << 30, 1, 1, 4096, 1},
	} {
		rows, tiles, parts := pardiffColumns(test.n, test.cols, test.up)
		if rows != test.rows || tiles != test.tiles || parts != test.parts {
			t.Errorf("%d rows of %d x %d sums: %d threads for each, %d tiles, %d parts; want %d, %d, %d", test.n, test.cols, test.up, rows, tiles, parts, test.rows, test.tiles, test.parts)
		}
	}
	for _, test := range []struct{ terms, n, want int }{{32, 1 << 20, 32}, {31, 1 << 20, 1}, {31, 100, 32}, {32, 0, 0}, {-1, 1 << 20, 1}} {
		if got := pardiffRowLanes(test.terms, test.n); got != test.want {
			t.Errorf("%d lanes for %d sums of %d terms, want %d", got, test.n, test.terms, test.want)
		}
	}
	for _, n := range []int{0, -1} {
		if _, tiles, _ := pardiffColumns(100, n); tiles != 0 {
			t.Errorf("%d tiles of %d sums", tiles, n)
		}
	}
}
