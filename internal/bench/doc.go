// Command bench measures the generated gradients of the examples against what else could compute
// them, and prints one table:
//
//	go run ./internal/bench
//
// The columns are the primal; the generated gradient with one worker and with all; the gradient of package
// hand, serial Go written by hand; an adjoint in C of the direct shape (folder c), where there is a C
// compiler; and PyTorch on the CPU (folder torch), where there is a Python that has it. C and
// PyTorch run in processes of their own, which compute the same problem from the same numbers; PyTorch with
// as many threads as there are workers, or with one where that is faster. Before anything is
// measured, the values and adjoints of all columns are compared.
//
// The mixture, the LSTM and the bundle adjustment are functions of the command example/gradbench. They run in processes of
// that command, with one processor for one worker.
//
// All columns of a row are measured by turns in the same run, so that they meet the same state of the machine. The
// figures are medians over the rounds with half the distance of the quartiles; ratios are medians of the
// ratios within a round.
package main
