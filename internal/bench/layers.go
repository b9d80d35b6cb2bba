package main

import (
	"math"

	"github.com/pardiff/pardiffgen/example/attention"
	"github.com/pardiff/pardiffgen/example/conv2d"
	"github.com/pardiff/pardiffgen/example/dense"
	"github.com/pardiff/pardiffgen/example/maxpool"
	"github.com/pardiff/pardiffgen/example/softmax"
	"github.com/pardiff/pardiffgen/internal/bench/hand"
)

// newDense takes the numbers of inputs, of outputs and of samples.
func newDense(n []int) *workload {
	in, out, batch := n[0], n[1], n[2]
	d := newData()
	w, b := d.normal(out*in, 1/math.Sqrt(float64(in))), d.normal(out, 1)
	x, want := d.normal(batch*in, 1), d.normal(batch*out, 1)
	a := like(w, b, x)
	var byHand hand.Dense
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { dense.Loss(w, b, x, want, in, out) },
		gradient: func(workers int) func() float64 {
			work := dense.LossWork{Workers: workers}
			return func() float64 { return work.Grad(w, b, x, want, in, out, a[0], a[1], a[2]) }
		},
		hand: func() float64 { return byHand.Grad(w, b, x, want, in, out, a[0], a[1], a[2]) },
	}
}

// newAttention takes the numbers of queries and of keys, and their length.
func newAttention(n []int) *workload {
	queries, keys, length := n[0], n[1], n[2]
	d := newData()
	q, k := d.normal(queries*length, 1), d.normal(keys*length, 1)
	v, want := d.normal(keys*length, 1), d.normal(queries*length, 1)
	a := like(q, k, v)
	var byHand hand.Attention
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { attention.Loss(q, k, v, want, length) },
		gradient: func(workers int) func() float64 {
			work := attention.LossWork{Workers: workers}
			return func() float64 { return work.Grad(q, k, v, want, length, a[0], a[1], a[2]) }
		},
		hand: func() float64 { return byHand.Grad(q, k, v, want, length, a[0], a[1], a[2]) },
	}
}

// newConv2D takes the fields of a conv2d.Shape.
func newConv2D(n []int) *workload {
	s := conv2d.Shape{Batch: n[0], In: n[1], Out: n[2], H: n[3], W: n[4], Size: n[5]}
	d := newData()
	x, k := d.normal(s.Batch*s.In*s.H*s.W, 1), d.normal(s.Out*s.In*s.Size*s.Size, 0.1)
	b, want := d.normal(s.Out, 1), d.normal(s.Batch*s.Out*s.OutH()*s.OutW(), 1)
	a := like(x, k, b)
	var byHand hand.Conv2D
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { conv2d.Loss(s, x, k, b, want) },
		gradient: func(workers int) func() float64 {
			work := conv2d.LossWork{Workers: workers}
			return func() float64 { return work.Grad(s, x, k, b, want, a[0], a[1], a[2]) }
		},
		hand: func() float64 { return byHand.Grad(s, x, k, b, want, a[0], a[1], a[2]) },
	}
}

// newSoftmax takes the numbers of samples and of classes.
func newSoftmax(n []int) *workload {
	samples, classes := n[0], n[1]
	d := newData()
	score, label := d.normal(samples*classes, 1), d.ints(samples, classes)
	a := like(score)
	var byHand hand.Softmax
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { softmax.Loss(score, label, classes) },
		gradient: func(workers int) func() float64 {
			work := softmax.LossWork{Workers: workers}
			return func() float64 { return work.Grad(score, label, classes, a[0]) }
		},
		hand: func() float64 { return byHand.Grad(score, label, classes, a[0]) },
	}
}

// newMaxPool takes the fields of a maxpool.Shape. It measures a vector-Jacobian product; its outputs are the
// pooled images and the adjoints of the images.
func newMaxPool(n []int) *workload {
	s := maxpool.Shape{Planes: n[0], H: n[1], W: n[2], Size: n[3], Stride: n[4]}
	d := newData()
	x, seed := d.normal(s.Planes*s.H*s.W, 1), d.normal(s.Planes*s.OutH()*s.OutW(), 1)
	a := like(seed, x)
	y, xAdj := a[0], a[1]
	yAdj := make([]float64, len(seed))
	vjp := func(f func(s maxpool.Shape, x, y, xAdj, yAdj []float64)) func() float64 {
		return func() float64 {
			copy(yAdj, seed)
			clear(xAdj)
			f(s, x, y, xAdj, yAdj)
			return 0
		}
	}
	var byHand hand.MaxPool
	return &workload{
		input:    d.all,
		adjoints: a,
		primal:   func() { maxpool.Pool(s, x, y) },
		gradient: func(workers int) func() float64 {
			work := maxpool.PoolWork{Workers: workers}
			return vjp(work.VJP)
		},
		hand: vjp(byHand.VJP),
	}
}
