// Package cudacheck checks, without a GPU, every CUDA kernel and launcher in this module: that compilers for the
// device take the kernels, that the launchers compute on the stand-in of package cudastandin what the Go gradients
// do, that sanitizers find nothing, and that these checks find mistakes that are planted in the kernels.
//
// The tests run where the environment variable PARDIFF_CUDA says that what they need is there; .ci/cuda installs
// it and sets the variable.
package cudacheck
