package arrays

// Behind ranges over an array, of which it sees a copy, and over the target of a pointer, which it sees change.
//
//pardiff:vjp
//pardiff:jvp
func Behind(arr [5]float64, p *[5]float64, k float64) (s float64) {
	for i, v := range arr {
		arr[(i+1)%5] = v * k
		s += v * arr[i]
	}
	for i, v := range p {
		p[(i+1)%5] = v*k + arr[i]
		s += v * p[i]
	}
	for i, v := range *p {
		p[(i+1)%5] = v * k
		s += v * p[i] * float64(i)
	}
	return s
}
