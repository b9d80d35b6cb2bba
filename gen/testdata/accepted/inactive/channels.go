package inactive

import (
	"context"
	"fmt"
	"io"
	"sync"
)

// Watched ends early where the context does.
//
//pardiff:grad
//pardiff:jvp
func Watched(ctx context.Context, x []float64) (r float64, err error) {
	for _, v := range x {
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		default:
		}
		r += v * v
	}
	return r, nil
}

// Selects receives and sends numbers, and leaves loops from the clauses.
//
//pardiff:grad
//pardiff:jvp
func Selects(x []float64, n int) (r float64) {
	c, d := make(chan int, 1), make(chan string, 1)
loop:
	for i := 0; i < len(x); i++ {
		if i%2 == 0 {
			c <- i + n
		} else {
			d <- "next"
		}
		select {
		case k, ok := <-c:
			if k > 4 && ok {
				break loop
			}
			r += x[i] * x[i] * float64(k)
		case text := <-d:
			if len(text) != 4 {
				break
			}
			r += x[i]
			continue loop
		}
		r *= x[i]
	}
	close(c)
	if _, ok := <-c; ok {
		return 0
	}
	return r
}

// Workers waits for goroutines, in a function and in itself.
//
//pardiff:grad
//pardiff:jvp
func Workers(x []float64, idx []int, w io.Writer) (r float64) {
	done := make(chan struct{})
	go fmt.Fprint(w, len(x))
	go func() { done <- struct{}{} }()
	<-done
	r = x[idx[0]] * x[1]
	k := count(idx, 3)
	return r * x[idx[0]] * float64(k)
}

// count adds to the elements of idx by several goroutines.
func count(idx []int, n int) int {
	var wg sync.WaitGroup
	c := make(chan int, len(idx))
	for i := range idx {
		wg.Go(func() {
			c <- idx[i]
			idx[i] = (idx[i] + 1) % n
		})
	}
	wg.Wait()
	close(c)
	sum := 0
	for v := range c {
		sum += v
	}
	return sum
}
