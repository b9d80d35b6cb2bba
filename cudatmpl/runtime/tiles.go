//go:build cuda

package runtime

// pardiffTiles returns the number of tiles of 64 x 64 sums in n products of so many rows and columns, 0 if a thread or a
// warp for each sum is better: tiles would be few, or empty for the most part.
func pardiffTiles(n, rows, cols int) int {
	if n < 1 || rows < 32 || cols < 32 || n*rows*cols < 1<<14 {
		return 0
	}
	return n * ((rows + 63) / 64) * ((cols + 63) / 64)
}

// pardiffHalos returns the number of tiles of 8 x 32 iterations in n times so many rows and columns, 0 if these are less
// than a tile.
func pardiffHalos(n, rows, cols int) int {
	if n < 1 || rows < 8 || cols < 32 {
		return 0
	}
	return n * ((rows + 7) / 8) * ((cols + 31) / 32)
}

// pardiffTimes multiplies counts.
func pardiffTimes(counts ...int) int { return pardiffProduct(counts) }
