package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"strings"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdout, os.Stderr); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "bench:", err)
		}
		os.Exit(1)
	}
}

// run is the command without the process around it. Progress goes to log.
func run(args []string, out, log io.Writer) (err error) {
	set := flag.NewFlagSet("bench", flag.ContinueOnError)
	set.SetOutput(log)
	pattern := set.String("run", ".", "measure the workloads that match the `regexp`")
	rounds := set.Int("rounds", 9, "number of rounds")
	visit := set.Duration("visit", 20*time.Millisecond, "how long a column is measured at least in each round")
	picture := set.String("plot", "", "write a plot of the ratios to the `file`; its name ends in .svg, .png or .pdf")
	cc := set.String("cc", "gcc", "the C compiler")
	python := set.String("python", "python3", "a Python that may have PyTorch")
	small := set.Bool("small", false, "measure small problems, to try the command")
	if err := set.Parse(args); err != nil {
		return err
	}
	if set.NArg() > 0 || *rounds < 1 {
		return errors.New("no arguments, please, and at least one round")
	}
	match, err := regexp.Compile(*pattern)
	if err != nil {
		return err
	}
	r, err := newRivals(*cc, *python)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()

	var rows []row
	for _, k := range kinds() {
		if !match.MatchString(k.name) {
			continue
		}
		sizes := k.sizes
		if *small {
			sizes = k.small
		}
		fmt.Fprintln(log, k.name, sizes)
		row, err := benchmark(k, sizes, r, *rounds, *visit)
		if err != nil {
			return err
		}
		rows = append(rows, row)
	}
	fmt.Fprintln(out, strings.Join(append([]string{machine()}, r.about...), "; "))
	fmt.Fprintf(out, "medians of %d rounds ± half the distance of the quartiles\n\n", *rounds)
	if err := writeTable(out, rows); err != nil {
		return err
	}
	if *picture != "" {
		return writePlot(*picture, rows)
	}
	return nil
}

// machine says what this program was built by and for.
func machine() string {
	s := fmt.Sprintf("%s %s/%s", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, b := range info.Settings {
			if b.Key == "GOAMD64" {
				s += " " + b.Value
			}
		}
	}
	return fmt.Sprintf("%s, %d processors", s, runtime.GOMAXPROCS(0))
}
