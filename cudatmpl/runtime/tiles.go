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

// pardiffColumns says how so many sums as the product of counts, each over n rows, are shared out: among how many threads
// of a block each, how many tiles of sums blocks do, and into how many parts the rows are cut, with a block for each part
// of a tile. There are no tiles if there are no sums.
func pardiffColumns(n int, counts ...int) (rows, tiles, parts int) {
	sums := pardiffProduct(counts)
	if sums >= 1<<14 {
		return 1, pardiffGrid(sums), 1
	}
	tiles = (sums + 31) / 32
	return 8, tiles, max(min(n/128, 1024/max(tiles, 1)), 1)
}

// pardiffTimes multiplies counts.
func pardiffTimes(counts ...int) int { return pardiffProduct(counts) }
