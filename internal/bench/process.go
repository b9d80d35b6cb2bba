package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// A process computes gradients of one workload outside this program. Folder c says how one talks to it.
type process struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	outputs string // the name of the file that it writes
}

// start starts cmd, which writes outputs to the named file. A process ends with stop.
func start(cmd *exec.Cmd, outputs string) (*process, error) {
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &process{cmd: cmd, in: in, out: bufio.NewReader(out), outputs: outputs}, nil
}

// stop ends the process.
func (p *process) stop() error {
	p.in.Close()
	return p.cmd.Wait()
}

// ask sends a line and returns the line that comes back.
func (p *process) ask(line string) (string, error) {
	if _, err := fmt.Fprintln(p.in, line); err != nil {
		return "", err
	}
	answer, err := p.out.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("%s gives no answer: %w", p.cmd.Path, err)
	}
	return strings.TrimSpace(answer), nil
}

// settle is how long a process whose threads wait for more work by spinning is given to stop that.
const settle = 5 * time.Millisecond

// run computes the gradient as often as calls says and returns the time, as the process
// measures it.
func (p *process) run(calls int) (time.Duration, error) {
	answer, err := p.ask("run " + strconv.Itoa(calls))
	if err != nil {
		return 0, err
	}
	ns, err := strconv.ParseInt(answer, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", p.cmd.Path, err)
	}
	time.Sleep(settle)
	return time.Duration(ns), nil
}

// results returns value and adjoints of the last gradient.
func (p *process) results() ([]float64, error) {
	if _, err := p.ask("out"); err != nil {
		return nil, err
	}
	b, err := os.ReadFile(p.outputs)
	if err != nil {
		return nil, err
	}
	v := make([]float64, len(b)/8)
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return v, nil
}

// writeNumbers writes v to the named file as the processes read them.
func writeNumbers(name string, v []float64) error {
	b := make([]byte, 0, 8*len(v))
	for _, x := range v {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
	}
	return os.WriteFile(name, b, 0o666)
}
