// Pardiffgen writes the gradients of annotated Go functions as plain Go. See package gen for
// the command and README.md for what a directive can say.
package main

import (
	"os"

	"github.com/pardiff/pardiffgen/gen"
)

func main() { os.Exit(gen.Main(os.Args[1:], os.Stdout, os.Stderr)) }
