// Package iris holds Edgar Anderson's measurements of 150 iris flowers.
//
// They were published in R. A. Fisher, "The use of multiple measurements in taxonomic
// problems", Annals of Eugenics 7 (1936), 179-188. The file iris.csv is the corrected version
// that R and scikit-learn ship: flower 35 is 4.9,3.1,1.5,0.2 and flower 38 is 4.9,3.6,1.4,0.1,
// as in Fisher's paper. The copy of the UCI repository has errors in both.
package iris

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// Sizes of the data set.
const (
	Flowers  = 150 // number of flowers, 50 of each species, in the order of [Species]
	Features = 4   // length and width of sepal and petal, in cm
)

// Species returns the names of the three species.
func Species() []string {
	return []string{"setosa", "versicolor", "virginica"}
}

//go:embed iris.csv
var file string

// Load returns the measurements, [Features] numbers for each flower, and for each flower the
// index of its species.
func Load() (x []float64, species []int) {
	index := make(map[string]int)
	for i, name := range Species() {
		index[name] = i
	}
	lines := strings.Split(strings.TrimSpace(file), "\n")
	for n, line := range lines[1:] {
		fields := strings.Split(line, ",")
		for _, f := range fields[:Features] {
			v, err := strconv.ParseFloat(f, 64)
			if err != nil {
				panic(fmt.Sprintf("iris.csv:%d: %v", n+2, err))
			}
			x = append(x, v)
		}
		s, ok := index[fields[Features]]
		if !ok {
			panic(fmt.Sprintf("iris.csv:%d: unknown species %q", n+2, fields[Features]))
		}
		species = append(species, s)
	}
	return x, species
}
