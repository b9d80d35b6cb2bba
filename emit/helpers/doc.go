// Package helpers is the source of the helpers that generated gradients share. Package emit
// copies what a package needs of it into the package's pardiff_grad.go; nothing imports it.
package helpers
