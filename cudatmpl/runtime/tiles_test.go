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
