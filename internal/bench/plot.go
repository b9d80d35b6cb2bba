package main

import (
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// writePlot draws for each row the time of each way to compute the gradient over that of the gradient
// by hand, on a logarithmic axis.
func writePlot(name string, rows []row) error {
	p := plot.New()
	p.Title.Text = "Time of a gradient over that of serial Go written by hand"
	p.X.Scale = plot.LogScale{}
	p.X.Tick.Marker = ratioTicks{}
	p.Title.Padding = vg.Points(6)
	p.Legend.Top = true
	p.Legend.Padding = vg.Points(3)

	var names []string
	for i := len(rows) - 1; i >= 0; i-- { // the first row on top
		names = append(names, rows[i].name)
	}
	p.NominalY(names...)
	p.Y.Min, p.Y.Max = -0.5, float64(len(rows))-0.5
	p.Add(plotter.NewGrid())
	one := plotter.XYs{{X: 1, Y: p.Y.Min}, {X: 1, Y: p.Y.Max}}
	line, err := plotter.NewLine(one)
	if err != nil {
		return err
	}
	p.Add(line)

	shapes := []draw.GlyphDrawer{draw.CircleGlyph{}, draw.BoxGlyph{}, draw.TriangleGlyph{}, draw.PyramidGlyph{}}
	for n, at := range []int{oneWorker, allWorkers, inC, inTorch} {
		var points plotter.XYs
		for i, r := range rows {
			if v := r.ratio(comparison{over: at, under: byHand}); !math.IsNaN(v) {
				points = append(points, plotter.XY{X: v, Y: float64(len(rows) - 1 - i)})
			}
		}
		if len(points) == 0 {
			continue
		}
		s, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		s.GlyphStyle = draw.GlyphStyle{Color: plotutil.DarkColors[n], Shape: shapes[n], Radius: vg.Points(3)}
		p.Add(s)
		p.Legend.Add(titles()[at], s)
	}
	p.X.Min, p.X.Max = min(p.X.Min, 0.5)/1.1, max(p.X.Max, 2)*3 // the legend stands on the right
	return p.Save(20*vg.Centimeter, vg.Length(4+len(rows))*vg.Centimeter, name)
}

// ratioTicks marks 1, 2 and 5 times the powers of ten.
type ratioTicks struct{}

// Ticks implements [plot.Ticker].
func (ratioTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= low && v <= high {
				ticks = append(ticks, plot.Tick{Value: v, Label: strconv.FormatFloat(v, 'g', 3, 64)})
			}
		}
	}
	return ticks
}
