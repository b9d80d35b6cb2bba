// Package cudatmpl prints gradients as CUDA: a file of kernels, and the Go file that launches them.
//
// It takes the bodies that package emit prints as Go, forward and reverse sweep in one, and makes a sequence of
// device steps of each:
//
//	a nest of loops that may run in parallel    one kernel, a thread an iteration; sums over its
//	                                            iterations by blocks, with a second launch that adds
//	                                            their partial sums in order
//	sums over products of what two of its       the same by tiles in shared memory (product.go), where there
//	loops select                                are sums enough
//	neighbours in memory that it reads          by tiles in shared memory as well, with halos (halo.go)
//	sums that its iterations scatter around     gathered by a kernel before it (gather.go); where that is
//	them, as reverses of stencils do            not possible, iterations that meet nowhere take turns
//	elements of each iteration's own            several at once, 16 bytes of them (wide.go)
//	consecutive nests over one range            one kernel, where no thread needs what another one did (fuse.go)
//	sums into places that an index names        gathered through its inverse, which the launcher makes
//	                                            (invert.go), or added to copies for each thread
//	sums over rows, one for each column         by blocks that read rows side by side, and, where
//	                                            these are many, a second launch that adds their parts
//	                                            in order (column.go)
//	sums of all iterations into the same places added up by warps, each with a copy of the places (warp.go)
//	loops that pass on s by s = a*s + b        a scan of three launches, between two nests (scan.go)
//	a loop around such nests                    a loop on the host
//	scalars that depend on no memory            Go variables
//	what else there is between the nests        kernels of one thread
//
// Code of float32 numbers computes with these alone: calls of package math become CUDA's for float32 (single.go).
//
// Each slice is one buffer of numbers, arrays and structs in it lie flat. All memory is sized by the host and kept from call to call.
// Nothing is added with atomics, grids depend on sizes alone: the same arguments give the same bits.
//
// The work is done in three steps. [newPlan] cuts the body into steps, splits and fuses its nests, and classifies variables. The kernels print
// their bodies as C++ (expressions in cexpr.go, statements in cstmt.go), the launcher prints the steps as Go.
// Templates hold what is around them.
package cudatmpl
